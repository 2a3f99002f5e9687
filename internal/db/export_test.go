package db

import "database/sql"

// Conns are the connections of a pool, for tests of how they are set up.
func Conns(p *Pool) *sql.DB { return p.conns }

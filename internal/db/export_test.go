package db

import (
	"context"
	"database/sql"
	"io/fs"
	"slices"
)

// Conns are the connections of a pool, for tests of how they are set up.
func Conns(p *Pool) *sql.DB { return p.conns }

// MigrateUpTo brings the schema to what it was after a migration, named by its number.
func MigrateUpTo(ctx context.Context, d *DB, number string) error {
	return migrate(ctx, d, earlierFS{Migrations(d.Dialect), number})
}

// earlierFS shows the migrations up to a number.
type earlierFS struct {
	fs.FS
	last string
}

func (f earlierFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name()[:len(f.last)] > f.last }), err
}

package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// turnTime is how long Responds waits for a connection of the pool.
const turnTime = time.Second

// Responds checks that the database responds and, on PostgreSQL, that it takes writes. Unlike
// Ping it does not take a busy pool for a dead database: when all connections are in use, it
// opens one of its own. On SQLite, where only reading is checked, a busy pool is proof enough;
// another program, such as an import, may be the one that writes for long.
func (d *DB) Responds(ctx context.Context) error {
	pool := d.R
	if !pool.isFull() {
		waiting, cancel := context.WithTimeout(ctx, turnTime)
		defer cancel()
		if err := d.check(waiting); err == nil || !pool.isFull() {
			return err
		}
	}
	if d.Dialect == SQLite {
		return nil
	}
	return d.reach(ctx)
}

// check asks a connection of the pool.
func (d *DB) check(ctx context.Context) error {
	if d.Dialect == SQLite {
		return d.R.Ping(ctx)
	}
	refused, err := One[string](ctx, d.R, `SHOW transaction_read_only`)
	if err == nil && refused == "on" {
		return d.R.translate(pgconn.ErrReadOnlyConnection)
	}
	return err
}

// isFull reports whether all connections are in use.
func (p *Pool) isFull() bool {
	f := p.figures()
	return f.InUse >= f.Max
}

package db

import (
	"context"
	"time"
)

// turnTime is how long Responds waits for a connection of the pool.
const turnTime = time.Second

// Responds checks that the database responds. Unlike Ping it does not take a busy pool for a
// dead database: when all connections are in use, it opens one of its own. On SQLite, where
// only reading is checked, a busy pool is proof enough; another program, such as an import,
// may be the one that writes for long.
func (d *DB) Responds(ctx context.Context) error {
	pool := d.R
	if !pool.isFull() {
		waiting, cancel := context.WithTimeout(ctx, turnTime)
		defer cancel()
		if err := pool.Ping(waiting); err == nil || !pool.isFull() {
			return err
		}
	}
	if d.Dialect == SQLite {
		return nil
	}
	return d.reach(ctx)
}

// isFull reports whether all connections are in use.
func (p *Pool) isFull() bool {
	f := p.figures()
	return f.InUse >= f.Max
}

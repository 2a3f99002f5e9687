package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// turnTime is how long Responds waits for a connection of the pool.
const turnTime = time.Second

// writePause is how long a write proves that SQLite takes writes.
const writePause = 10 * time.Second

// Responds checks that the database responds and takes writes. Unlike Ping it does not take a
// busy pool for a dead database: on PostgreSQL, when all connections are in use, it opens one
// of its own. On SQLite a busy pool is proof enough, and so is a lock: another program, such
// as an import, may be the one that writes for long.
func (d *DB) Responds(ctx context.Context) error {
	pool := d.R
	if !pool.isFull() {
		waiting, cancel := context.WithTimeout(ctx, turnTime)
		defer cancel()
		if err := d.check(waiting); err != nil && !pool.isFull() || err == nil && d.Dialect == Postgres {
			return err
		}
	}
	if d.Dialect == SQLite {
		return d.lastWrite.check(ctx, d)
	}
	return d.reach(ctx)
}

// lastWrite is the last write that only tried whether SQLite takes writes.
type lastWrite struct {
	mu  sync.Mutex
	at  time.Time // of the last one that was not refused
	err error     // of the last one that succeeded or was refused, such as by a full disk
}

// check writes again, after a while or if the last write was refused. It does not wait for
// others who write; then what it found last still holds.
func (w *lastWrite) check(ctx context.Context, d *DB) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil && time.Since(w.at) < writePause || d.W.isFull() {
		return w.err
	}
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	err := d.tryWrite(ctx)
	switch {
	case err == nil:
		w.at, w.err = time.Now(), nil
	case ctx.Err() == nil && !canRetry(err):
		w.err = err
	default: // another program writes
		w.at = time.Now()
	}
	return w.err
}

// tryWrite writes to SQLite without waiting for another program: no context ends the wait for
// a lock, and the check of readiness must be quick.
func (d *DB) tryWrite(ctx context.Context) (err error) {
	conn, err := d.W.conns.Conn(ctx)
	if err != nil {
		return d.W.translate(err)
	}
	defer conn.Close()
	defer func() {
		_, reset := conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds()))
		err = errors.Join(err, reset)
	}()
	for _, statement := range []string{
		`PRAGMA busy_timeout = 0`,
		`PRAGMA user_version = 0`, // nobody uses it, and each time it is a write
	} {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return d.W.translate(err)
		}
	}
	return nil
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
	f := p.stats()
	return f.InUse >= f.Max
}

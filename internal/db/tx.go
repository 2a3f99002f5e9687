package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Tx is a transaction under way. Only InTx makes one; it is for one goroutine.
type Tx struct {
	Dialect Dialect

	tx          *sql.Tx
	afterCommit []func()
}

// QueryContext makes a Tx a Q: reads inside see what it wrote.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return tx.tx.QueryContext(ctx, query, args...)
}

// AfterCommit calls f once the transaction holds, in the order given, and never
// when it is rolled back. A crash in between loses the call: what must happen is
// a job, what may be missed is announced here.
func (tx *Tx) AfterCommit(f func()) { tx.afterCommit = append(tx.afterCommit, f) }

const (
	tries    = 10
	waitMin  = 4 * time.Millisecond
	waitMax  = 250 * time.Millisecond
	doubling = 6 // waitMin doubled this often reaches waitMax
)

// InTx is the one way to write. It commits when fn answers nil, rolls back on
// an error or a panic, runs fn again when the engine asks for that, and then
// calls what AfterCommit collected. So fn does SQL and nothing else, and sets
// what it hands out anew on every run.
//
// On PostgreSQL a failed statement spoils the transaction: to go on after a
// duplicate, write ON CONFLICT instead of catching ErrExists. On SQLite one
// writer runs at a time: InTx inside fn, or reading through d.W, would wait for
// itself. The isolation is what each engine gives by default, so guard by
// condition (UPDATE … WHERE stock >= $1) and not by an earlier read.
func InTx(ctx context.Context, d *DB, fn func(tx *Tx) error) error {
	for try := 0; ; try++ {
		done, err := attempt(ctx, d, fn)
		if err == nil {
			for _, f := range done {
				f()
			}
			return nil
		}
		// A transaction whose context ended may answer only that it is over.
		if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
			return fmt.Errorf("%w: %w", ended, err)
		}
		if !canRetry(err) {
			return err
		}
		if try == tries-1 {
			return fmt.Errorf("transaction given up after %d tries: %w", tries, err)
		}
		if wait(ctx, try) != nil {
			return err
		}
	}
}

// attempt runs fn once and answers what to call after its commit.
func attempt(ctx context.Context, d *DB, fn func(tx *Tx) error) ([]func(), error) {
	begun, err := d.W.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = begun.Rollback() }() // on an error or a panic; after the commit it does nothing

	tx := &Tx{Dialect: d.Dialect, tx: begun}
	if err := fn(tx); err != nil {
		return nil, err
	}
	if err := begun.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", translate(err))
	}
	return tx.afterCommit, nil
}

// wait sleeps longer with every try, by chance, so that those who collided do
// not meet again.
func wait(ctx context.Context, try int) error {
	longest := min(waitMin<<min(try, doubling), waitMax)
	timer := time.NewTimer(rand.N(longest) + time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

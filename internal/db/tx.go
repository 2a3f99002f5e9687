package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Tx is a transaction, for use by one goroutine. Only InTx and Snapshot make one.
type Tx struct {
	Dialect Dialect

	tx          *sql.Tx
	of          *Pool
	end         time.Time // when the transaction must be over
	afterCommit []func()
}

// QueryContext makes a Tx a Q. Its reads see what it wrote.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return rows(ctx, tx, query, args)
}

func (tx *Tx) querier() querier { return tx.tx }
func (tx *Tx) pool() *Pool      { return tx.of }

// bounded gives a statement the deadline of the transaction. The rollback waits for a
// running statement, so none may run longer.
func (tx *Tx) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ends := ctx.Deadline(); ends && !end.After(tx.end) {
		return ctx, unbounded
	}
	return context.WithDeadline(ctx, tx.end)
}

// AfterCommit calls f after the commit, and never after a rollback. Several functions
// are called in order. A crash in between loses the call, so what must happen needs a
// job instead.
func (tx *Tx) AfterCommit(f func()) { tx.afterCommit = append(tx.afterCommit, f) }

const (
	tries    = 10
	waitMin  = 4 * time.Millisecond
	waitMax  = 250 * time.Millisecond
	doubling = 6 // waitMin, doubled this often, reaches waitMax
)

// InTx is the only way to write. It commits when fn returns nil and rolls back on an
// error or a panic. When the engine requires a retry, it runs fn again. After the
// commit it calls the functions of AfterCommit. So fn must only run SQL, and must
// assign its results again in every run.
//
// On PostgreSQL a failed statement aborts the transaction: to continue after a
// duplicate, write ON CONFLICT instead of catching ErrExists. On SQLite one writer
// runs at a time: InTx or a read through d.W inside fn would wait for itself. The
// isolation level is each engine's default, so protect a write by its own condition
// (UPDATE … WHERE stock >= $1) and not by an earlier read.
//
// All tries together have the deadline of one call: CallTime, or that of Long.
func InTx(ctx context.Context, d *DB, fn func(tx *Tx) error) error {
	ctx, cancel := d.W.bounded(ctx)
	defer cancel()
	for try := 0; ; try++ {
		done, err := tryTx(ctx, d, fn)
		if err == nil {
			for _, f := range done {
				f()
			}
			return nil
		}
		// After its context has ended, a transaction may return only sql.ErrTxDone.
		if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
			return fmt.Errorf("%w: %w", ended, err)
		}
		if !canRetry(err) {
			return err
		}
		if try == tries-1 {
			return fmt.Errorf("the transaction failed after %d tries: %w", tries, err)
		}
		if wait(ctx, try) != nil {
			return err
		}
	}
}

// tryTx runs fn once and returns the functions of AfterCommit.
func tryTx(ctx context.Context, d *DB, fn func(tx *Tx) error) ([]func(), error) {
	tx, err := begin(ctx, d, d.W, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.tx.Rollback() }() // on an error or a panic; after the commit it does nothing

	if err := fn(tx); err != nil {
		return nil, err
	}
	if err := tx.tx.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", d.W.translate(err))
	}
	return tx.afterCommit, nil
}

// begin needs a ctx with a deadline, which also ends a rollback on a dead connection.
func begin(ctx context.Context, d *DB, p *Pool, options *sql.TxOptions) (*Tx, error) {
	begun, err := p.conns.BeginTx(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", p.translate(err))
	}
	end, _ := ctx.Deadline()
	tx := &Tx{Dialect: d.Dialect, tx: begun, of: p, end: end}
	if err := limitIdle(ctx, tx); err != nil {
		_ = begun.Rollback()
		return nil, fmt.Errorf("begin: %w", err)
	}
	return tx, nil
}

// limitIdle sets how long a transaction may be idle, where that is not the limit of its
// connection: for long work, and at a pooler, whose connections have no limit of ours.
func limitIdle(ctx context.Context, tx *Tx) error {
	var limit time.Duration // 0: none
	switch {
	case tx.Dialect != Postgres || !isLong(ctx) && !tx.of.pooled:
		return nil
	case !isLong(ctx):
		limit = tx.of.limit
	}
	_, err := Exec(ctx, tx, fmt.Sprintf(`SET LOCAL idle_in_transaction_session_timeout = %d`, limit.Milliseconds()))
	return err
}

// Snapshot runs fn in a transaction that reads everything as it is at one moment,
// while others write.
func Snapshot(ctx context.Context, d *DB, fn func(tx *Tx) error) error {
	ctx, cancel := d.R.bounded(ctx)
	defer cancel()
	options := &sql.TxOptions{ReadOnly: true}
	if d.Dialect == Postgres { // on SQLite every transaction does so
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := begin(ctx, d, d.R, options)
	if err != nil {
		return err
	}
	defer func() { _ = tx.tx.Rollback() }() // it only read
	return fn(tx)
}

// wait sleeps for a random time that grows with every try, so that the same
// transactions do not conflict again.
func wait(ctx context.Context, try int) error {
	limit := min(waitMin<<min(try, doubling), waitMax)
	timer := time.NewTimer(rand.N(limit) + time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

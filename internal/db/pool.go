package db

import (
	"context"
	"database/sql"
	"time"
)

// CallTime is the default limit of one call: a statement with its rows, or a whole
// transaction.
const CallTime = 15 * time.Second

// longTime is the limit of work that is marked with Long.
const longTime = 12 * time.Hour

// Pool is a set of connections. It hides the connections and sets a deadline for
// each call: on a network that loses packets, a call without one never returns.
type Pool struct {
	conns    *sql.DB
	location string // the file, or host and database, for people
	limit    time.Duration
	pooled   bool // the connections are those of a pooler
}

// NewPool makes a pool of open connections, with the default limit of calls.
func NewPool(conns *sql.DB) *Pool { return &Pool{conns: conns, limit: CallTime} }

type longKey struct{}

// Long marks work that may take hours: a migration, a backup, a restore, an
// import, a check of everything.
func Long(ctx context.Context) context.Context { return context.WithValue(ctx, longKey{}, true) }

func isLong(ctx context.Context) bool { return ctx.Value(longKey{}) != nil }

// bounded gives ctx the deadline of one call, unless it ends earlier.
func (p *Pool) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := p.limit
	end, ends := ctx.Deadline()
	if ends && time.Until(end) <= limit {
		return ctx, unbounded
	}
	if isLong(ctx) {
		limit = longTime
	}
	return context.WithTimeout(ctx, limit)
}

func unbounded() {}

func (p *Pool) querier() querier { return p.conns }
func (p *Pool) pool() *Pool      { return p }

// QueryContext reads rows one by one. All of them, and Close, have the deadline of
// one call. Use One or Many where they suffice.
func (p *Pool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return rows(ctx, p, query, args)
}

// rows releases the context only at its deadline, because nothing signals that the
// last row was read.
func rows(ctx context.Context, q Q, query string, args []any) (*sql.Rows, error) {
	ctx, cancel := q.bounded(ctx)
	found, err := q.querier().QueryContext(ctx, query, args...)
	if err != nil {
		cancel()
		return nil, q.pool().translate(err)
	}
	context.AfterFunc(ctx, cancel)
	return found, nil
}

// Ping checks that a connection responds.
func (p *Pool) Ping(ctx context.Context) error {
	ctx, cancel := p.bounded(ctx)
	defer cancel()
	return p.translate(p.conns.PingContext(ctx))
}

// Close waits for running statements.
func (p *Pool) Close() error { return p.conns.Close() }

// PoolStats are how a pool is used. Waits and Waited are counted since it was opened.
type PoolStats struct {
	Max, Open, InUse int           // connections
	Waits            int64         // calls that found all connections in use
	Waited           time.Duration // how long they waited in sum
}

func (p *Pool) stats() PoolStats {
	s := p.conns.Stats()
	return PoolStats{Max: s.MaxOpenConnections, Open: s.OpenConnections, InUse: s.InUse, Waits: s.WaitCount, Waited: s.WaitDuration}
}

// Package db opens the database, migrates its schema and runs SQL: SQLite in a
// folder by default, PostgreSQL if a URL is given. Only this package depends on the
// engines and drivers.
//
// Reads take a Q, which is the read pool (d.R) or a transaction. All writes go
// through InTx. One SQL text serves both engines: $1, RETURNING and ON CONFLICT, no
// now(), no LIKE on text that a person typed.
package db

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// DB is an open database. On SQLite R is four connections that cannot write and
// W is the one that can; on PostgreSQL both are the same pool. Safe for
// concurrent use.
type DB struct {
	R, W    *Pool
	Dialect Dialect

	lastWrite lastWrite // to SQLite

	reach   func(context.Context) error // opens a connection to PostgreSQL outside of the pool, and closes it
	direct  Options                     // where sessions go if R and W are a pooler's; without a URL they are not
	replica *replica                    // nil: none
}

// Options are where the database is, and how to open it.
type Options struct {
	Dir string // folder of the SQLite file hawker.db; created if it is missing
	URL string // postgres://…; when set, Dir is not used

	// DirectURL is PostgreSQL itself, if URL is a pooler that gives each transaction
	// another connection. What needs a session of its own goes there.
	DirectURL string

	// ReadURL is a replica, for ReadDelayed. It needs not respond.
	ReadURL string

	Conns     int                  // the most connections to PostgreSQL; 0: DefaultConns
	CallTime  time.Duration        // the longest that one call may take; 0: CallTime
	Spans     trace.TracerProvider // makes spans of statements; nil: none
	MustExist bool                 // refuse a folder, or a PostgreSQL database, without a town instead of creating one

	// Wrap wraps what opens the connections of a pool; nil: nothing does. Tests note statements there, and keep
	// connections open.
	Wrap func(driver.Connector) driver.Connector

	writes bool // connect only to a server that takes writes
}

// pooled reports whether a pooler is between us and PostgreSQL.
func (o Options) pooled() bool { return o.DirectURL != "" }

// direct returns the options of PostgreSQL itself.
func (o Options) direct() Options {
	if o.pooled() {
		o.URL, o.DirectURL = o.DirectURL, ""
	}
	return o
}

func (o Options) conns() int { return cmp.Or(o.Conns, DefaultConns) }

func (o Options) callTime() time.Duration {
	if o.CallTime > 0 {
		return o.CallTime
	}
	return CallTime
}

// Open opens the database, and checks that it responds and that no newer version has
// migrated it. It does not migrate the schema.
func Open(ctx context.Context, o Options) (*DB, error) {
	open := openSQLite
	if o.URL != "" {
		open = openPostgres
	}
	d, err := open(o)
	if err != nil {
		return nil, err
	}
	if err := d.Ping(ctx); err != nil {
		d.Close()
		return nil, fmt.Errorf("open the %s database: %w", d.Dialect, err)
	}
	if err := checkOpened(ctx, d, o.MustExist); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Ping checks that both pools respond.
func (d *DB) Ping(ctx context.Context) error {
	// The writer first: only it may create the file.
	if err := d.W.Ping(ctx); err != nil {
		return err
	}
	return d.R.Ping(ctx)
}

// Close waits for running statements and closes all pools.
func (d *DB) Close() error {
	if d.replica != nil {
		return errors.Join(d.replica.close(), d.W.Close())
	}
	if d.R == d.W {
		return d.W.Close()
	}
	// The writer last: only it can write the log back into the file.
	return errors.Join(d.R.Close(), d.W.Close())
}

// Stats returns how the pools are used, by their name: "read" and "write" on SQLite,
// "all" on PostgreSQL, and "replica" if there is one.
func (d *DB) Stats() map[string]PoolStats {
	if d.replica != nil {
		return map[string]PoolStats{"all": d.W.stats(), "replica": d.replica.pool.stats()}
	}
	if d.R == d.W {
		return map[string]PoolStats{"all": d.W.stats()}
	}
	return map[string]PoolStats{"read": d.R.stats(), "write": d.W.stats()}
}

package dbtest

import (
	"context"
	"database/sql/driver"
	"errors"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"hawker/internal/db"
)

// keptDB is a database that is restored after a test and used by the next one of the process, with its open
// connections: a new connection reads the schema and plans every statement again, which takes longer than most tests.
type keptDB struct {
	engine  keptEngine
	options db.Options

	mu    sync.Mutex
	idle  [][]driver.Conn // of each pool; the first one of all restores
	inUse int
	isCut bool // a connection was not usable when it was given back: the server may still run its last statement
}

// keptEngine is what differs between the engines.
type keptEngine interface {
	// restore returns whether the database is as new again. It uses a connection while no other one is in use.
	restore(context.Context, driver.Conn) (bool, error)
	// drop drops the database, whose idle connections are closed.
	drop() error
	// isUsable reports whether a connection can be used again.
	isUsable(driver.Conn) bool
	// withClose returns the connection with another Close.
	withClose(driver.Conn, func() error) driver.Conn
}

// maxKeptConns is how many connections of a pool stay open. A race opens more, which a usual test does not need.
const maxKeptConns = 8

// kept are the databases of each engine that no test uses now.
var kept = struct {
	sync.Mutex
	idle map[db.Dialect][]*keptDB
}{idle: map[db.Dialect][]*keptDB{}}

// openKept opens a database that is as if it were new: one that another test has left, or a new one.
func openKept(t testing.TB, d db.Dialect) *db.DB {
	t.Helper()
	k := takeKept(d)
	if k == nil {
		var err error
		if k, err = newKept(d); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := k.endTest(d); err != nil {
			t.Errorf("leave the database for the next test: %v", err)
		}
	})
	o, pools := k.options, 0
	o.Wrap = func(c driver.Connector) driver.Connector {
		pools++
		return keepingConnector{c, k, pools - 1}
	}
	return OpenAt(t, o)
}

func newKept(d db.Dialect) (*keptDB, error) {
	if d == db.Postgres {
		return newKeptPostgres()
	}
	return newKeptSQLite()
}

// takeKept returns a database that no test uses, or nil.
func takeKept(d db.Dialect) *keptDB {
	kept.Lock()
	defer kept.Unlock()
	all := kept.idle[d]
	last := pop(&all)
	kept.idle[d] = all
	return last
}

// pop takes the last one of a list, or nil.
func pop[T any](list *[]T) (last T) {
	if n := len(*list); n > 0 {
		last, *list = (*list)[n-1], (*list)[:n-1]
	}
	return last
}

// endTest leaves the database for the next test if it can be restored, and drops it otherwise.
func (k *keptDB) endTest(d db.Dialect) error {
	isRestored, err := k.restore(context.Background())
	if err == nil && isRestored {
		kept.Lock()
		defer kept.Unlock()
		kept.idle[d] = append(kept.idle[d], k)
		return nil
	}
	for _, conns := range k.idle {
		for _, c := range conns {
			err = errors.Join(err, c.Close())
		}
	}
	return errors.Join(err, k.engine.drop())
}

// restore returns whether the database is as new again.
func (k *keptDB) restore(ctx context.Context) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.inUse > 0 || k.isCut || len(k.idle) == 0 || len(k.idle[0]) == 0 {
		return false, nil
	}
	return k.engine.restore(ctx, k.idle[0][0])
}

// take returns a connection that is open already, or nil.
func (k *keptDB) take(pool int) driver.Conn {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.inUse++
	if len(k.idle) <= pool {
		return nil
	}
	return pop(&k.idle[pool])
}

// giveBack keeps a connection that a test has closed, or closes it.
func (k *keptDB) giveBack(c driver.Conn, pool int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.inUse--
	for len(k.idle) <= pool {
		k.idle = append(k.idle, nil)
	}
	isUsable := k.engine.isUsable(c)
	k.isCut = k.isCut || !isUsable
	if isUsable && len(k.idle[pool]) < maxKeptConns {
		k.idle[pool] = append(k.idle[pool], c)
		return nil
	}
	return c.Close()
}

// keepingConnector connects a pool of a test to the database.
type keepingConnector struct {
	driver.Connector
	kept *keptDB
	pool int
}

func (c keepingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn := c.kept.take(c.pool)
	if conn == nil {
		var err error
		if conn, err = c.Connector.Connect(ctx); err != nil {
			c.kept.mu.Lock()
			defer c.kept.mu.Unlock()
			c.kept.inUse--
			return nil, err
		}
	}
	return c.kept.engine.withClose(conn, func() error { return c.kept.giveBack(conn, c.pool) }), nil
}

// hasEnded reports whether the process has ended that has the number with which a name begins, up to an underscore.
func hasEnded(name string) bool {
	number, _, _ := strings.Cut(name, "_")
	process, err := strconv.Atoi(number)
	return err == nil && errors.Is(syscall.Kill(process, 0), syscall.ESRCH)
}

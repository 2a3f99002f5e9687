package dbtest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"modernc.org/sqlite"

	"hawker/internal/db"
)

// ErrLost is the error of every statement while the connection is lost.
var ErrLost = errors.New("the connection to the database is lost")

// Faults decides when a database loses its connections. Safe for concurrent use.
type Faults struct {
	mu          sync.Mutex
	left        int    // statements until the next loss; 0: none is planned
	at          string // in the statement of the next loss; "": none is planned
	afterCommit bool   // a commit that is hit is done, and only its answer is lost
	lost        bool
}

// Faulty opens a new SQLite database whose connections can be lost between any two
// statements. Nothing survives but what was committed, as after a crash.
func Faulty(t testing.TB) (*db.DB, *Faults) {
	t.Helper()
	o := Migrated(t, db.SQLite)
	f := &Faults{}
	open := func(query string) *db.Pool {
		connector, err := sqlite.NewConnector("file:" + filepath.Join(o.Dir, db.File) + "?_pragma=busy_timeout(5000)&_pragma=synchronous(OFF)&_pragma=foreign_keys(ON)" + query)
		if err != nil {
			t.Fatal(err)
		}
		pool := sql.OpenDB(faultyConnector{db.CacheStatements(connector), f})
		pool.SetMaxOpenConns(1)
		t.Cleanup(func() { pool.Close() })
		return db.NewPool(pool)
	}
	return &db.DB{R: open("&_pragma=query_only(ON)"), W: open("&_txlock=immediate"), Dialect: db.SQLite}, f
}

// Lose plans to lose the connections at the n-th statement from now. A commit that it hits
// is not done, or if afterCommit it is done and only its answer is lost.
func (f *Faults) Lose(n int, afterCommit bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left, f.afterCommit = n, afterCommit
}

// LoseAt plans to lose the connections at the next statement that contains text, or if
// afterCommit after the commit that follows it: only its answer is lost.
func (f *Faults) LoseAt(text string, afterCommit bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.afterCommit = text, afterCommit
}

// Restore makes connections possible again. It returns false if none were lost.
func (f *Faults) Restore() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	lost := f.lost
	f.lost, f.left = false, 0
	return lost
}

// next counts a statement.
func (f *Faults) next(query string) (hit, afterCommit bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lost {
		return true, false
	}
	if f.left > 0 {
		f.left--
		f.lost = f.left == 0
		return f.lost, f.afterCommit
	}
	if f.at == "" || !strings.Contains(query, f.at) {
		return false, false
	}
	f.at = ""
	if f.afterCommit {
		f.left = 1
		return false, false
	}
	f.lost = true
	return true, false
}

type faultyConnector struct {
	driver.Connector
	faults *Faults
}

func (c faultyConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	return faultyConn{conn, c.faults}, err
}

type faultyConn struct {
	driver.Conn
	faults *Faults
}

func (c faultyConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if hit, _ := c.faults.next(query); hit {
		return nil, ErrLost
	}
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

func (c faultyConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if hit, _ := c.faults.next(query); hit {
		return nil, ErrLost
	}
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
}

func (c faultyConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if hit, _ := c.faults.next(""); hit {
		return nil, ErrLost
	}
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, o)
	return faultyTx{tx, c.faults}, err
}

type faultyTx struct {
	driver.Tx
	faults *Faults
}

func (t faultyTx) Commit() error {
	hit, afterCommit := t.faults.next("")
	switch {
	case !hit:
		return t.Tx.Commit()
	case afterCommit:
		return errors.Join(ErrLost, t.Tx.Commit())
	}
	return errors.Join(ErrLost, t.Rollback())
}

package db

import (
	"container/list"
	"context"
	"database/sql/driver"
	"errors"
	"strings"
)

// statementsKept is how many prepared statements a connection caches, a few
// kilobytes each. All fixed statements of frequent calls fit. Statements that are
// built from filters replace each other.
const statementsKept = 192

// CacheStatements gives every SQLite connection a cache of its prepared
// statements. The driver parses every statement again, which often takes longer than
// running it. The cache is below database/sql, so that the pool and its transactions
// share it, as pgx does for PostgreSQL.
func CacheStatements(c driver.Connector) driver.Connector { return cachingConnector{c} }

type cachingConnector struct{ driver.Connector }

func (c cachingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	base, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := base.(SQLiteConn)
	if !ok {
		return nil, errors.Join(errors.New("the SQLite driver's connection lacks a method we need"), base.Close())
	}
	return &cachingConn{SQLiteConn: conn, byText: map[string]*list.Element{}}, nil
}

// SQLiteConn are the methods of the driver's connection that database/sql, or a
// caller of sql.Conn.Raw, may use.
type SQLiteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// cachingConn is used by one goroutine at a time, as database/sql promises.
type cachingConn struct {
	SQLiteConn
	byText map[string]*list.Element
	recent list.List // of *cachedStmt, the last used first
}

// cachedStmt is a prepared statement and whether its rows are still being read.
type cachedStmt struct {
	text string
	stmt sqliteStmt
	busy bool
}

type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

func (c *cachingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.SQLiteConn.ExecContext(ctx, text, args)
	}
	return s.stmt.ExecContext(ctx, args)
}

func (c *cachingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.SQLiteConn.QueryContext(ctx, text, args)
	}
	rows, err := s.stmt.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	s.busy = true
	return &cachedRows{Rows: rows, of: s}, nil
}

// statement finds or prepares the statement of text. It returns nil while that one
// is still being read: a statement has one cursor, so the second reader must have
// its own.
func (c *cachingConn) statement(ctx context.Context, text string) (*cachedStmt, error) {
	if e, ok := c.byText[text]; ok {
		c.recent.MoveToFront(e)
		if s := e.Value.(*cachedStmt); !s.busy {
			return s, nil
		}
		return nil, nil
	}
	prepared, err := c.PrepareContext(ctx, parsedOnce(text))
	if err != nil {
		return nil, err
	}
	s := &cachedStmt{text: text, stmt: prepared.(sqliteStmt)}
	c.byText[text] = c.recent.PushFront(s)
	return s, c.closeOldest(statementsKept)
}

// parsedOnce hides the value of a limit behind a sign. SQLite would parse the statement
// again each time the value is bound, to plan for it.
func parsedOnce(text string) string { return strings.ReplaceAll(text, "LIMIT $", "LIMIT +$") }

// closeOldest closes the least recently used statements until keep are left. One that
// is being read is not closed.
func (c *cachingConn) closeOldest(keep int) error {
	var errs []error
	for e := c.recent.Back(); e != nil && c.recent.Len() > keep; {
		older := e.Prev()
		if s := e.Value.(*cachedStmt); !s.busy {
			c.recent.Remove(e)
			delete(c.byText, s.text)
			errs = append(errs, s.stmt.Close())
		}
		e = older
	}
	return errors.Join(errs...)
}

func (c *cachingConn) Close() error {
	return errors.Join(c.closeOldest(0), c.SQLiteConn.Close())
}

// cachedRows releases the statement when the rows are closed.
type cachedRows struct {
	driver.Rows
	of *cachedStmt
}

// ColumnTypeDatabaseTypeName returns the declared type, which the embedded interface
// hides. A backup needs it to distinguish flags from numbers.
func (r *cachedRows) ColumnTypeDatabaseTypeName(index int) string {
	if typed, ok := r.Rows.(driver.RowsColumnTypeDatabaseTypeName); ok {
		return typed.ColumnTypeDatabaseTypeName(index)
	}
	return ""
}

func (r *cachedRows) Close() error {
	r.of.busy = false
	return r.Rows.Close()
}

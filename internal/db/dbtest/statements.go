package dbtest

import (
	"context"
	"database/sql/driver"
	"slices"
	"sync"
	"testing"

	"hawker/internal/db"
)

// Queries are those that readers of a database made. Safe for concurrent use.
type Queries struct {
	mu  sync.Mutex
	all []Query
}

// Query is one statement with its arguments.
type Query struct {
	Text string
	Args []any
}

// Recorded opens a new database that notes the queries of its readers, and the same
// database without notes.
func Recorded(t testing.TB, d db.Dialect) (noted, plain *db.DB, made *Queries) {
	t.Helper()
	o := Migrated(t, d)
	plain = OpenAt(t, o)
	made = new(Queries)
	o.Wrap = func(c driver.Connector) driver.Connector { return recorder{c, made} }
	recorded := OpenAt(t, o)
	made.Reset() // of those of the opening
	return &db.DB{R: recorded.R, W: plain.W, Dialect: d}, plain, made
}

// Made returns the queries so far.
func (q *Queries) Made() []Query {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.all)
}

// Count returns how many there are.
func (q *Queries) Count() int64 { return int64(len(q.Made())) }

// Texts returns their statements.
func (q *Queries) Texts() (texts []string) {
	for _, made := range q.Made() {
		texts = append(texts, made.Text)
	}
	return texts
}

// Reset drops those so far.
func (q *Queries) Reset() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all = nil
}

func (q *Queries) add(text string, args []driver.NamedValue) {
	made := Query{Text: text}
	for _, arg := range args {
		made.Args = append(made.Args, arg.Value)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all = append(q.all, made)
}

// recorder opens connections that note their queries.
type recorder struct {
	driver.Connector
	made *Queries
}

func (r recorder) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := r.Connector.Connect(ctx)
	return recorded{conn, r.made}, err
}

type recorded struct {
	driver.Conn
	made *Queries
}

func (r recorded) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	r.made.add(query, args)
	return r.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

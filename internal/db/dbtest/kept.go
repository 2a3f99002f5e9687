package dbtest

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/stdlib"

	"hawker/internal/db"
)

// keptDB is a PostgreSQL database that is emptied after a test and used by the next one of the process, with its open
// connections: a new connection reads the catalog and plans every statement again, which takes longer than most tests.
type keptDB struct {
	name    string
	options db.Options

	mu      sync.Mutex
	idle    []*stdlib.Conn // the first restores
	inUse   int
	deleted int64 // rows since the database was created
}

const (
	// maxKeptConns is how many connections stay open. A race opens more, which a usual test does not need.
	maxKeptConns = 8
	// maxDeleted is when a database is dropped: deleted rows stay in its tables, and slow it down.
	maxDeleted = 5000
)

// kept are the databases that no test uses now.
var kept struct {
	sync.Mutex
	idle []*keptDB
}

// openKept opens a database that is as if it were new: one that another test has left, or a new one.
func openKept(t testing.TB) *db.DB {
	t.Helper()
	k := takeKept()
	if k == nil {
		var err error
		if k, err = newKept(); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := k.endTest(); err != nil {
			t.Errorf("leave the database for the next test: %v", err)
		}
	})
	o := k.options
	o.Wrap = func(c driver.Connector) driver.Connector { return keepingConnector{c, k} }
	return OpenAt(t, o)
}

// takeKept returns a database that no test uses, or nil.
func takeKept() *keptDB {
	kept.Lock()
	defer kept.Unlock()
	return pop(&kept.idle)
}

// pop takes the last one of a list, or nil.
func pop[T any](list *[]*T) (last *T) {
	if n := len(*list); n > 0 {
		last, *list = (*list)[n-1], (*list)[:n-1]
	}
	return last
}

func newKept() (*keptDB, error) {
	if err := dropLeftBehindOnce(); err != nil {
		return nil, err
	}
	template, err := postgresTemplate()
	if err != nil {
		return nil, err
	}
	k := &keptDB{name: fmt.Sprintf("%s%d_%s", keptPrefix, os.Getpid(), uuid.NewString())}
	if err := createAs(k.name, template); err != nil {
		return nil, err
	}
	if k.options, err = database(k.name); err != nil {
		return nil, err
	}
	return k, prepareRestore(context.Background(), k.options)
}

const keptPrefix = "kept_" // the id of the process follows

var dropLeftBehindOnce = sync.OnceValue(dropLeftBehind)

// dropLeftBehind drops the databases that processes had kept until they ended. Several processes may do it at once.
func dropLeftBehind() error {
	pool, err := admin()
	if err != nil {
		return err
	}
	names, err := db.Many[string](context.Background(), db.NewPool(pool), `SELECT datname FROM pg_database WHERE starts_with(datname, $1)`, keptPrefix)
	if err != nil {
		return err
	}
	for _, name := range names {
		id, _, _ := strings.Cut(strings.TrimPrefix(name, keptPrefix), "_")
		process, err := strconv.Atoi(id)
		if err != nil || syscall.Kill(process, 0) == nil {
			continue
		}
		if err := dropDatabase(name); err != nil {
			return err
		}
	}
	return nil
}

// endTest leaves the database for the next test if it can be restored, and drops it otherwise.
func (k *keptDB) endTest() error {
	isRestored, err := k.restore(context.Background())
	if err == nil && isRestored {
		kept.Lock()
		defer kept.Unlock()
		kept.idle = append(kept.idle, k)
		return nil
	}
	for _, c := range k.idle {
		err = errors.Join(err, c.Close())
	}
	return errors.Join(err, dropDatabase(k.name))
}

// restore returns whether the database is as new again.
func (k *keptDB) restore(ctx context.Context) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.inUse > 0 || len(k.idle) == 0 {
		return false, nil
	}
	conn := k.idle[0].Conn()
	var deleted *int64
	err := conn.QueryRow(ctx, `SELECT kept.restore()`).Scan(&deleted)
	if conn.IsClosed() { // the server has ended it during the test
		return false, nil
	}
	if err != nil || deleted == nil {
		return false, err
	}
	k.deleted += *deleted
	return k.deleted < maxDeleted, nil
}

// take returns a connection that is open already, or nil.
func (k *keptDB) take() *stdlib.Conn {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.inUse++
	return pop(&k.idle)
}

// giveBack keeps a connection that a test has closed, or closes it.
func (k *keptDB) giveBack(c *stdlib.Conn) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.inUse--
	isUsable := !c.Conn().IsClosed() && c.Conn().PgConn().TxStatus() == 'I' // outside of a transaction
	if isUsable && len(k.idle) < maxKeptConns {
		k.idle = append(k.idle, c)
		return nil
	}
	return c.Close()
}

// keepingConnector connects a test to the database.
type keepingConnector struct {
	driver.Connector
	kept *keptDB
}

func (c keepingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	if conn := c.kept.take(); conn != nil {
		return keptConn{conn, c.kept}, nil
	}
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		c.kept.mu.Lock()
		defer c.kept.mu.Unlock()
		c.kept.inUse--
		return nil, err
	}
	return keptConn{conn.(*stdlib.Conn), c.kept}, nil
}

type keptConn struct {
	*stdlib.Conn
	kept *keptDB
}

func (c keptConn) Close() error { return c.kept.giveBack(c.Conn) }

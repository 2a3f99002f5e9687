package dbtest

import (
	"context"
	"database/sql/driver"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/stdlib"

	"hawker/internal/db"
)

// keptPostgres is a database on the shared server.
type keptPostgres struct {
	name    string
	deleted int64 // rows since the database was created
}

// maxDeleted is when a database is dropped: deleted rows stay in its tables, and slow it down.
const maxDeleted = 5000

const keptPrefix = "kept_" // the id of the process follows

func newKeptPostgres() (*keptDB, error) {
	if err := dropLeftBehindOnce(); err != nil {
		return nil, err
	}
	template, err := postgresTemplate()
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s%d_%s", keptPrefix, os.Getpid(), uuid.NewString())
	if err := createAs(name, template); err != nil {
		return nil, err
	}
	o, err := database(name)
	if err != nil {
		return nil, err
	}
	return &keptDB{engine: &keptPostgres{name: name}, options: o}, prepareRestore(context.Background(), o)
}

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
		if !hasEnded(strings.TrimPrefix(name, keptPrefix)) {
			continue
		}
		if err := dropDatabase(name); err != nil {
			return err
		}
	}
	return nil
}

func (k *keptPostgres) restore(ctx context.Context, c driver.Conn) (bool, error) {
	conn := c.(*stdlib.Conn).Conn()
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

func (k *keptPostgres) drop() error { return dropDatabase(k.name) }

func (k *keptPostgres) isUsable(c driver.Conn) bool {
	conn := c.(*stdlib.Conn).Conn()
	return !conn.IsClosed() && conn.PgConn().TxStatus() == 'I' // outside of a transaction
}

func (k *keptPostgres) withClose(c driver.Conn, end func() error) driver.Conn {
	return postgresConn{c.(*stdlib.Conn), end}
}

type postgresConn struct {
	*stdlib.Conn
	end func() error
}

func (c postgresConn) Close() error { return c.end() }

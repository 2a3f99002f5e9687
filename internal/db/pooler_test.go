package db_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Statements, locks and time limits hold through a pooler in transaction mode, whose few
// connections serve many transactions in turn.
func TestThroughAPooler(t *testing.T) {
	t.Parallel()
	o := dbtest.ThroughPgBouncer(t, dbtest.Migrated(t, db.Postgres))
	d := dbtest.OpenAt(t, o)
	if err := db.Migrate(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 * dbtest.PoolerConns {
		all.Go(func() {
			for range 25 {
				if err := countUp(t.Context(), d); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	n, err := db.One[int64](t.Context(), d.R, `SELECT revision FROM catalog_revision`)
	if want := int64(25 * 4 * dbtest.PoolerConns); err != nil || n != want {
		t.Errorf("counted %d, %v; want %d", n, err, want)
	}
	idle, err := db.One[string](t.Context(), d.R, `SHOW idle_in_transaction_session_timeout`)
	if err != nil || idle != "0" {
		t.Errorf("a setting of a transaction stayed in its connection: %s, %v", idle, err)
	}
}

// countUp reads and writes a row that a lock protects.
func countUp(ctx context.Context, d *db.DB) error {
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		if err := db.Lock(ctx, tx, "counter"); err != nil {
			return err
		}
		idle, err := db.One[string](ctx, tx, `SHOW idle_in_transaction_session_timeout`)
		if err != nil || idle != "15s" {
			return errors.Join(err, errors.New("a transaction may be idle for "+idle))
		}
		before, err := db.Many[int64](ctx, tx, `SELECT revision FROM catalog_revision`)
		if err != nil {
			return err
		}
		next := int64(1)
		if len(before) > 0 {
			next = before[0] + 1
		}
		_, err = db.Exec(ctx, tx, `INSERT INTO catalog_revision (id, revision) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET revision = $1`, next)
		return err
	})
}

// Without the address of PostgreSQL itself, the error says that it is missing.
func TestPoolerWithoutADirectAddress(t *testing.T) {
	t.Parallel()
	o := dbtest.ThroughPgBouncer(t, dbtest.Migrated(t, db.Postgres))
	o.DirectURL = ""
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		d, err := db.Open(t.Context(), o)
		if err == nil {
			d.Close()
			continue // the same connection has served all of it
		}
		if fault, ok := errors.AsType[*db.Fault](err); !ok || !strings.Contains(fault.Help(), "--database-direct-url") {
			t.Errorf("%v, want help", err)
		}
		return
	}
	t.Error("nothing failed")
}

package db_test

import (
	"context"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// checkTime is how long the check of readiness takes at most.
const checkTime = 2 * time.Second

func responds(d *db.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	return d.Responds(ctx)
}

// occupy uses connections in transactions that read, until the test ends or the returned
// function is called.
func occupy(t *testing.T, d *db.DB, connections int) (release func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	began, ended := make(chan struct{}), make(chan struct{}, connections)
	for range connections {
		go func() {
			_ = db.Snapshot(ctx, d, func(*db.Tx) error {
				began <- struct{}{}
				<-ctx.Done()
				return nil
			})
			ended <- struct{}{}
		}()
		<-began
	}
	return func() {
		cancel()
		for range connections {
			<-ended
		}
	}
}

// A database responds also while all connections are in use.
func TestResponds_whileThePoolIsBusy(t *testing.T) {
	t.Parallel()
	for dialect, conns := range map[db.Dialect]int{db.SQLite: 4, db.Postgres: 2} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			o := dbtest.Migrated(t, dialect)
			o.Conns = conns
			d := dbtest.OpenAt(t, o)
			if err := responds(d); err != nil {
				t.Errorf("at rest: %v", err)
			}
			defer occupy(t, d, conns)()
			if err := responds(d); err != nil {
				t.Errorf("busy: %v", err)
			}
		})
	}
}

// On SQLite, it responds also while another program writes for long and the writer waits.
func TestResponds_whileAnotherProgramWrites(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	d, importer := dbtest.OpenAt(t, o), dbtest.OpenAt(t, o)
	err := db.InTx(t.Context(), importer, func(*db.Tx) error {
		waiting, stop := context.WithTimeout(t.Context(), 3*time.Second)
		defer stop()
		go func() { _ = db.InTx(waiting, d, func(*db.Tx) error { return nil }) }()
		for d.Figures()["write"].InUse == 0 {
			time.Sleep(time.Millisecond)
		}
		if err := responds(d); err != nil {
			t.Error(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A dead database is noticed, also by a pool whose connections all wait for it.
func TestResponds_noticesADeadDatabase(t *testing.T) {
	t.Parallel()
	for name, busy := range map[string]int{"at rest": 0, "busy": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy := dbtest.Through(t, dbtest.Migrated(t, db.Postgres))
			proxy.Options.Conns = 2
			d := dbtest.OpenAt(t, proxy.Options)
			release := occupy(t, d, busy)
			proxy.Drop()
			if err := responds(d); err == nil {
				t.Error("a database that does not respond was not noticed")
			}
			proxy.Forward()
			release()
		})
	}
}

package db_test

import (
	"context"
	"errors"
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
		for d.Stats()["write"].InUse == 0 {
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

// While another program writes, the check waits for nobody.
func TestResponds_isQuickWhileAnotherProgramWrites(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	d, importer := dbtest.OpenAt(t, o), dbtest.OpenAt(t, o)
	err := db.InTx(t.Context(), importer, func(*db.Tx) error {
		began := time.Now()
		if err := responds(d); err != nil || time.Since(began) > 4*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		return nil
	})
	if err := errors.Join(err, deleteRow(t, d)); err != nil {
		t.Error(err)
	}
}

// SQLite that takes no writes, such as on a full disk, is noticed until it takes them again.
func TestResponds_noticesASQLiteThatTakesNoWrites(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenAt(t, dbtest.Migrated(t, db.SQLite))
	refuse := func(how string) {
		t.Helper()
		if _, err := db.Conns(d.W).ExecContext(t.Context(), `PRAGMA query_only = `+how); err != nil {
			t.Fatal(err)
		}
	}
	refuse("ON")
	for range 2 {
		mustBeUnavailable(t, d)
	}
	writer, err := db.Conns(d.W).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := responds(d); !errors.Is(err, db.ErrUnavailable) {
		t.Errorf("while somebody uses the writer: %v", err)
	}
	writer.Close()
	refuse("OFF")
	if err := errors.Join(responds(d), deleteRow(t, d)); err != nil {
		t.Errorf("it takes writes again: %v", err)
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

// A server that takes no writes, such as one that a failover has made a standby, is not
// connected to until it takes them again.
func TestResponds_needsAServerThatTakesWrites(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.Postgres)
	o.Conns = 1
	owner := dbtest.OpenAt(t, o)
	o.Conns = 2
	d := openInstance(t, o)
	setDefault(t, owner, `SET default_transaction_read_only = on`)
	mustBeUnavailable(t, d)
	_, err := db.OpenInstance(t.Context(), o)
	if fault, ok := errors.AsType[*db.Fault](err); !ok || fault.Help() == "" {
		t.Errorf("another instance starts: %v, want help", err)
	}
	if reader, err := db.Open(t.Context(), o); err != nil {
		t.Errorf("a command that only reads: %v", err)
	} else {
		reader.Close()
	}
	setDefault(t, owner, `RESET default_transaction_read_only`)
	if err := errors.Join(responds(d), deleteRow(t, d)); err != nil {
		t.Errorf("it takes writes again: %v", err)
	}
}

// A connection that takes no writes any more is closed by the first that fails.
func TestWrites_closeAConnectionThatTakesNone(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.Postgres)
	o.Conns = 1
	d := openInstance(t, o)
	if _, err := db.Conns(d.W).ExecContext(t.Context(), `SET default_transaction_read_only = on`); err != nil {
		t.Fatal(err)
	}
	mustBeUnavailable(t, d)
	if err := errors.Join(responds(d), deleteRow(t, d)); err != nil {
		t.Errorf("with the next connection: %v", err)
	}
}

func openInstance(t *testing.T, o db.Options) *db.DB {
	t.Helper()
	d, err := db.OpenInstance(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if err := errors.Join(responds(d), deleteRow(t, d)); err != nil {
		t.Fatal(err)
	}
	return d
}

// mustBeUnavailable checks that the database does not respond, and refuses a write.
func mustBeUnavailable(t *testing.T, d *db.DB) {
	t.Helper()
	for _, err := range []error{responds(d), deleteRow(t, d)} {
		if !errors.Is(err, db.ErrUnavailable) {
			t.Errorf("without writes: %v, want it to be unavailable", err)
		}
	}
}

func deleteRow(t *testing.T, d *db.DB) error {
	t.Helper()
	return db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `DELETE FROM subscribers`)
		return err
	})
}

// setDefault changes a default of the database, and ends the sessions that have the old one.
func setDefault(t *testing.T, owner *db.DB, change string) {
	t.Helper()
	if _, err := db.Conns(owner.W).ExecContext(t.Context(), `
		DO $$ BEGIN
			EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' `+change+`';
			PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
		END $$`); err != nil {
		t.Fatal(err)
	}
}

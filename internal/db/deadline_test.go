package db_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

// callTime is the deadline of a call in these tests, and giveUp is when they fail.
// Connecting has no more time than a call, so callTime must do on a busy machine.
const (
	callTime = 2 * time.Second
	giveUp   = 30 * time.Second
)

// calls are all ways to call the database, each without a deadline of the caller.
var calls = map[string]func(d *db.DB) error{
	"one":  func(d *db.DB) error { _, err := db.One[int](context.Background(), d.R, `SELECT 1`); return err },
	"many": func(d *db.DB) error { _, err := db.Many[int](context.Background(), d.R, `SELECT 1`); return err },
	"rows": func(d *db.DB) error {
		rows, err := d.R.QueryContext(context.Background(), `SELECT 1`)
		if err == nil {
			err = errors.Join(rows.Err(), rows.Close())
		}
		return err
	},
	"transaction": func(d *db.DB) error { return db.InTx(context.Background(), d, func(*db.Tx) error { return nil }) },
	"snapshot":    func(d *db.DB) error { return db.Snapshot(context.Background(), d, func(*db.Tx) error { return nil }) },
	"ping":        func(d *db.DB) error { return d.Ping(context.Background()) },
}

// mustReturn calls f, and fails if it does not return.
func mustReturn(t *testing.T, what string, f func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-time.After(giveUp):
		t.Fatalf("%s waits for ever", what)
		return nil
	}
}

func TestNoCallWaitsForEver(t *testing.T) {
	t.Parallel()
	proxy := dbtest.Through(t, dbtest.Empty(t, db.Postgres))
	proxy.Options.CallTime = callTime
	for name, call := range calls {
		d := dbtest.OpenAt(t, proxy.Options)
		proxy.Drop()
		if err := mustReturn(t, name, func() error { return call(d) }); errs.From(err).Code != errs.Unavailable {
			t.Errorf("%s: %v, want unavailable", name, err)
		}
		proxy.Failover()
		if err := mustReturn(t, name, func() error { return call(d) }); err != nil {
			t.Errorf("%s after the failover: %v", name, err)
		}
	}
}

// When the connection of a transaction dies, its statement, its rollback and its
// commit return, and the connection leaves the pool.
func TestNoTransactionWaitsForEver(t *testing.T) {
	t.Parallel()
	proxy := dbtest.Through(t, dbtest.Empty(t, db.Postgres))
	proxy.Options.CallTime = callTime
	d := dbtest.OpenAt(t, proxy.Options)
	mistake := errors.New("no stock")
	for name, step := range map[string]func(tx *db.Tx) error{
		"statement": func(tx *db.Tx) error { _, err := db.Exec(context.Background(), tx, `SELECT 1`); return err },
		"read":      func(tx *db.Tx) error { _, err := db.One[int](context.Background(), tx, `SELECT 1`); return err },
		"rollback":  func(*db.Tx) error { return mistake },
		"commit":    func(*db.Tx) error { return nil },
	} {
		err := mustReturn(t, name, func() error {
			return db.InTx(context.Background(), d, func(tx *db.Tx) error {
				proxy.Drop()
				return step(tx)
			})
		})
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		proxy.Failover()
	}
	if _, err := db.One[int](t.Context(), d.R, `SELECT 1`); err != nil {
		t.Error(err)
	}
}

// All connections of the pool are dead, but new ones work. A call succeeds within
// its deadline.
func TestDeadConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	proxy := dbtest.Through(t, dbtest.Empty(t, db.Postgres))
	proxy.Options.CallTime = 4 * time.Second
	d := dbtest.OpenAt(t, proxy.Options)
	fill := func() (failed int) {
		var wg sync.WaitGroup
		var mu sync.Mutex
		for range 12 {
			wg.Go(func() {
				if _, err := db.Many[int](t.Context(), d.R, `SELECT 1 FROM pg_sleep(0.3)`); err != nil {
					mu.Lock()
					defer mu.Unlock()
					failed++
				}
			})
		}
		wg.Wait()
		return failed
	}
	if n := fill(); n > 0 {
		t.Fatalf("%d calls failed", n)
	}
	if open := db.Conns(d.R).Stats().OpenConnections; open < 6 {
		t.Fatalf("only %d connections were opened", open)
	}
	proxy.Drop()
	proxy.Failover()
	time.Sleep(time.Second) // longer than unusedTime, so each connection is checked
	if n := fill(); n > 0 {
		t.Errorf("%d calls failed after the failover", n)
	}
}

// The server rolls back a transaction whose client is gone.
func TestALostTransactionReleasesItsLocks(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	proxy := dbtest.Through(t, o)
	proxy.Options.CallTime = callTime
	lost, d := dbtest.OpenAt(t, proxy.Options), dbtest.OpenAt(t, o)
	write(t, d, fruits)
	mango(t, d, 3)
	err := db.InTx(t.Context(), lost, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `UPDATE fruits SET stock = 2`)
		proxy.Drop()
		return err
	})
	if err == nil {
		t.Fatal("committed through a dead connection")
	}
	write(t, d, `UPDATE fruits SET stock = 1`)
}

func TestLongWorkHasItsTime(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	o.CallTime = callTime
	d := dbtest.OpenAt(t, o)
	const slow = `SELECT 1 FROM pg_sleep(3)`
	ctx := db.Long(t.Context())
	if _, err := db.One[int](ctx, d.R, slow); err != nil {
		t.Errorf("long: %v", err)
	}
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		time.Sleep(callTime + callTime/2) // the server must not end an idle transaction
		_, err := db.One[int](t.Context(), tx, slow)
		return err
	})
	if err != nil {
		t.Errorf("long transaction: %v", err)
	}
	if _, err := db.One[int](t.Context(), d.R, slow); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("not long: %v", err)
	}
}

// An error about the database says where it is and what helps. A shopper gets a 503.
func TestFaultsNameTheDatabaseAndTheRemedy(t *testing.T) {
	t.Parallel()
	server := dbtest.Empty(t, db.Postgres)
	folder := t.TempDir()
	for _, made := range []string{filepath.Join(folder, "taken", db.File), filepath.Join(folder, "broken")} {
		if err := os.MkdirAll(made, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "broken", db.File), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		o    db.Options
		want []string // of error and help
		code errs.Code
	}{
		{"a folder in the file's place", db.Options{Dir: filepath.Join(folder, "taken")}, []string{folder + "/taken/hawker.db", "is a folder"}, errs.Unavailable},
		{"another file", db.Options{Dir: filepath.Join(folder, "broken")}, []string{folder + "/broken/hawker.db", "Restore a backup"}, errs.Internal},
		{"no server", db.Options{URL: "postgres://asha:secret@127.0.0.1:1/town"}, []string{"127.0.0.1:1", "database town", "No server listens there"}, errs.Unavailable},
		{"no such host", db.Options{URL: "postgres://asha:secret@no.such.host.invalid/town"}, []string{"no.such.host.invalid", "name"}, errs.Unavailable},
		{"no such database", db.Options{URL: strings.Replace(server.URL, "/case_", "/none_", 1)}, []string{"none_", "createdb"}, errs.Unavailable},
	} {
		_, err := db.Open(t.Context(), tt.o)
		fault, ok := errors.AsType[*db.Fault](err)
		if !ok {
			t.Errorf("%s: %v is not a Fault", tt.name, err)
			continue
		}
		said := err.Error() + "\n" + fault.Help()
		for _, part := range tt.want {
			if !strings.Contains(said, part) {
				t.Errorf("%s says %q, want %q in it", tt.name, said, part)
			}
		}
		if strings.Contains(said, "secret") {
			t.Errorf("%s contains the password: %s", tt.name, said)
		}
		if e := errs.From(err); e.Code != tt.code || (e.Code == errs.Unavailable) != (e.RetryAfter > 0) {
			t.Errorf("%s is %s with Retry-After %v to a shopper", tt.name, e.Code, e.RetryAfter)
		}
	}
}

func TestMustExistCreatesNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "mistyped")
	if _, err := db.Open(t.Context(), db.Options{Dir: folder, MustExist: true}); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("opened: %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder was created")
	}
}

// A server that stops during a call is a 503 with Retry-After, too.
func TestALostConnectionIsUnavailable(t *testing.T) {
	t.Parallel()
	proxy := dbtest.Through(t, dbtest.Empty(t, db.Postgres))
	d := dbtest.OpenAt(t, proxy.Options)
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		proxy.Cut()
		_, err := db.One[int](t.Context(), tx, `SELECT 1`)
		return err
	})
	if !errors.Is(err, db.ErrUnavailable) || errs.From(err).RetryAfter == 0 {
		t.Errorf("%v", err)
	}
	err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.One[int](t.Context(), tx, `SELECT 1 FROM pg_terminate_backend(pg_backend_pid())`)
		return err
	})
	if !errors.Is(err, db.ErrUnavailable) {
		t.Errorf("terminated: %v", err)
	}
}

// Since PostgreSQL 15, only the owner of a database may create tables there.
func TestMigrate_saysThatTheUserMustOwnTheDatabase(t *testing.T) {
	t.Parallel()
	o := dbtest.Empty(t, db.Postgres)
	address, err := url.Parse(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	role := "user_of_" + strings.TrimPrefix(address.Path, "/")
	owner := dbtest.OpenAt(t, o)
	if _, err := db.Conns(owner.W).ExecContext(t.Context(), `CREATE ROLE "`+role+`" LOGIN`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Conns(owner.W).ExecContext(context.Background(), `DROP ROLE "`+role+`"`); err != nil {
			t.Error(err)
		}
	})
	address.User = url.User(role)
	err = db.Migrate(t.Context(), dbtest.OpenAt(t, db.Options{URL: address.String()}))
	fault, ok := errors.AsType[*db.Fault](err)
	if !ok || !strings.Contains(fault.Help(), "createdb --owner") {
		t.Errorf("error is %v, want help", err)
	}
}

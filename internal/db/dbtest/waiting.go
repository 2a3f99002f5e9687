package dbtest

import (
	"context"
	"flag"
	"strconv"
	"testing"
	"time"

	"hawker/internal/db"
)

// WaitUntilOneWaits returns once a transaction waits for a lock, after two seconds at the latest. On SQLite it
// returns at once.
func WaitUntilOneWaits(t testing.TB, d *db.DB) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if d.Dialect != db.Postgres {
			return
		}
		n, err := db.One[int64](context.Background(), d.R, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if err != nil {
			t.Error(err)
		}
		if n > 0 {
			return
		}
	}
}

// DoesNotWrite fails the test if the call fails or waits for the writer of SQLite, which a
// transaction holds meanwhile.
func DoesNotWrite(t testing.TB, d *db.DB, call func(context.Context) error) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(*db.Tx) error {
		short, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		return call(short)
	})
	if err != nil {
		t.Errorf("beside a change: %v", err)
	}
}

// RunSideBySide runs up to max tests of a package at once, however few processors there are: for tests that often wait
// for time limits or for other programs.
func RunSideBySide(m *testing.M, max int) (status int) {
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(max)); err != nil {
		panic(err)
	}
	return m.Run()
}

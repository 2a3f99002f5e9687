package db_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A call that finds all connections in use is counted, with how long it waited.
func TestWaitsForAConnectionAreCounted(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		name, limit := "write", 1
		if d.Dialect == db.Postgres {
			name, limit = "all", db.DefaultConns
		}
		if f := d.Stats()[name]; f.Max != limit || f.InUse != 0 || f.Waits != 0 {
			t.Fatalf("unused: %+v", f)
		}
		release, running, ended := make(chan struct{}), make(chan struct{}), make(chan error, limit+1)
		use := func() {
			ended <- db.InTx(t.Context(), d, func(*db.Tx) error { running <- struct{}{}; <-release; return nil })
		}
		for range limit {
			go use()
			<-running
		}
		go use()
		time.Sleep(50 * time.Millisecond) // the last one waits
		if f := d.Stats()[name]; f.InUse != limit || f.Open != limit {
			t.Errorf("all in use: %+v", f)
		}
		close(release)
		<-running
		for range limit + 1 {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		if f := d.Stats()[name]; f.Waits != 1 || f.Waited <= 0 || f.InUse != 0 {
			t.Errorf("after a wait: %+v", f)
		}
	})
}

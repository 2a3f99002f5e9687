package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// replicated is a town whose catalogue is read from a replica.
type replicated struct {
	*running
	primary, replica *db.DB
	server           *dbtest.Server // of the replica
}

// The catalogue is read from the replica and not from the primary. Without the replica, or
// while it is behind, the primary is read, and no call fails. An order reads the primary, and
// what is left after it is seen at once.
func TestCatalogueIsReadFromTheReplica(t *testing.T) {
	t.Parallel()
	r := startReplicated(t)
	r.awaitUsed(1)
	r.readsGoTo(r.replica, r.primary)
	r.showsWithin("Renamed burger", 3*time.Second)

	r.server.Halt()
	r.listItems(20) // none may fail, also the first
	r.awaitUsed(0)
	if err := r.server.Start(); err != nil {
		t.Fatal(err)
	}
	r.listItems(5)
	r.awaitUsed(1)
	r.readsGoTo(r.replica, r.primary)

	r.exec(r.replica, `SELECT pg_wal_replay_pause()`)
	r.seesOwnOrder()
	r.showsWithin("Burger of the primary", db.MaxDelay+4*time.Second)
	r.awaitUsed(0)
	r.exec(r.replica, `SELECT pg_wal_replay_resume()`)
	r.awaitUsed(1)
	if name := r.itemName(); name != "Burger of the primary" {
		t.Errorf("after the replica came back, the item is called %q", name)
	}
}

func startReplicated(t *testing.T) *replicated {
	t.Helper()
	primary, replica := dbtest.WithReplica(t)
	data := []string{"--data", t.TempDir(), "--database-url", primary.URL}
	r := &replicated{server: replica, running: startCommand(t, data, "demo", "--staff", "off", "--rate-limits", "off",
		"--metrics-addr", "127.0.0.1:0", "--database-read-url", replica.URL)}
	r.primary = dbtest.OpenAt(t, db.Options{URL: primary.URL, Conns: 4})
	r.replica = dbtest.OpenAt(t, db.Options{URL: replica.URL, Conns: 4})
	return r
}

// awaitUsed waits until the metric says that the replica is used, or not.
func (r *replicated) awaitUsed(want float64) {
	r.t.Helper()
	began := time.Now()
	for r.scrape().highest("hawker_db_replica_used") != want {
		if time.Since(began) > 15*time.Second {
			r.t.Fatalf("hawker_db_replica_used is not %v after %v", want, time.Since(began))
		}
		time.Sleep(50 * time.Millisecond)
	}
	r.t.Logf("hawker_db_replica_used is %v after %v", want, time.Since(began).Round(10*time.Millisecond))
}

// listItems requests lists that no cache has.
func (r *replicated) listItems(n int) {
	r.t.Helper()
	for i := range n {
		r.call("GET", fmt.Sprintf("/items?limit=20&offset=%d&min_price=%d", 1+i%10, i), nil, nil, nil)
		time.Sleep(20 * time.Millisecond)
	}
}

// readsGoTo checks that lists read the items of one database, and not of the other. PostgreSQL
// counts up to ten seconds late, so a first try may count what was read before it.
func (r *replicated) readsGoTo(one, other *db.DB) {
	r.t.Helper()
	for range 3 {
		time.Sleep(1500 * time.Millisecond)
		before, otherBefore := r.scans(one), r.scans(other)
		r.listItems(100)
		time.Sleep(1500 * time.Millisecond)
		scans, otherScans := r.scans(one)-before, r.scans(other)-otherBefore
		r.t.Logf("100 lists made %d scans of items on one database and %d on the other", scans, otherScans)
		if scans >= 50 && otherScans <= scans/10 {
			return
		}
	}
	r.t.Error("the reads went to the wrong database")
}

// scans counts how often the items were read.
func (r *replicated) scans(d *db.DB) int64 {
	r.t.Helper()
	n, err := db.One[int64](r.t.Context(), d.R, `SELECT seq_scan + COALESCE(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'items'`)
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

// showsWithin renames an item, and waits until the shop shows the new name.
func (r *replicated) showsWithin(name string, limit time.Duration) {
	r.t.Helper()
	ctx := r.t.Context()
	err := db.InTx(ctx, r.primary, func(tx *db.Tx) error {
		revision, err := catalog.NextRevision(ctx, tx)
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, tx, `UPDATE items SET name = $1, revision = $2 WHERE id = 1`, name, revision)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	began := time.Now()
	for r.itemName() != name {
		if time.Since(began) > limit {
			r.t.Fatalf("%q is not shown after %v", name, limit)
		}
		time.Sleep(20 * time.Millisecond)
	}
	r.t.Logf("%q is shown after %v", name, time.Since(began).Round(10*time.Millisecond))
}

func (r *replicated) itemName() string {
	r.t.Helper()
	var i struct{ Name string }
	r.call("GET", "/items/1", nil, nil, &i)
	return i.Name
}

// seesOwnOrder orders a counted item while the replica stands still.
func (r *replicated) seesOwnOrder() {
	r.t.Helper()
	d, left := r.findCounted()
	r.order(d, "counted-item")
	var i struct{ Stock int64 }
	r.call("GET", fmt.Sprintf("/items/%d", d.item), nil, nil, &i)
	if want := left - ordered; i.Stock != want {
		r.t.Errorf("after the order %d are left, want %d", i.Stock, want)
	}
}

// ordered is how many units each order of these tests has.
const ordered = 5

// findCounted finds an item with a stock, at the store of a dinner.
func (r *replicated) findCounted() (dinner, int64) {
	r.t.Helper()
	d := r.findDinner()
	ctx := r.t.Context()
	err := db.InTx(ctx, r.primary, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `INSERT INTO stock (item_id, variation, quantity) VALUES ($1, '', 100)`, d.item)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return d, 100
}

func (r *replicated) exec(d *db.DB, query string) {
	r.t.Helper()
	if _, err := db.Many[*string](context.Background(), d.R, query); err != nil {
		r.t.Fatal(err)
	}
}

// SQLite has no replica, and a replica needs its primary.
func TestReplicaNeedsPostgres(t *testing.T) {
	t.Parallel()
	r := &running{t: t, data: []string{"--data", t.TempDir()}}
	_, err := r.command("serve", "--database-read-url", "postgres://localhost/town")
	if err == nil || !strings.Contains(err.Error(), "SQLite has none") {
		t.Errorf("%v, want a refusal", err)
	}
}

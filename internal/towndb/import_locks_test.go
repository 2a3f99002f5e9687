package towndb_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/sales"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// On PostgreSQL, an import in the middle of its work keeps nobody waiting who changes the
// hours of a store that it has not changed. It locks rows in the order in which a delivery
// does, so that they do not deadlock, whatever the order of the files is.
func TestImport_TRAP_D32_letsOthersWork(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		tagline   string // of the store
		delivered string
		at        string // where the import waits
		waits     bool   // the delivery, for the import
	}{
		{"items that it has written", "", `slug IN ('tart', 'cake')`, "rice", true},
		{"a store that it has written, and an item that it has not", "Since 1907", `slug = 'wine'`, "rice", true},
		{"items of two pages, of which it has written none", "", `slug IN ('soup', 'item-500')`, "tart", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, town := dbtest.Open(t, db.Postgres), manyItems()
			importTown(t, d, town, towndb.Options{})
			ordered(t, d)
			execAll(t, d, `INSERT INTO order_lines (order_id, item_id, variation, name, picture, options, quantity, unit_price, discount, tax, total)
				SELECT 7, id, '', '', '', '', 2, 0, 0, 0, 0 FROM items WHERE `+tt.delivered)
			for i := range town.Items {
				town.Items[i].Name += " of the day"
			}
			town.Stores[0].Tagline = tt.tagline
			slices.Reverse(town.Items)

			release := hold(t, d, `UPDATE items SET name = name WHERE slug = '`+tt.at+`'`)
			imported := inBackground(func() error {
				_, err := towndb.Import(t.Context(), d, town, towndb.Options{Now: noon})
				return err
			})
			waitForLocks(t, d, 1)
			var deliveries atomic.Int32
			delivered := inBackground(func() error {
				return db.InTx(t.Context(), d, func(tx *db.Tx) error {
					deliveries.Add(1)
					return sales.Count(t.Context(), tx, 7, one(t, d, `SELECT store_id FROM orders`), noon)
				})
			})
			if tt.waits {
				waitForLocks(t, d, 2)
			}
			soon, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			other := one(t, d, `SELECT id FROM stores WHERE slug = 'other'`)
			if err := catalog.New(d, clock.NewManual(noon)).SetHours(soon, other, catalog.WeekHours{Always: true}, nil); err != nil {
				t.Errorf("the hours of another store: %v", err)
			}
			known := one(t, d, `SELECT revision FROM catalog_revision`)
			if !tt.waits {
				ends(t, "the delivery", delivered)
			}
			release()
			if tt.waits {
				ends(t, "the delivery", delivered)
			}
			ends(t, "the import", imported)
			if n := one(t, d, `SELECT COUNT(*) FROM items WHERE revision > $1`, known); n != int64(len(town.Items)) {
				t.Errorf("who knows revision %d reads %d items", known, n)
			}
			if n := one(t, d, `SELECT COUNT(*) FROM items WHERE sold_count <> CASE WHEN `+tt.delivered+` THEN 2 ELSE 0 END`); n != 0 {
				t.Errorf("the sales of %d items are wrong", n)
			}
			// Each run of an import takes an id for each item, also one that was rolled back.
			if imports := one(t, d, `SELECT last_value FROM items_id_seq`) / int64(len(town.Items)); imports != 2 || deliveries.Load() != 1 {
				t.Errorf("%d imports and %d deliveries ran: there was a deadlock", imports, deliveries.Load())
			}
		})
	}
}

// manyItems returns a town with items of one store that fill two pages of an import, in no
// order of their slugs, and another store.
func manyItems() *townfile.Town {
	town := small()
	item, store := town.Items[0], town.Stores[0]
	town.Items, town.Reviews, town.Translations = nil, nil, nil
	slugs := []string{"tart", "soup", "rice", "cake", "wine"}
	for len(slugs) <= 500 {
		slugs = append(slugs, fmt.Sprint("item-", len(slugs)))
	}
	for _, slug := range slugs {
		item.Slug = slug
		town.Items = append(town.Items, item)
	}
	store.Slug = "other"
	town.Stores = append(slices.Clone(town.Stores), store)
	return town
}

// hold runs a statement in a transaction that lasts until the returned function is called.
func hold(t *testing.T, d *db.DB, query string) (release func()) {
	t.Helper()
	held, end := make(chan struct{}), make(chan struct{})
	ended := inBackground(func() error {
		return db.InTx(context.Background(), d, func(tx *db.Tx) error {
			_, err := db.Exec(context.Background(), tx, query)
			close(held)
			<-end
			return err
		})
	})
	<-held
	return func() {
		close(end)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func inBackground(do func() error) chan error {
	end := make(chan error, 1)
	go func() { end <- do() }()
	return end
}

func ends(t *testing.T, what string, end chan error) {
	t.Helper()
	select {
	case err := <-end:
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	case <-time.After(10 * time.Second):
		t.Errorf("%s waits", what)
	}
}

// waitForLocks waits until n connections wait for locks.
func waitForLocks(t *testing.T, d *db.DB, n int64) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		waiting := one(t, d, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if waiting == n {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d wait for locks, want %d", waiting, n)
		}
	}
}

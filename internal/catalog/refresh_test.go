package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Another instance shows within a second what was written: what is new, what
// changed, and no longer what was taken away, by itself or with its store.
func TestItems_ShowWhatAnotherInstanceWrote(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store, other := w.Store(1, nil), w.Store(2, nil)
		var items []catalog.Item
		for id := range int64(4) {
			items = append(items, w.Item(id+1, store, func(i *catalog.Item) { i.Name = fmt.Sprint("Mango ", id) }))
		}
		shows := func(when string, f catalog.ItemFilter, want ...int64) {
			t.Helper()
			got := w.ids(t, harbour, f)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %+v lists %v, want %v", when, f, got, want)
			}
		}
		mango := catalog.ItemFilter{Search: "mango"}
		shows("at first", mango, 1, 2, 3, 4)
		items[0].Name, items[1].Active = "Papaya", false
		w.Update(items[:2]...)
		w.Item(9, other, func(i *catalog.Item) { i.Name = "Mango" })
		shows("a moment later", mango, 1, 2, 3, 4)
		w.later()
		shows("later", mango, 3, 4, 9)
		shows("later", catalog.ItemFilter{Search: "papaya"}, 1)
		items[1].Active = true
		w.Update(items[1])
		w.Exec(`UPDATE stores SET active = FALSE WHERE id = 2`)
		w.later()
		shows("later still", mango, 2, 3, 4)
		if categories, err := w.s.CountCategories(t.Context(), must(w.s.Directory(t.Context())), harbour.Zones, must(w.s.Directory(t.Context())).Children(catalogtest.Food, 0)); err != nil || categories[0].Items != 5 {
			t.Errorf("the category holds %+v, %v", categories, err)
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Sales raise no revision, and show within a second.
func TestItems_BRW01_SalesShowInTheOrder(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, nil)
		w.Store(2, nil)
		for id := range int64(3) {
			w.Item(id+1, store, nil)
		}
		shows := func(when string, f catalog.ItemFilter, want ...int64) {
			t.Helper()
			if got := w.ids(t, harbour, f); !slices.Equal(got, want) {
				t.Errorf("%s: items %v, want %v", when, got, want)
			}
		}
		shows("at first", catalog.ItemFilter{}, 1, 2, 3)
		w.Trade(`UPDATE items SET sold_count = 7 WHERE id = 3`)
		w.Trade(`UPDATE items SET rating_sum = 9, rating_count = 2 WHERE id = 2`)
		w.Trade(`UPDATE stores SET order_count = 7, rating_sum = 5, rating_count = 1 WHERE id = 2`)
		w.clock.Advance(time.Second)
		shows("after a second", catalog.ItemFilter{}, 3, 2, 1)
		shows("after a second", catalog.ItemFilter{Sort: catalog.Rated}, 2, 1, 3)
		shows("after a second", catalog.ItemFilter{MinTenths: 45}, 2)
		if got := w.storeIDs(t, harbour, catalog.StoreFilter{}); !slices.Equal(got, []int64{2, 1}) {
			t.Errorf("stores %v", got)
		}
		if directory := must(w.s.Directory(t.Context())); must(directory.Store("store-2")).RatingCount != 1 {
			t.Error("the store's page shows the rating of before")
		}
	})
}

// What nobody wrote is not read again.
func TestItems_NothingIsReadWhenNothingWasWritten(t *testing.T) {
	t.Parallel()
	s, c, queries := counting(t, 400)
	list := itemsCall(catalog.ItemFilter{})
	if err := list(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	queries.Reset()
	for range 10 {
		c.Advance(time.Second)
		if err := list(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	// The revision, the figures of items and of stores, and the page with its stock.
	if made := queries.Count(); made > 50 {
		t.Errorf("%d queries in ten seconds of which each showed the same: %v", made, queries.Texts())
	}
}

// A vendor changes hours at any time, and pictures and texts are most of the directory: only
// hours are read again.
func TestStores_HoursAloneAreReadAgain(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			s, c, queries, d := recording(t, engine, 40)
			other := catalog.New(d, c)
			isOpen := func(id int64) bool {
				t.Helper()
				c.Advance(3 * time.Second)
				directory := must(s.Directory(t.Context()))
				store := must(directory.Store(fmt.Sprint(id)))
				return directory.OpenAt(store, c.Now()).Open
			}
			reads := func(table string) bool {
				return slices.ContainsFunc(queries.Texts(), func(text string) bool { return strings.Contains(text, "FROM "+table) })
			}
			if !isOpen(1) || !isOpen(2) {
				t.Fatal("the stores are closed at first")
			}

			queries.Reset()
			if err := other.SetHours(t.Context(), 1, catalog.WeekHours{}, nil); err != nil {
				t.Fatal(err)
			}
			if isOpen(1) || !isOpen(2) {
				t.Error("the first store is still open, or the second is closed")
			}
			for _, table := range []string{"media", "translations", "categories", "items WHERE revision"} {
				if reads(table) {
					t.Errorf("a change of hours reads %s again", table)
				}
			}

			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				if _, err := db.Exec(t.Context(), tx, `UPDATE stores SET active = FALSE WHERE id = 2`); err != nil {
					return err
				}
				_, err := catalog.NextRevision(t.Context(), tx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := other.SetHours(t.Context(), 1, catalog.WeekHours{Always: true}, nil); err != nil {
				t.Fatal(err)
			}
			opened := isOpen(1)
			if _, err := must(s.Directory(t.Context())).Store("2"); !opened || err == nil || !reads("media") {
				t.Error("a change of the town just before a change of hours is not read")
			}
		})
	}
}

// In a large town nobody waits for the figures: Run reads them.
func TestRun_ReadsTheSalesOfALargeTown(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	w := fixture{Town: catalogtest.New(t, d), clock: clock.NewManual(catalogtest.Noon), db: d}
	w.Fill(52, 100, rand.New(rand.NewPCG(1, 2)), vocabulary)
	w.s = catalog.New(d, w.clock)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.s.Run(ctx) })
	defer running.Wait()
	defer stop()
	if _, err := w.s.Directory(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Trade(`UPDATE items SET sold_count = 100000 WHERE id = 205`)
	for range 5000 {
		w.clock.Advance(time.Second)
		page, err := w.s.Items(t.Context(), catalog.Scope{Zones: everywhere.Zones, ModuleID: catalogtest.Grocery}, catalog.ItemFilter{}, catalog.Paging{Size: 1, Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		if idsOf(page)[0] == 205 {
			return
		}
	}
	t.Error("the sale was never shown")
}

// In a large town nobody waits for the likes either: with an ended context, a request gets
// those that are known.
func TestRun_ITEM01_TRAP_L3_CountsTheLikesOfALargeTown(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		w := fixture{Town: catalogtest.New(t, d), clock: clock.NewManual(catalogtest.Noon), db: d}
		w.Fill(52, 100, rand.New(rand.NewPCG(1, 2)), vocabulary)
		w.s = catalog.New(d, w.clock)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { w.s.Run(ctx) })
		defer running.Wait()
		defer stop()
		must(w.s.Directory(t.Context()))
		if likes := must(w.s.WishCounts(t.Context())); len(likes) != 0 {
			t.Fatalf("likes %v of an empty town", likes)
		}
		w.Trade(`INSERT INTO shoppers (id, created_at) VALUES (1, 0)`)
		w.Trade(`INSERT INTO customers (id, shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
			VALUES (1, 1, '', '', FALSE, FALSE, '', '', '[]', 'one', 0)`)
		w.Trade(`INSERT INTO wishes (customer_id, kind, thing_id, created_at) VALUES (1, 'item', 205, 0)`)
		w.clock.Advance(time.Minute)
		ended, end := context.WithCancel(t.Context())
		end()
		for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(time.Millisecond) {
			likes, err := w.s.WishCounts(ended)
			if err != nil {
				t.Fatal(err)
			}
			if likes[205] == 1 {
				return
			}
		}
		t.Error("the like was never counted")
	})
}

// Those who look while an import writes see one moment, whole.
func TestItems_WhileAnImportWrites(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		store := w.Store(1, nil)
		items := make([]catalog.Item, 60)
		for n := range items {
			items[n] = w.Item(int64(n)+1, store, func(i *catalog.Item) { i.Name = "Mango" })
		}
		done := make(chan struct{})
		var readers sync.WaitGroup
		for range 3 {
			readers.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
					}
					page, err := w.s.Items(t.Context(), harbour, catalog.ItemFilter{Search: "mango"}, catalog.Paging{Size: 50, Number: 2})
					if err != nil || page.Total != 60 || len(page.Items) != 10 {
						t.Errorf("%d of %d items, %v", len(page.Items), page.Total, err)
						return
					}
				}
			})
		}
		for round := range 20 {
			for n := range items {
				items[n].Name, items[n].SoldCount = fmt.Sprint("Mango ", round), int64((n*7+round)%60)
			}
			w.Update(items...)
			w.clock.Advance(time.Second)
		}
		close(done)
		readers.Wait()
	})
}

// Until the catalogue has been read the instance is not ready for requests; a
// reading that fails is tried again.
func TestRun_ReadsUntilReady(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, engine)) // without tables: nothing can be read
			s := catalog.New(d, clock.System)
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { s.Run(ctx) })
			defer running.Wait()
			defer stop()
			if err := s.Ready(ctx); err == nil {
				t.Error("ready before anything was read")
			}
			if err := db.Migrate(ctx, d); err != nil {
				t.Fatal(err)
			}
			for began := time.Now(); s.Ready(ctx) != nil; time.Sleep(10 * time.Millisecond) {
				if time.Since(began) > time.Minute {
					t.Fatal("the catalogue was never read")
				}
			}
		})
	}
}

package catalog_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A list remembers stock for a second, and not past an order that took of it.
func TestStockInLists_IsAMomentOldAndNeverPastAnOrder(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town := catalogtest.New(t, d)
		store := town.Store(1, nil)
		for id := range int64(3) {
			town.Item(id+1, store, nil)
		}
		town.Stock(1, 0, 5)
		town.Stock(2, 0, 7)
		c := clock.NewManual(catalogtest.Noon)
		s := catalog.New(d, c)
		shows := func(when string, want ...int64) {
			t.Helper()
			page, err := s.Items(t.Context(), everywhere, catalog.ItemFilter{}, firstPage)
			if err != nil {
				t.Fatal(err)
			}
			for n, left := range want {
				got := page.Stock[int64(n+1)].Left(0)
				if got == nil || *got != left {
					t.Errorf("%s: item %d shows %v, want %d", when, n+1, got, left)
				}
			}
			if got := page.Stock[3].Left(0); got != nil {
				t.Errorf("%s: an item without a limit shows %d", when, *got)
			}
		}
		shows("at first", 5, 7)
		town.Exec(`UPDATE stock SET quantity = quantity - 1`)
		shows("a moment later", 5, 7)
		s.StockChanged([]int64{1})
		shows("after an order of the first", 4, 7)
		c.Advance(time.Second)
		shows("after a second", 4, 6)
	})
}

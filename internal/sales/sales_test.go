package sales_test

import (
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/sales"
)

// BRW-01: sales of the last 30 days make an item popular. Each unit expires once, on
// whichever instance, and units from a town folder stay.
func TestSales_BRW01_CountForThirtyDays(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		store := w.Store(t, nil)
		soup, rice := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, store, 500, ordertest.Unlimited, nil)
		w.Exec(t, `UPDATE items SET sold_count = 5 WHERE id = $1`, rice.ID)
		deliver := func(key string, r order.Request) {
			placed := w.Place(t, key, r)
			for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
				if err := w.Orders.Move(t.Context(), placed.ID, to, order.ByAdmin, ""); err != nil {
					t.Fatal(err)
				}
			}
		}
		sold := func(when string, wantSoup, wantRice int64) {
			t.Helper()
			var wg sync.WaitGroup
			for range 3 { // as many instances at once
				wg.Go(func() {
					if err := sales.Expire(t.Context(), w.DB, w.Clock.Now()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			gotSoup := w.Number(t, `SELECT sold_count FROM items WHERE id = (SELECT MIN(id) FROM items)`)
			gotRice := w.Number(t, `SELECT sold_count FROM items WHERE id = (SELECT MAX(id) FROM items)`)
			if gotSoup != wantSoup || gotRice != wantRice {
				t.Errorf("%s: %d and %d are counted, want %d and %d", when, gotSoup, gotRice, wantSoup, wantRice)
			}
		}
		day := 24 * time.Hour
		deliver("first", ordertest.BuyNow(w.Guest(t), soup, 3))
		deliver("second", ordertest.BuyNow(w.Guest(t), rice, 1))
		w.Place(t, "never delivered", ordertest.BuyNow(w.Guest(t), soup, 4))
		sold("on the day", 3, 6)
		w.Clock.Advance(10 * day)
		deliver("third", ordertest.BuyNow(w.Guest(t), soup, 2))
		sold("after ten days", 5, 6)
		w.Clock.Advance(20*day + time.Hour)
		sold("after thirty days", 2, 5)
		w.Clock.Advance(10 * day)
		sold("after forty days", 0, 5)
	})
}

package order_test

import (
	"slices"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// What a store asks for is what is ordered, not what its own discount leaves.
func TestQuote_CHK05_theMinimumIsOfUndiscountedGoods(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.MinimumOrder = 1000 })
		item := w.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) { i.DiscountType, i.Discount = "percent", 20_00 })
		q := quote(t, w, ordertest.BuyNow(w.Guest(t), item, 1))
		if q.Subtotal != 1000 || q.Items() != 800 || len(q.Problems) != 0 {
			t.Errorf("%d, less a discount %d: %v", q.Subtotal, q.Items(), codes(q))
		}
	})
}

func TestQuote_CHK05_TRAP_Z2_nobodyDeliversInAClosedZone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Exec(t, `UPDATE zones SET active = false`)
		q := quote(t, w, ordertest.BuyNow(w.Guest(t), item, 1))
		if got := codes(q); !slices.Equal(got, []string{order.OutOfZone}) {
			t.Errorf("problems %v", got)
		}
	})
}

// Nobody rides to a shopper who fetches the order: where they live is not kept (P1).
func TestPlace_TRAP_P1_takeAwayKeepsNoAddress(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Type = order.TakeAway // with the address of a delivery still in it
		who := *r.Address
		placed := w.Place(t, "key-1", r)
		if want := (order.Address{Name: who.Name, Phone: who.Phone, Email: who.Email}); placed.Address.V != want {
			t.Errorf("kept %+v, want %+v", placed.Address.V, want)
		}
	})
}

package order_test

import (
	"testing"

	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// A page that knows the number and the phone gets a token for events. With only that
// token nobody sees a name or cancels the order.
func TestOrder_ORD02_TRAP_P1_anEventsTokenOnlyWatches(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
		events, tracking := w.Tokens.Events(id), w.Tokens.Tracking(id)

		if _, err := w.Orders.Find(t.Context(), id, order.Owner{Token: events}); !errs.Is(err, errs.NotFound) {
			t.Errorf("reading the order with it: %v", err)
		}
		if _, err := w.Orders.Cancel(t.Context(), id, order.Owner{Token: events}, "other"); !errs.Is(err, errs.NotFound) {
			t.Errorf("calling the order off with it: %v", err)
		}
		for token, want := range map[string]order.Access{events: order.SeesProgress, tracking: order.OwnsOrder} {
			if access, err := w.Orders.WatchAccess(t.Context(), id, order.Owner{Token: token}); err != nil || access != want {
				t.Errorf("the access is %d, want %d (%v)", access, want, err)
			}
		}
		if o, err := w.Orders.Find(t.Context(), id, order.Owner{Token: tracking}); err != nil || o.Status != order.Pending {
			t.Errorf("the order is %s (%v)", o.Status, err)
		}
	})
}

package push_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// From the event of an order to the browser, with two instances: each event arrives once,
// also after the service was busy, and nothing is sent once it says that the browser is gone.
func TestPush_PROF06_ofAnOrderReachesTheBrowserOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w, s := ordertest.Open(t, open(t)), newService(t)
		texts, err := notification.ReadTexts(os.DirFS("../../../web/src/locales"))
		if err != nil {
			t.Fatal(err)
		}
		w.Notifications.Texts, w.Notifications.Push = texts, s.client(t)
		second := jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
		deps := w.Notifications.Deps
		deps.Jobs = second
		notification.New(deps).Orders = w.Orders
		for _, queue := range []*jobs.Queue{w.Jobs, second} {
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() { defer close(ended); queue.Run(ctx) }()
			t.Cleanup(func() { stop(); <-ended })
		}
		customerID, shopperID := w.Customer(t)
		w.Exec(t, `INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at) VALUES ('x', $1, '', 0, 0)`, customerID)
		session := credential.Session{ID: w.Number(t, `SELECT id FROM sessions`), CustomerID: customerID, ShopperID: shopperID}
		if err := w.Notifications.SubscribeDevice(t.Context(), session, s.subscription()); err != nil {
			t.Fatal(err)
		}
		store := w.Store(t, nil)
		r := ordertest.BuyNow(shopperID, w.Item(t, store, 1000, ordertest.Unlimited, nil), 1)
		r.Guest = false
		o := w.Place(t, "key-1", r)
		move := func(to order.Status) {
			t.Helper()
			if err := w.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
				t.Fatal(err)
			}
		}
		wait := func(what string, done func() bool) {
			t.Helper()
			for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("it does not happen: " + what)
				}
			}
		}
		left := func() int64 {
			return w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.push' AND done_at IS NULL`)
		}

		s.responds(func(r http.ResponseWriter, _ *http.Request) { r.WriteHeader(http.StatusTooManyRequests) })
		move(order.Confirmed)
		wait("the first try", func() bool { return len(s.received()) == 1 })
		s.responds(nil)
		wait("the second try", func() bool { w.Clock.Advance(time.Second); return left() == 0 })
		all := s.received()
		if len(all) != 2 {
			t.Fatalf("%d tries", len(all))
		}
		var shown struct{ Title, Text, Link, Tag string }
		if err := json.Unmarshal([]byte(all[1].Text), &shown); err != nil || shown.Title != store.Name+" has accepted your order" || shown.Link != fmt.Sprint("/order/", o.ID) {
			t.Errorf("%+v, %v", shown, err)
		}
		w.Exec(t, `UPDATE jobs SET done_at = NULL, run_at = 1, attempts = 0 WHERE kind = 'notification.push'`)
		wait("the job again", func() bool { return left() == 0 })

		s.responds(func(r http.ResponseWriter, _ *http.Request) { r.WriteHeader(http.StatusGone) })
		move(order.Processing)
		move(order.Handover)
		move(order.PickedUp)
		wait("it is gone", func() bool { return w.Number(t, `SELECT COUNT(*) FROM push_subscriptions`) == 0 && left() == 0 })
		move(order.Delivered)
		wait("the last", func() bool { return left() == 0 })
		if all = s.received(); len(all) != 3 {
			t.Errorf("%d tries in the end", len(all))
		}
		if all[0].Header.Get("Topic") != all[2].Header.Get("Topic") {
			t.Error("a later status does not replace an older one at the push service")
		}
	})
}

package notification_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
)

func engines(t *testing.T, run func(t *testing.T, w *ordertest.Fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { run(t, ordertest.Open(t, open(t))) })
}

// customer is somebody with an account.
type customer struct{ id, shopperID int64 }

func newCustomer(t *testing.T, w *ordertest.Fixture) customer {
	t.Helper()
	var c customer
	c.id, c.shopperID = w.Customer(t)
	return c
}

// buy places an order of one item as a customer.
func (c customer) buy(t *testing.T, w *ordertest.Fixture, store catalog.Store, key string, of order.Type) order.OrderDetails {
	t.Helper()
	r := ordertest.BuyNow(c.shopperID, w.Item(t, store, 1000, ordertest.Unlimited, nil), 1)
	r.Guest, r.Type = false, of
	return w.Place(t, key, r)
}

// told returns what a customer is told, the oldest first; * marks what is not read.
func (c customer) told(t *testing.T, w *ordertest.Fixture) (kinds []string) {
	t.Helper()
	page, total, err := w.Notifications.List(t.Context(), c.id, catalog.Paging{Size: 100, Number: 1})
	if err != nil || total != len(page) {
		t.Fatalf("%d of %d are listed, %v", len(page), total, err)
	}
	for _, n := range slices.Backward(page) {
		mark := "*"
		if n.ReadAt != nil {
			mark = ""
		}
		kinds = append(kinds, string(n.Kind)+mark)
	}
	return kinds
}

func expect(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v\nwant %v", what, got, want)
	}
}

func move(t *testing.T, w *ordertest.Fixture, id int64, by order.Actor, to ...order.Status) {
	t.Helper()
	for _, status := range to {
		if err := w.Orders.Move(t.Context(), id, status, by, "Sold out"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOrderChanged_PROF06_tellsEachStepOfAnOrderOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.Name = "Smash & Sons" })
		me := newCustomer(t, w)
		o := me.buy(t, w, store, "key-1", order.Delivery)
		expect(t, "the shopper knows that they placed it", me.told(t, w), "order_placed")
		move(t, w, o.ID, order.ByAdmin, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		expect(t, "delivered", me.told(t, w), "order_placed", "order_confirmed*", "order_on_the_way*", "order_delivered*")
		page, _, err := w.Notifications.List(t.Context(), me.id, catalog.Paging{Size: 1, Number: 1})
		if err != nil || *page[0].OrderID != o.ID || page[0].Params.V.Store != "Smash & Sons" {
			t.Errorf("it names the order and its store: %+v, %v", page, err)
		}

		other := newCustomer(t, w)
		o = other.buy(t, w, store, "key-1", order.TakeAway)
		move(t, w, o.ID, order.ByVendor, order.Confirmed, order.Processing, order.Handover, order.Failed)
		expect(t, "take-away", other.told(t, w), "order_placed", "order_confirmed*", "order_ready*", "order_not_collected*")
		o = other.buy(t, w, store, "key-2", order.TakeAway)
		move(t, w, o.ID, order.ByVendor, order.Confirmed, order.Processing, order.Handover, order.Delivered)
		expect(t, "collected", other.told(t, w)[4:], "order_placed", "order_confirmed*", "order_ready*", "order_collected*")
		o = other.buy(t, w, store, "key-3", order.Delivery)
		move(t, w, o.ID, order.ByVendor, order.Canceled)
		expect(t, "refused", other.told(t, w)[8:], "order_placed", "order_canceled*")
		o = other.buy(t, w, store, "key-4", order.Delivery)
		if _, err := w.Orders.Cancel(t.Context(), o.ID, order.Owner{ShopperID: other.shopperID}, "mistake"); err != nil {
			t.Fatal(err)
		}
		expect(t, "they canceled it themselves", other.told(t, w)[10:], "order_placed", "order_canceled")
		if n := w.Number(t, `SELECT COUNT(*) FROM notifications WHERE customer_id = $1`, me.id); n != 4 {
			t.Errorf("the first customer has %d now", n)
		}
	})
}

func TestOrderChanged_PROF06_tellsTheEndOfEachRefund(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		me, admin := newCustomer(t, w), w.Admin(t)
		o := me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		move(t, w, o.ID, order.ByAdmin, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		decide := func(approve bool) {
			t.Helper()
			r := refund.Request{Reason: "late"}
			if _, err := w.Orders.RequestRefund(t.Context(), o.ID, order.Owner{ShopperID: me.shopperID}, r); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID, Approve: approve, Reason: "It was on time"}); err != nil {
				t.Fatal(err)
			}
		}
		decide(false)
		decide(false)
		decide(true)
		expect(t, "three answers", me.told(t, w)[4:], "refund_refused*", "refund_refused*", "order_refunded*")
		page, _, err := w.Notifications.List(t.Context(), me.id, catalog.Paging{Size: 3, Number: 1})
		if err != nil || page[0].Params.V.Amount != o.Total || page[1].Params.V.Reason != "It was on time" {
			t.Errorf("what came back, and why not: %+v, %v", page, err)
		}
	})
}

// Of many who report the same event at the same time, one writes it.
func TestOrderChanged_PROF06_writesAnEventOnceHoweverOftenItIsReported(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		me := newCustomer(t, w)
		o := me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		move(t, w, o.ID, order.ByVendor, order.Confirmed)
		second := notification.New(w.Notifications.Deps)
		w.Exec(t, `DELETE FROM notifications`)
		var all sync.WaitGroup
		for i := range 20 {
			from := []*notification.Service{w.Notifications, second}[i%2]
			all.Go(func() {
				err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return from.OrderChanged(t.Context(), tx, o.ID) })
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		expect(t, "reported 20 times by two instances", me.told(t, w), "order_confirmed*")
	})
}

func TestOrderChanged_PROF06_tellsGuestsNothing(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil), 1))
		move(t, w, o.ID, order.ByVendor, order.Confirmed)
		if n := w.Number(t, `SELECT COUNT(*) FROM notifications`); n != 0 {
			t.Errorf("%d notifications of a guest's order", n)
		}
	})
}

func TestMarkRead_PROF06_marksOnlyTheCustomersOwn(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		me, other := newCustomer(t, w), newCustomer(t, w)
		for _, c := range []customer{me, other} {
			o := c.buy(t, w, store, "key-1", order.Delivery)
			move(t, w, o.ID, order.ByAdmin, order.Confirmed, order.Processing, order.Handover, order.PickedUp)
		}
		page, _, err := w.Notifications.List(t.Context(), me.id, catalog.Paging{Size: 9, Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		read := func(r notification.Read) error {
			r.CustomerID, r.ShopperID = me.id, me.shopperID
			return w.Notifications.MarkRead(t.Context(), r)
		}
		many := make([]int64, notification.MaxRead+1)
		for _, r := range []notification.Read{{}, {IDs: many}} {
			if err := read(r); !errs.Is(err, errs.Invalid) {
				t.Errorf("%+v: %v", r, err)
			}
		}
		heard, stop := w.Orders.WatchAll(me.shopperID)
		defer stop()
		go w.Orders.Run(t.Context())
		theirs := w.Number(t, `SELECT MAX(id) FROM notifications`)
		if err := read(notification.Read{IDs: []int64{page[1].ID, theirs}}); err != nil {
			t.Fatal(err)
		}
		expect(t, "one is read", me.told(t, w), "order_placed", "order_confirmed", "order_on_the_way*")
		select {
		case <-heard:
		case <-time.After(10 * time.Second):
			t.Error("the customer's other devices were not told")
		}
		if err := read(notification.Read{UpTo: theirs}); err != nil {
			t.Fatal(err)
		}
		expect(t, "all are read", me.told(t, w), "order_placed", "order_confirmed", "order_on_the_way")
		expect(t, "nobody reads for another", other.told(t, w), "order_placed", "order_confirmed*", "order_on_the_way*")
		if n, err := w.Notifications.News(t.Context(), other.id); err != nil || n != (notification.News{Unread: 2, Latest: theirs}) {
			t.Errorf("the other's bell shows %+v, %v", n, err)
		}
	})
}

func TestPrune_PROF06_deletesWhatIsOld(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		me, store := newCustomer(t, w), w.Store(t, nil)
		for day := range 3 {
			me.buy(t, w, store, fmt.Sprint("key-", day), order.Delivery)
			w.Clock.Advance(45 * 24 * time.Hour)
		}
		for range 2 {
			if err := w.Notifications.Prune(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		expect(t, "after 135, 90 and 45 days", me.told(t, w), "order_placed")
	})
}

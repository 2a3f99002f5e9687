package order_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"hawker/internal/bus"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
)

// bring moves an order through statuses, each by an actor who is allowed to.
func bring(t *testing.T, w *ordertest.Fixture, o order.OrderDetails, to ...order.Status) {
	t.Helper()
	now := o.Order
	for _, next := range to {
		if next == order.Refunded {
			w.Clock.Advance(time.Minute)
			if _, err := w.Orders.DecideRefund(t.Context(), w.Admin(t), refund.Decision{PurchaseID: o.ID, Approve: true}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		by := slices.IndexFunc(actors, func(a order.Actor) bool { return now.MayMove(next, a) })
		if by < 0 {
			t.Fatalf("nobody may move from %s to %s", now.Status, next)
		}
		w.Clock.Advance(time.Minute)
		if err := w.Orders.Move(t.Context(), o.ID, next, actors[by], ""); err != nil {
			t.Fatal(err)
		}
		now.Status = next
	}
}

func find(t *testing.T, w *ordertest.Fixture, id int64) order.OrderDetails {
	t.Helper()
	o, err := w.Orders.Find(t.Context(), id, order.Owner{Token: w.Tokens.Tracking(id)})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestOrder_ORD03_livesAndIsStamped(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		lives := []struct {
			kind  order.Type
			moves []order.Status
			paid  string
			left  int64
		}{
			{order.Delivery, []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered}, "paid", 9},
			{order.TakeAway, []order.Status{order.Confirmed, order.Processing, order.Handover, order.Delivered}, "paid", 8},
			{order.Delivery, []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Failed}, "unpaid", 7},
			{order.Delivery, []order.Status{order.Confirmed, order.Canceled}, "unpaid", 7},
			{order.Delivery, []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered, order.RefundRequested, order.Refunded}, "refunded", 7},
		}
		for i, life := range lives {
			r := ordertest.BuyNow(w.Guest(t), item, 1)
			r.Type = life.kind
			placed := w.Place(t, "key-1", r)
			bring(t, w, placed, life.moves...)
			o := find(t, w, placed.ID)
			var stamped []order.Status
			for j, m := range o.Moves {
				stamped = append(stamped, m.Status)
				if j > 0 && m.At-o.Moves[j-1].At != time.Minute.Milliseconds() {
					t.Errorf("life %d: %s is stamped %d ms after %s", i, m.Status, m.At-o.Moves[j-1].At, o.Moves[j-1].Status)
				}
			}
			if want := append([]order.Status{order.Pending}, life.moves...); !slices.Equal(stamped, want) || o.Status != want[len(want)-1] || o.PaymentStatus != life.paid {
				t.Errorf("life %d: stamped %v, is %s and %s", i, stamped, o.Status, o.PaymentStatus)
			}
			if left := w.Number(t, `SELECT quantity FROM stock`); left != life.left {
				t.Errorf("life %d: %d left, want %d", i, left, life.left)
			}
			sound(t, w)
		}
		// Three of the five arrived, one unit each.
		if sold, orders := w.Number(t, `SELECT sold_count FROM items`), w.Number(t, `SELECT order_count FROM stores`); sold != 3 || orders != 3 {
			t.Errorf("%d units of %d orders are counted, want 3 of 3", sold, orders)
		}
	})
}

func TestMove_TRAP_O5_illegalMovesChangeNothing(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		placed := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
		for _, to := range statuses {
			for _, by := range actors {
				if placed.MayMove(to, by) {
					continue
				}
				if err := w.Orders.Move(t.Context(), placed.ID, to, by, ""); !errs.Is(err, errs.Conflict) {
					t.Errorf("%s to %s: %v", by, to, err)
				}
			}
		}
		if o := find(t, w, placed.ID); o.Status != order.Pending || len(o.Moves) != 1 {
			t.Errorf("the order is %s after %d moves", o.Status, len(o.Moves))
		}
		if err := w.Orders.Move(t.Context(), 999999, order.Confirmed, order.ByVendor, ""); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown order: %v", err)
		}
	})
}

func TestRider_TRAP_P5_isKnownOnlyWhileTheJobRuns(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		placed := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
		rider := order.Rider{Name: "Ravi", Phone: "+12025550199", Vehicle: "Scooter", Point: ordertest.StorePoint}
		set := func() error { return w.SetRider(t, placed.ID, rider) }

		if err := set(); !errs.Is(err, errs.Conflict) {
			t.Errorf("before the counter: %v", err)
		}
		bring(t, w, placed, order.Confirmed, order.Processing, order.Handover)
		if err := set(); err != nil || find(t, w, placed.ID).Rider.V != rider {
			t.Errorf("at the counter: %v, %+v", err, find(t, w, placed.ID).Rider.V)
		}
		if err := w.Orders.Move(t.Context(), placed.ID, order.PickedUp, order.ByRider, ""); err != nil {
			t.Fatal(err)
		}
		rider.Progress = 0.5
		if err := set(); err != nil || find(t, w, placed.ID).Rider.V.Progress != 0.5 {
			t.Errorf("on the way: %v, %+v", err, find(t, w, placed.ID).Rider.V)
		}
		if err := w.Orders.Move(t.Context(), placed.ID, order.Delivered, order.ByRider, ""); err != nil {
			t.Fatal(err)
		}
		if kept := find(t, w, placed.ID).Rider.V; kept != (order.Rider{}) {
			t.Errorf("after the door: %+v", kept)
		}
		if err := set(); !errs.Is(err, errs.Conflict) {
			t.Errorf("after the door: %v", err)
		}
	})
}

// A rider who brings one order is not shown to those whose orders still wait: the way would
// show them the other's door.
func TestRider_TRAP_P5_isShownOnlyToThoseWhoseOrdersAreOnTheWay(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		rider := w.Rider(t, ordertest.ZoneID)
		ready := func(key string) int64 {
			placed := w.Place(t, key, ordertest.BuyNow(w.Guest(t), item, 1))
			bring(t, w, placed, order.Confirmed, order.Processing, order.Handover)
			if _, err := w.Orders.Accept(t.Context(), rider, placed.ID); err != nil {
				t.Fatal(err)
			}
			return placed.ID
		}
		brought, waits := ready("key-1"), ready("key-2")
		move := func(to order.Status) {
			if _, err := w.Orders.MoveBy(t.Context(), rider, order.StaffMove{OrderID: brought, To: to}); err != nil {
				t.Fatal(err)
			}
		}
		nowhere := geo.Point{}
		isAt := func(when string, at, wantBrought, wantWaits geo.Point) {
			t.Helper()
			if err := w.Orders.SetPosition(t.Context(), rider, at); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[int64]geo.Point{brought: wantBrought, waits: wantWaits} {
				if shown := find(t, w, id).Rider.V; shown.Point != want || id == waits && shown.Name != rider.Name {
					t.Errorf("%s, order %d shows %+v, want %v", when, id, shown, want)
				}
			}
		}
		street, door := geo.Point{Lat: -11.401, Lng: 65.2}, ordertest.Door
		isAt("at the counter", ordertest.StorePoint, ordertest.StorePoint, ordertest.StorePoint)
		move(order.PickedUp)
		isAt("on the street", street, street, nowhere)
		isAt("at the door", door, door, nowhere)
		move(order.Delivered)
		isAt("on the way back", street, nowhere, street)
	})
}

func TestScheduled_D27_becomesPendingWhenTheStoreMustBegin(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		slot := ordertest.Now.Add(2 * time.Hour)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.ScheduleAt = slot
		kept := w.Place(t, "key-1", r)
		r.ShopperID = w.Guest(t)
		dropped := w.Place(t, "key-1", r)
		if _, err := w.Orders.Cancel(t.Context(), dropped.ID, order.Owner{Token: w.Tokens.Tracking(dropped.ID)}, "other"); err != nil {
			t.Fatal(err)
		}
		w.Clock.Set(slot.Add(-16 * time.Minute)) // a minute before the preparation begins
		w.DoJobs(t)
		if o := find(t, w, kept.ID); o.Status != order.Scheduled {
			t.Errorf("16 minutes before its slot it is %s", o.Status)
		}
		w.Clock.Set(slot.Add(-15 * time.Minute))
		w.DoJobs(t)
		if o := find(t, w, kept.ID); o.Status != order.Pending || o.Moves[1].Actor != order.BySystem {
			t.Errorf("15 minutes before its slot it is %s, moved by %s", o.Status, o.Moves[len(o.Moves)-1].Actor)
		}
		if o := find(t, w, dropped.ID); o.Status != order.Canceled {
			t.Errorf("the canceled one is %s", o.Status)
		}
	})
}

func TestKeys_CHK04_areForgottenByAJobThatComesBack(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
		w.DoJobs(t) // the first start
		for _, step := range []int64{1, 0} {
			w.Clock.Advance(13 * time.Hour)
			w.DoJobs(t)
			if kept := w.Number(t, `SELECT COUNT(*) FROM idempotency_keys`); kept != step {
				t.Errorf("%d keys after another 13 hours, want %d", kept, step)
			}
		}
	})
}

func TestHints_TRAP_O6_nameTheOrdersThatChanged(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		ctx, stop := context.WithCancel(t.Context())
		running := make(chan struct{})
		go func() { defer close(running); w.Orders.Run(ctx) }()
		defer func() { stop(); <-running }()
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		me, other := w.Guest(t), w.Guest(t)
		watched := map[string]<-chan struct{}{}
		watch := func(name string, by func(int64) (<-chan struct{}, func()), id int64) {
			changed, cancel := by(id)
			watched[name] = changed
			t.Cleanup(cancel)
		}
		wantNotified := func(why, name string) {
			t.Helper()
			select {
			case <-watched[name]:
			case <-time.After(20 * time.Second):
				t.Fatalf("%s: %s was not notified", why, name)
			}
		}
		watch("my orders", w.Orders.WatchAll, me)
		watch("their orders", w.Orders.WatchAll, other)
		mine := w.Place(t, "key-1", ordertest.BuyNow(me, item, 1))
		theirs := w.Place(t, "key-1", ordertest.BuyNow(other, item, 1))
		wantNotified("placed", "my orders")
		wantNotified("placed", "their orders")
		watch("my order", w.Orders.Watch, mine.ID)
		watch("their order", w.Orders.Watch, theirs.ID)
		move := func(to order.Status) func() {
			return func() {
				if err := w.Orders.Move(ctx, mine.ID, to, order.ByAdmin, ""); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, tt := range []struct {
			why      string
			change   func()
			notified []string
		}{
			{"mine was confirmed", move(order.Confirmed), []string{"my order", "my orders"}},
			{"mine is cooked", move(order.Processing), []string{"my order", "my orders"}},
			{"mine waits for its rider", move(order.Handover), []string{"my order", "my orders"}},
			{"its rider moved", func() {
				if err := w.SetRider(t, mine.ID, order.Rider{Name: "Ravi"}); err != nil {
					t.Fatal(err)
				}
			}, []string{"my order"}},
			{"another one of mine was placed", func() { w.Place(t, "key-2", ordertest.BuyNow(me, item, 1)) }, []string{"my orders"}},
			{"an instance of before names orders alone", func() { publish(t, w, fmt.Sprint("x ", theirs.ID)) }, []string{"their order"}},
			{"hints were missed", func() { publish(t, w, bus.Resync) }, slices.Collect(maps.Keys(watched))},
		} {
			tt.change()
			for _, name := range tt.notified {
				wantNotified(tt.why, name)
			}
			for name, changed := range watched {
				select {
				case <-changed: // all keys of a change are one hint
					t.Errorf("%s: %s was notified", tt.why, name)
				default:
				}
			}
		}
	})
}

// publish sends a hint as another instance would.
func publish(t *testing.T, w *ordertest.Fixture, hint string) {
	t.Helper()
	if err := w.Bus.Publish(t.Context(), order.Topic, hint); err != nil {
		t.Fatal(err)
	}
}

func TestFind_TRAP_P1_foreignAndMissingAnswerAlike(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		placed := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
		_, missing := w.Orders.Find(t.Context(), 999999, order.Owner{Token: w.Tokens.Tracking(999999)})
		_, foreign := w.Orders.Find(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Tracking(999999)})
		if fmt.Sprint(missing) != fmt.Sprint(foreign) || !errs.Is(foreign, errs.NotFound) {
			t.Errorf("missing: %v; foreign: %v", missing, foreign)
		}
	})
}

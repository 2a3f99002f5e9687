package order_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/maps"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// A map that does not respond says nothing about the way.
func TestTrack_MAP02_saysWhereThereIsNoWay(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
		w.Roads.Fails = errs.New(errs.Unavailable, "No answer.")
		if got := track(t, w, id); got.NoRoute || len(got.Route) > 0 {
			t.Errorf("without an answer: no route %t, %d points", got.NoRoute, len(got.Route))
		}
		w.Roads.Fails = maps.ErrNoRoute
		if got := track(t, w, id); !got.NoRoute || len(got.Route) > 0 {
			t.Errorf("without a way: no route %t, %d points", got.NoRoute, len(got.Route))
		}
	})
}

func TestTrack_ORD02_promisesATimeUntilTheOrderIsOver(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.PreparationMinutes, s.DeliveryTimeMin, s.DeliveryTimeMax = 15, 20, 40 })
		item := w.Item(t, store, 1000, 50, nil)
		slot := ordertest.Now.Add(2 * time.Hour)
		for _, tt := range []struct {
			name     string
			edit     func(r *order.Request)
			from, to time.Time
		}{
			{"brought", func(*order.Request) {}, ordertest.Now.Add(20 * time.Minute), ordertest.Now.Add(40 * time.Minute)},
			{"fetched", func(r *order.Request) { r.Type = order.TakeAway }, ordertest.Now.Add(15 * time.Minute), ordertest.Now.Add(25 * time.Minute)},
			{"for a slot", func(r *order.Request) { r.ScheduleAt = slot }, slot, slot.Add(30 * time.Minute)},
		} {
			r := ordertest.BuyNow(w.Guest(t), item, 1)
			tt.edit(&r)
			id := w.Place(t, "key-1", r).ID
			got := track(t, w, id)
			if !got.From.Equal(tt.from) || !got.To.Equal(tt.to) || !got.CanCancel {
				t.Errorf("%s: from %s to %s, can cancel: %t; want %s to %s", tt.name, got.From, got.To, got.CanCancel, tt.from, tt.to)
			}
			if shown := len(got.Route) > 0; shown != (got.Type == order.Delivery) {
				t.Errorf("%s: a route of %d points", tt.name, len(got.Route))
			}
			if _, err := w.Orders.Cancel(t.Context(), id, order.Owner{Token: w.Tokens.Tracking(id)}, "other"); err != nil {
				t.Fatal(err)
			}
			if got := track(t, w, id); !got.From.IsZero() || !got.To.IsZero() || got.CanCancel {
				t.Errorf("%s, and canceled: from %s to %s, can cancel: %t", tt.name, got.From, got.To, got.CanCancel)
			}
		}
	})
}

// A parcel of 1 km needs 15 minutes until its pickup and 3 for the way, in a range of 15.
func TestTrack_PCL01_ORD02_aParcelArrivesAfterItsRiderHasIt(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		rider := w.Rider(t, ordertest.ZoneID)
		check := func(what string, id int64, want time.Time) {
			t.Helper()
			to := want.Add(15 * time.Minute)
			if want.IsZero() {
				to = want
			}
			if got := track(t, w, id); !got.From.Equal(want) || !got.To.Equal(to) {
				t.Errorf("%s: from %s to %s; want %s", what, got.From, got.To, want)
			}
		}
		r := ordertest.Parcel(w.Guest(t), w.OfferParcels(t))
		id := w.Place(t, "key-1", r).ID
		slots := quote(t, w, r).Slots
		r.ScheduleAt = slots[len(slots)/2]
		later := w.Place(t, "key-2", r).ID
		check("placed", id, ordertest.Now.Add(18*time.Minute))
		check("scheduled", later, r.ScheduleAt.Add(18*time.Minute))
		w.Clock.Advance(20 * time.Minute)
		check("without a rider when it should arrive", id, time.Time{})
		if _, err := w.Orders.Accept(t.Context(), rider, id); err != nil {
			t.Fatal(err)
		}
		check("accepted", id, w.Clock.Now().Add(18*time.Minute))
		w.Clock.Advance(30 * time.Minute)
		check("with a rider who is late", id, w.Clock.Now().Add(-12*time.Minute))
		if err := w.Orders.Move(t.Context(), id, order.PickedUp, order.ByAdmin, ""); err != nil {
			t.Fatal(err)
		}
		check("picked up", id, w.Clock.Now().Add(3*time.Minute))
	})
}

func track(t *testing.T, w *ordertest.Fixture, id int64) order.Tracking {
	t.Helper()
	got, err := w.Orders.Track(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

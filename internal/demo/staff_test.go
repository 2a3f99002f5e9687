package demo_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/verify"
)

func staff(w *ordertest.Fixture, pace float64) *demo.Staff {
	return &demo.Staff{Orders: w.Orders, Clock: w.Clock, Log: slog.New(slog.DiscardHandler), Pace: pace}
}

func status(t *testing.T, w *ordertest.Fixture, id int64) order.Tracking {
	t.Helper()
	tracked, err := w.Orders.Track(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return tracked
}

// A life is watched second by second; every ten seconds the staff are new, as
// after a restart.
func TestStaff_ORD03_bringAnOrderInThreeToFourMinutes(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		var ids []int64
		for range 6 {
			ids = append(ids, w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID)
		}
		fetched := ordertest.BuyNow(w.Guest(t), item, 1)
		fetched.Type = order.TakeAway
		ids = append(ids, w.Place(t, "key-1", fetched).ID)

		crew, arrived := staff(w, 1), map[int64]int{}
		last := map[int64]float64{}
		for second := 2; second < 300 && len(arrived) < len(ids); second += 2 {
			w.Clock.Advance(2 * time.Second)
			if second%10 == 0 {
				crew = staff(w, 1)
			}
			if err := crew.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, id := range ids {
				now := status(t, w, id)
				if now.Status == order.PickedUp {
					if progress := now.Rider.V.Progress; progress < last[id] || now.Rider.V.Name == "" {
						t.Errorf("the rider of %d goes from %v to %v", id, last[id], progress)
					}
					last[id] = now.Rider.V.Progress
				}
				if _, known := arrived[id]; now.Status == order.Delivered && !known {
					arrived[id] = second
				}
			}
		}
		for _, id := range ids {
			if after := arrived[id]; after < 120 || after > 250 {
				t.Errorf("order %d arrived after %d s", id, after)
			}
			if rider := status(t, w, id).Rider.V; rider != (order.Rider{}) {
				t.Errorf("TRAP_P5: after the door the rider of %d is %+v", id, rider)
			}
		}
		for _, id := range ids[:6] {
			if last[id] < 0.9 {
				t.Errorf("the rider of %d was last seen at %v of the way", id, last[id])
			}
		}
		if report, err := verify.Run(t.Context(), w.DB); err != nil || !report.OK {
			t.Errorf("%v, %+v", err, report)
		}
	})
}

func TestStaff_TRAP_P5_theRiderIsOnTheRoad(t *testing.T) {
	t.Parallel()
	w := ordertest.Open(t, dbtest.Open(t, db.SQLite))
	item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
	id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	crew := staff(w, 1)
	for status(t, w, id).Status != order.PickedUp {
		w.Clock.Advance(2 * time.Second)
		if err := crew.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		w.Clock.Advance(2 * time.Second)
		if err := crew.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		now := status(t, w, id)
		whole := geo.Metres(now.Store, now.Address.V.Point)
		gone := geo.Metres(now.Store, now.Rider.V.Point)
		if off := gone/whole - now.Rider.V.Progress; off < -0.01 || off > 0.01 {
			t.Errorf("at %v of the way the rider is %v of it from the store", now.Rider.V.Progress, gone/whole)
		}
	}
}

func TestStaff_leaveCancelledOrdersAlone(t *testing.T) {
	t.Parallel()
	w := ordertest.Open(t, dbtest.Open(t, db.SQLite))
	item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
	id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	if _, err := w.Orders.Cancel(t.Context(), id, order.Owner{Token: w.Tokens.Tracking(id)}, "other"); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	if err := staff(w, 1).Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := status(t, w, id); now.Status != order.Canceled {
		t.Errorf("it is %s", now.Status)
	}
}

func TestStaff_stopWhenToldTo(t *testing.T) {
	t.Parallel()
	w := ordertest.Open(t, dbtest.Open(t, db.SQLite))
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() { defer close(gone); staff(w, 1000).Run(ctx) }()
	stop()
	select {
	case <-gone:
	case <-time.After(10 * time.Second):
		t.Fatal("they are still at work")
	}
}

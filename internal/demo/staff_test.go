package demo_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/staff"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

// town is a town whose staff work by its API.
type town struct {
	*ordertest.Fixture
	api      http.Handler
	accounts *staff.Service
}

func openTown(t *testing.T, d *db.DB) *town {
	t.Helper()
	c := apitest.NewCustomerAPI(t, d, nil, api.Deps{})
	return &town{c.Fixture, c.Handler, c.Staff}
}

func (w *town) staff(pace float64) *demo.Staff {
	return demo.NewStaff(demo.StaffDeps{
		API: w.api, Accounts: w.accounts, Route: w.Orders.Route, Clock: w.Clock, Log: slog.New(slog.DiscardHandler), Pace: pace,
	})
}

func status(t *testing.T, w *town, id int64) order.Tracking {
	t.Helper()
	tracked, err := w.Orders.Track(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return tracked
}

// The test watches orders second by second. Every ten seconds the staff are new, as
// after a restart.
func TestStaff_ORD03_bringAnOrderInThreeToFourMinutes(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		var ids []int64
		for range 6 {
			ids = append(ids, w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID)
		}
		fetched := ordertest.BuyNow(w.Guest(t), item, 1)
		fetched.Type = order.TakeAway
		ids = append(ids, w.Place(t, "key-1", fetched).ID)

		crew, arrived := w.staff(1), map[int64]int{}
		last := map[int64]float64{}
		for second := 2; second < 300 && len(arrived) < len(ids); second += 2 {
			w.Clock.Advance(2 * time.Second)
			if second%10 == 0 {
				crew = w.staff(1)
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
				t.Errorf("TRAP_P5: after the delivery the rider of %d is %+v", id, rider)
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

// A store that delivers itself brings its orders without the riders of the town.
func TestStaff_ORD03_aStoreDeliversItself(t *testing.T) {
	t.Parallel()
	w := openTown(t, dbtest.Open(t, db.SQLite))
	item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.SelfDelivery = true }), 1000, 50, nil)
	id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	for range 150 {
		w.Clock.Advance(2 * time.Second)
		if err := w.staff(1).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := status(t, w, id); got.Status != order.Delivered || got.RiderID != nil {
		t.Errorf("it is %s, its rider %v", got.Status, got.RiderID)
	}
}

func TestStaff_TRAP_P5_theRiderIsOnTheRoad(t *testing.T) {
	t.Parallel()
	w := openTown(t, dbtest.Open(t, db.SQLite))
	item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
	id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	crew := w.staff(1)
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
	w := openTown(t, dbtest.Open(t, db.SQLite))
	item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
	id := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1)).ID
	if _, err := w.Orders.Cancel(t.Context(), id, order.Owner{Token: w.Tokens.Tracking(id)}, "other"); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	if err := w.staff(1).Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := status(t, w, id); now.Status != order.Canceled {
		t.Errorf("it is %s", now.Status)
	}
}

func TestStaff_stopWithTheirContext(t *testing.T) {
	t.Parallel()
	w := openTown(t, dbtest.Open(t, db.SQLite))
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() { defer close(gone); w.staff(1000).Run(ctx) }()
	stop()
	select {
	case <-gone:
	case <-time.After(10 * time.Second):
		t.Fatal("Run has not returned")
	}
}

// Prescriptions are approved, but for one medicine.
func TestStaff_ITEM11_answerPrescriptions(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		store := w.Store(t, nil)
		place := func(medicine string) int64 {
			item := w.Item(t, store, 1000, 50, func(i *catalog.Item) { i.Name, i.Prescription = medicine, true })
			r := ordertest.BuyNow(w.Guest(t), item, 1)
			r.PrescriptionImages = []string{w.Upload(t, r.ShopperID, upload.Prescription)}
			return w.Place(t, "key-1", r).ID
		}
		approved, refused := place("Amoxicillin 500 mg"), place("Sleeping tablets")
		crew := w.staff(1)
		for range 60 {
			w.Clock.Advance(2 * time.Second)
			if err := crew.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := status(t, w, approved); got.PrescriptionStatus != order.PrescriptionApproved || got.Status == order.Pending {
			t.Errorf("after two minutes: %s, %s", got.PrescriptionStatus, got.Status)
		}
		if got := status(t, w, refused); got.PrescriptionStatus != order.PrescriptionRefused || got.Status != order.Canceled || got.CancelReason == "" {
			t.Errorf("of the other: %s, %s, %q", got.PrescriptionStatus, got.Status, got.CancelReason)
		}
	})
}

// Refunds are approved, as asked for, but for two reasons.
func TestStaff_ORD04_answerRefunds(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		ask := func(reason string, units int64) int64 {
			o := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 2))
			for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
				if err := w.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
					t.Fatal(err)
				}
			}
			r := refund.Request{Reason: reason}
			if units > 0 {
				r.Lines = []refund.Line{{LineID: o.Lines[0].ID, Quantity: units}}
			}
			if _, err := w.Orders.RequestRefund(t.Context(), o.ID, order.Owner{ShopperID: o.ShopperID}, r); err != nil {
				t.Fatal(err)
			}
			return o.ID
		}
		want := map[int64]order.Status{ask("damaged", 0): order.Refunded, ask("missing", 1): order.Delivered, ask("late", 0): order.Delivered}
		crew := w.staff(1)
		for step := range 25 {
			if err := crew.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			for id := range want {
				if got := status(t, w, id); step == 15 && got.Status != order.RefundRequested {
					t.Errorf("answered within half a minute: %s", got.Status)
				}
			}
			w.Clock.Advance(2 * time.Second)
		}
		for id, status := range want {
			if got, err := w.Orders.FindForStaff(t.Context(), order.Staff{Actor: order.ByAdmin}, id); err != nil || got.Status != status || got.Refunds[0].Answer == "" {
				t.Errorf("want %s: %s %+v, %v", status, got.Status, got.Refunds, err)
			}
		}
	})
}

// A refund of a trip is answered too.
func TestStaff_ORD04_answerRefundsOfTrips(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		cars := triptest.In(t, w.Fixture)
		crew := w.staff(1)
		for reason, want := range map[string]refund.Status{"broken": refund.Approved, "late": refund.Refused} {
			d := cars.Book(t, "key-"+reason, triptest.Request(w.Guest(t)), time.Time{})
			cars.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
			if _, err := w.Trips.RequestRefund(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, refund.Request{Reason: reason}); err != nil {
				t.Fatal(err)
			}
			for _, status := range []refund.Status{refund.Requested, want} {
				if err := crew.Round(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got := cars.ReadTrip(t, d).Refunds[0]; got.Status != status || status != refund.Requested && got.Answer == "" {
					t.Errorf("%s: %+v, want %s", reason, got, status)
				}
				w.Clock.Advance(time.Minute)
			}
		}
	})
}

// Four stars are left for whoever tries the desk, and so are reviews that came with the
// town.
func TestStaff_ITEM12_answerReviews(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, 50, nil)
		for stars := 1; stars <= 5; stars++ {
			o := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
			w.Exec(t, `INSERT INTO reviews (slug, store_id, order_id, author, rating, body, reply, created_at) VALUES ($1, $2, $3, 'A', $4, 'b', '', $5)`,
				fmt.Sprint("review-", stars), store.ID, o.ID, stars, w.Clock.Now().UnixMilli())
		}
		w.Exec(t, `INSERT INTO reviews (slug, store_id, author, rating, body, reply, created_at) VALUES ('of the town', $1, 'A', 5, 'b', '', 0)`, store.ID)
		crew := w.staff(1)
		for _, want := range []int64{0, 4} {
			if err := crew.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := w.Number(t, `SELECT COUNT(*) FROM reviews WHERE reply <> ''`); got != want {
				t.Errorf("%d reviews have a reply, want %d", got, want)
			}
			w.Clock.Advance(40 * time.Second)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM reviews WHERE reply = '' AND rating <> 4 AND order_id IS NOT NULL`); n != 0 {
			t.Errorf("%d are not answered", n)
		}
	})
}

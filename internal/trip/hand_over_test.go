package trip_test

import (
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// A trip of two hours has the only car, and does not bring it back.
func TestOngoing_RNT11_TRAP_R1_aCarThatIsNotBackIsNotFree(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Exec(t, `UPDATE vehicles SET units = 1`)
		mine := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		f.MoveTrip(t, mine.ID, trip.Confirmed, trip.Ongoing)
		next := f.Book(t, "key-2", triptest.Request(f.Guest(t)), f.Clock.Now().Add(5*time.Hour))

		other := triptest.Request(f.Guest(t))
		f.Fill(t, other.ShopperID, 1, 1, time.Time{})
		f.Clock.Advance(3 * time.Hour)
		q, err := f.Trips.Quote(t.Context(), other)
		if err != nil || len(q.Problems) != 1 || q.Problems[0].Code != trip.Unavailable {
			t.Errorf("an hour late: the quote has %+v, %v", q.Problems, err)
		}
		other.AcceptedTotal, other.Digest = q.Total, q.Digest
		if _, err := f.Trips.Place(t.Context(), "key-3", other); !errs.Is(err, errs.OutOfStock) {
			t.Errorf("an hour late: %v", err)
		}
		f.MoveTrip(t, mine.ID, trip.Completed)
		if _, err := f.Trips.Place(t.Context(), "key-3", f.AgreeTrip(t, other)); err != nil {
			t.Errorf("after the return: %v", err)
		}
		f.MoveTrip(t, next.ID, trip.Confirmed)
		f.Clock.Advance(2 * time.Hour)
		f.MoveTrip(t, next.ID, trip.Ongoing)
	})
}

func TestOngoing_RNT11_TRAP_R1_anEarlyHandOverBeginsNow(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Exec(t, `UPDATE vehicles SET units = 1`)
		pickup := f.Clock.Now().Add(4 * time.Hour)
		mine := f.Book(t, "key-1", triptest.Request(f.Guest(t)), pickup)
		other := f.Book(t, "key-2", triptest.Request(f.Guest(t)), f.Clock.Now().Add(time.Hour))
		f.MoveTrip(t, mine.ID, trip.Confirmed)
		_, err := f.Trips.MoveBy(t.Context(), f.TripAdmin(t), mine.ID, trip.StaffMove{To: trip.Ongoing})
		if shown := errs.From(err); shown.Status() != 409 || shown.Message != "Somebody else has booked "+f.Car.Name+" until the pickup time. It can't be handed over yet." {
			t.Errorf("while somebody else has it: %v", err)
		}
		if got := f.ReadTrip(t, mine); got.Status != trip.Confirmed || got.PaymentStatus != purchase.Unpaid {
			t.Errorf("the trip is %s and %s", got.Status, got.PaymentStatus)
		}
		if _, err := f.Trips.Cancel(t.Context(), other.ID, purchase.Owner{ShopperID: other.ShopperID}, "mistake", nil); err != nil {
			t.Fatal(err)
		}
		f.MoveTrip(t, mine.ID, trip.Ongoing)
		if got := f.ReadTrip(t, mine); got.PickupAt != pickup.UnixMilli() || *got.StartedAt != f.Clock.Now().UnixMilli() {
			t.Errorf("planned at %d, begun at %d", got.PickupAt, *got.StartedAt)
		}
		f.Clock.Advance(2 * time.Second) // lists may be that old
		r := triptest.Request(f.Guest(t))
		f.Fill(t, r.ShopperID, 1, 1, time.Time{})
		if q, err := f.Trips.Quote(t.Context(), r); err != nil || len(q.Problems) != 1 || q.Problems[0].Code != trip.Unavailable {
			t.Errorf("before the pickup time: %+v, %v", q.Problems, err)
		}
		f.MoveTrip(t, mine.ID, trip.Completed)
	})
}

// A trip that is out still may be extended, until it is late.
func TestExtend_RNT11_TRAP_R1_itsOwnCarDoesNotStandInItsWay(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Exec(t, `UPDATE vehicles SET units = 1`)
		f.SetSettings(t, func(s *setting.Settings) { s.Rental.ExtensionHours = 4 })
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		f.Clock.Advance(2*time.Hour - time.Minute)
		d = f.ReadTrip(t, d)
		all, err := f.Trips.Extensions(t.Context(), d)
		if err != nil || len(all) != 4 {
			t.Fatalf("extensions %+v, %v", all, err)
		}
		if _, err := f.Trips.Extend(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, all[0].ReturnAt, all[0].Charge); err != nil {
			t.Error(err)
		}
	})
}

package trip_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/licence"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// handOverLate hands a trip over so long after its pickup time.
func handOverLate(t *testing.T, f fixture, d trip.Details, by time.Duration) trip.Details {
	t.Helper()
	f.MoveTrip(t, d.ID, trip.Confirmed)
	f.Clock.Set(time.UnixMilli(d.PickupAt).Add(by))
	f.MoveTrip(t, d.ID, trip.Ongoing)
	return f.ReadTrip(t, d)
}

// expectLate expects what a return would cost so long after the hand-over.
func expectLate(t *testing.T, f fixture, d trip.Details, out time.Duration, hours int64, charge money.Amount) {
	t.Helper()
	got, late := f.ReadTrip(t, d).Late(time.UnixMilli(*d.StartedAt).Add(out), setting.TripRules{})
	if got != hours || late.Amount != charge {
		t.Errorf("back after %s: %d hours late for %d, want %d for %d", out, got, late.Amount, hours, charge)
	}
}

// A trip of two hours is handed over half an hour after its return.
func TestOngoing_RNT11_RNT08_aLateHandOverGivesAllOfTheTime(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		d := handOverLate(t, f, f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{}), 150*time.Minute)
		if back := time.UnixMilli(d.ReturnAt).Sub(time.UnixMilli(*d.StartedAt)); back != 2*time.Hour {
			t.Errorf("the return is %s after the hand-over", back)
		}
		if all, err := f.Trips.Extensions(t.Context(), d); err != nil || len(all) != 4 || all[0].Charge != 1100 {
			t.Errorf("extensions %+v, %v", all, err)
		}
		expectLate(t, f, d, 150*time.Minute, 0, 0)
		expectLate(t, f, d, 151*time.Minute, 1, 1650)
		f.Clock.Advance(2 * time.Hour)
		f.MoveTrip(t, d.ID, trip.Completed)
		if got := f.ReadTrip(t, d); got.LateHours != 0 || rowsOf(got)["paid"] != 2200 {
			t.Errorf("after exactly two hours: %v", got.Rows())
		}
	})
}

// The next trip has the only car from three hours after the pickup time on.
func TestOngoing_RNT11_TRAP_R1_aLateHandOverTakesNothingFromTheNextTrip(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		f.Exec(t, `UPDATE vehicles SET units = 1`)
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		next := f.Book(t, "key-2", triptest.Request(f.Guest(t)), f.Clock.Now().Add(3*time.Hour))
		d = handOverLate(t, f, d, 150*time.Minute)
		if d.ReturnAt != next.PickupAt || f.ReadTrip(t, next).ReturnAt != next.ReturnAt {
			t.Errorf("the return is %s", time.UnixMilli(d.ReturnAt))
		}
		if all, err := f.Trips.Extensions(t.Context(), d); err != nil || len(all) != 0 {
			t.Errorf("it can be extended into the next trip: %+v, %v", all, err)
		}
		expectLate(t, f, d, 150*time.Minute, 0, 0) // the two hours were paid
		expectLate(t, f, d, 151*time.Minute, 1, 1650)
	})
}

// The next trip limits the return to half an hour of the two hours, and is then canceled: an
// hour and a half of the next two hours were paid.
func TestExtend_RNT11_doesNotChargeTimeThatWasPaid(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		f.Exec(t, `UPDATE vehicles SET units = 1`)
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		next := f.Book(t, "key-2", triptest.Request(f.Guest(t)), f.Clock.Now().Add(3*time.Hour))
		d = handOverLate(t, f, d, 150*time.Minute)
		if _, err := f.Trips.Cancel(t.Context(), next.ID, purchase.Owner{ShopperID: next.ShopperID}, "mistake", nil); err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(2 * time.Second) // lists may be that old
		for _, step := range []struct {
			offers           int
			hours            int64
			charge, extended money.Amount
		}{{5, 0, 0, 0}, {4, 1, 1100, 1100}, {3, 2, 1100, 2200}} {
			all, err := f.Trips.Extensions(t.Context(), d)
			if err != nil || len(all) != step.offers || all[0].Hours != 1 || all[0].Charge != step.charge {
				t.Fatalf("extensions %+v, %v", all, err)
			}
			for range 2 { // the second changes nothing
				d, err = f.Trips.Extend(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, all[0].ReturnAt, step.charge)
				if err != nil || d.ReturnAt != all[0].ReturnAt.UnixMilli() || d.ExtensionHours != step.hours || d.ExtensionCharge != step.extended {
					t.Errorf("until %s: %d hours for %d, %v", all[0].ReturnAt, d.ExtensionHours, d.ExtensionCharge, err)
				}
			}
		}
		expectLate(t, f, d, 4*time.Hour, 0, 0) // its own two hours and two that are charged
	})
}

// An earlier version has handed it over, and left the return as it was.
func TestLate_RNT11_countsFromTheHandOverOfATripThatWasUnderWay(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		planned := d.ReturnAt
		d = handOverLate(t, f, d, 90*time.Minute)
		f.Exec(t, `UPDATE trips SET return_at = $1`, planned)
		f.Exec(t, `UPDATE bookings SET until_at = $1`, planned)
		expectLate(t, f, d, 150*time.Minute, 0, 0)
		expectLate(t, f, d, 151*time.Minute, 1, 1650)
	})
}

// A trip by distance lasts as long as its route. Its hours stay what its price is for.
func TestOngoing_RNT11_RNT08_aLateTripByDistanceHasTheTimeOfItsRoute(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Rental.LatePercent, s.Rental.LateGraceMinutes = 150, 30 })
		d, err := f.Trips.Place(t.Context(), "key-1", f.AgreeTrip(t, byDistance(t, f, 1)))
		if err != nil {
			t.Fatal(err)
		}
		length := time.UnixMilli(d.ReturnAt).Sub(time.UnixMilli(d.PickupAt))
		inTime := d
		inTime.Status, inTime.StartedAt = trip.Ongoing, &d.PickupAt
		_, hour := inTime.Late(time.UnixMilli(d.ReturnAt).Add(31*time.Minute), setting.TripRules{})
		d = handOverLate(t, f, d, 5*time.Hour)
		if back := time.UnixMilli(d.ReturnAt).Sub(time.UnixMilli(*d.StartedAt)); back != length || length < time.Hour || hour.Amount == 0 {
			t.Errorf("the return is %s after the hand-over, want %s; an hour costs %d", back, length, hour.Amount)
		}
		expectLate(t, f, d, length+30*time.Minute, 0, 0)
		expectLate(t, f, d, length+31*time.Minute, 1, hour.Amount)
	})
}

// The licence is valid today. Without the limit the car would be out until tomorrow.
func TestOngoing_RNT11_aLateReturnIsWithinTheLicence(t *testing.T) {
	withDrivers(t, func(t *testing.T, d drivers) {
		_, me := d.Customer(t)
		now := d.Clock.Now().In(catalog.Location(catalogtest.HarbourTimeZone))
		given := d.GiveLicence(t, me, func(g *licence.Given) { g.ExpiresOn = now.Format(time.DateOnly) })
		booked := d.Book(t, "key-1", triptest.Request(me), time.Time{})
		if err := d.check(t, booked.ID, given.ID, true, ""); err != nil {
			t.Fatal(err)
		}
		midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
		got := handOverLate(t, d.Fixture, booked, midnight.Add(-time.Hour).Sub(now))
		if want := midnight.Add(-time.Minute); got.ReturnAt != want.UnixMilli() || d.state(t, got) != licence.Approved {
			t.Errorf("the return is %s, want %s", time.UnixMilli(got.ReturnAt), want)
		}
	})
}

package demo_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/verify"
)

// A trip is confirmed soon, its driver's licence is checked, and its car is out from the pickup to the return. One that was
// canceled is left alone.
func TestStaff_RNT11_handCarsOverAndTakeThemBack(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		cars := triptest.In(t, w.Fixture)
		w.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		crew := w.staff(1)
		driver := w.Guest(t)
		cars.GiveLicence(t, driver, nil)
		pickup := w.Clock.Now().Add(24 * time.Hour).Truncate(time.Hour)
		booked := cars.Book(t, "trip-key-1", triptest.Request(driver), pickup)
		left := cars.Book(t, "trip-key-2", triptest.Request(driver), pickup)
		cars.MoveTrip(t, left.ID, trip.Canceled)
		steps := []struct {
			at   time.Time
			want trip.Status
		}{
			{w.Clock.Now().Add(4 * time.Second), trip.Pending},
			{w.Clock.Now().Add(13 * time.Second), trip.Confirmed},
			{pickup.Add(-time.Minute), trip.Confirmed},
			{pickup.Add(time.Second), trip.Ongoing},
			{pickup.Add(119 * time.Minute), trip.Ongoing},
			{pickup.Add(121 * time.Minute), trip.Completed},
		}
		for _, s := range steps {
			w.Clock.Advance(s.at.Sub(w.Clock.Now()))
			if err := crew.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := cars.ReadTrip(t, booked).Status; got != s.want {
				t.Errorf("at %s it is %s, want %s", s.at, got, s.want)
			}
		}
		if got := cars.ReadTrip(t, left).Status; got != trip.Canceled {
			t.Errorf("the canceled one is %s", got)
		}
		if r, err := verify.Run(t.Context(), w.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

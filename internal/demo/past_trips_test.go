package demo_test

import (
	"slices"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/verify"
)

func TestHistory_RNT11_showsTripsInEveryStateOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := openTown(t, open(t))
		cars := triptest.In(t, w.Fixture)
		provider, err := db.One[string](t.Context(), w.DB.R, `SELECT slug FROM providers WHERE id = $1`, cars.Car.ProviderID)
		if err != nil {
			t.Fatal(err)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		_, shopper := w.Customer(t)
		history := demo.TripHistoryDeps{
			DB: w.DB, Trips: w.Trips, Carts: w.TripCarts, Uploads: w.Uploads, Now: w.Clock.Now(), Shopper: shopper,
			Contact: purchase.Contact{Name: "Asha Rao", Phone: "+12025550111"}, Provider: provider, Staff: cars.TripAdmin(t),
		}
		for range 2 { // the second start adds nothing
			if err := demo.AddTrips(t.Context(), history); err != nil {
				t.Fatal(err)
			}
		}
		want := []trip.Status{trip.Completed, trip.Refunded, trip.Canceled, trip.Ongoing, trip.Confirmed}
		// The staff have nothing to do yet: one is under way, and one is to come.
		if err := w.staff(1).Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, err := db.Many[trip.Status](t.Context(), w.DB.R, `SELECT status FROM trips ORDER BY id`); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v %v, want %v", got, err, want)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM notifications`); n != 0 {
			t.Errorf("the customer is told %d times about the past", n)
		}
		if r, err := verify.Run(t.Context(), w.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

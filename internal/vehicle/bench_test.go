package vehicle_test

import (
	"fmt"
	"testing"
	"time"

	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// BenchmarkSearch searches 10,000 vehicles, half of which are out.
func BenchmarkSearch(b *testing.B) {
	d := dbtest.Open(b, db.SQLite)
	town := vehicletest.New(b, d)
	var all []vehicle.Vehicle
	for p := range int64(10) {
		town.Provider(p+1, func(o *vehicle.Provider) {
			o.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 1000, End: "2027-01-01"}
		})
		for n := range int64(1000) {
			all = append(all, vehicle.Vehicle{
				ID: 1 + p*1000 + n, Slug: fmt.Sprint(p, "-", n), ProviderID: p + 1, CategoryID: vehicletest.Cars, Name: "Finch", Brand: fmt.Sprint("Brand ", n%12), Type: fmt.Sprint("Type ", n%7),
				Seats: 4 + n%3, Transmission: "manual", Fuel: "Petrol", HourlyPrice: 1000 + money.Amount(n), DiscountType: pricing.Percent, Discount: n % 2 * 500, Units: 1, TripCount: n % 70,
			})
		}
	}
	town.Write(all...)
	bookingtest.Trips(town.Town, 1, vehicletest.Rental, 1, 20)
	town.Exec(`INSERT INTO bookings (trip_id, vehicle_id, units, vehicle_units, from_at, until_at, revision)
		SELECT t.id, v.id, 1, 1, $1 + t.id * 3600000, $1 + (t.id + 1) * 3600000, 1 FROM trips t, vehicles v WHERE v.id <= 5000`, catalogtest.Noon.UnixMilli())
	town.Exec(`INSERT INTO booking_revision (id, revision) VALUES (1, 1)`)
	now := clock.NewManual(catalogtest.Noon)
	s := newService(d, now)
	f := vehicle.Filter{
		Zones: []int64{catalogtest.Harbour}, Available: true, Trip: &pricing.Trip{Type: pricing.Hourly, Hours: 3},
		Period: &vehicle.Period{Length: 3 * time.Hour}, MaxPrice: 100_000,
	}
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			if page, err := s.Search(b.Context(), f, catalog.Paging{Size: 20, Number: 1}); err != nil || page.Total != 5000 {
				b.Fatal(page.Total, err)
			}
		}
	})
	b.Run("a second later", func(b *testing.B) {
		for b.Loop() {
			now.Advance(time.Second)
			if _, err := s.Search(b.Context(), vehicle.Filter{Search: "nothing"}, catalog.Paging{Size: 20, Number: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("choices", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Choices(b.Context(), vehicle.Filter{Zones: f.Zones, Trip: f.Trip}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

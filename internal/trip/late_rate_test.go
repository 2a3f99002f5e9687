package trip_test

import (
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle/vehicletest"
)

// byDistance asks for a trip of some cars by distance, for 0.50 a kilometre.
func byDistance(t *testing.T, f fixture, cars int64) trip.Request {
	t.Helper()
	r := triptest.Request(f.Guest(t))
	far := tripcart.Wanted{Type: new(pricing.ByDistance), Destination: &tripcart.Place{Name: "Far", Point: geo.Point{Lat: -11.4, Lng: 66.2}}}
	if _, err := f.TripCarts.Add(t.Context(), r.ShopperID, vehicletest.Rental, tripcart.NewLine{VehicleID: f.Car.ID, Quantity: cars, Trip: far}); err != nil {
		t.Fatal(err)
	}
	return r
}

// An hour of a car costs 10.00 when the trip is booked, and 25.00 later. A late hour costs
// 150 % of that, and a tax of 10 %.
func TestLate_RNT11_aTripByDistanceIsChargedByThePriceOfAnHour(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Rental.LatePercent = 150 })
		for name, tt := range map[string]struct {
			rate      money.Amount // of an hour, when it is booked
			isOlder   bool
			hourPrice money.Amount
		}{
			"rented by the hour too":    {1000, false, 2000},
			"by distance alone":         {0, false, 0},
			"from before it was stored": {1000, true, 0},
		} {
			f.Exec(t, `UPDATE vehicles SET hourly_price = $1`, tt.rate)
			r := byDistance(t, f, 2)
			quote, err := f.Trips.Quote(t.Context(), r)
			if want := 2 * tt.rate; err != nil || quote.HourPrice() != want {
				t.Errorf("%s: the quote says %d an hour, want %d, %v", name, quote.HourPrice(), want, err)
			}
			d, err := f.Trips.Place(t.Context(), "key of "+name, f.AgreeTrip(t, r))
			if err != nil {
				t.Fatal(err)
			}
			f.Exec(t, `UPDATE vehicles SET hourly_price = 2500`)
			if tt.isOlder {
				f.Exec(t, `UPDATE trip_lines SET hour_rate = NULL WHERE trip_id = $1`, d.ID)
			}
			f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
			d = f.ReadTrip(t, d)
			hours, late := d.Late(time.UnixMilli(d.ReturnAt).Add(61*time.Minute), setting.TripRules{})
			routeHours := pricing.RentalHours(time.Duration(d.RouteSeconds) * time.Second)
			want := d.Subtotal.MulRatio(2*150*110, 100*100*routeHours) // by its own hours
			if tt.hourPrice > 0 {
				want = 2 * 2 * 1650
			}
			if hours != 2 || late.Amount < want-1 || late.Amount > want+1 || d.HourPrice() != tt.hourPrice {
				t.Errorf("%s: %d hours cost %d, want about %d; it says %d an hour, want %d", name, hours, late.Amount, want, d.HourPrice(), tt.hourPrice)
			}
			f.MoveTrip(t, d.ID, trip.Completed)
		}
	})
}

func TestPlace_RNT11_TRAP_C4_TRAP_D21_thePriceOfALateHourIsAgreed(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		r := f.AgreeTrip(t, byDistance(t, f, 1))
		f.Exec(t, `UPDATE vehicles SET hourly_price = 2500`)
		if _, err := f.Trips.Place(t.Context(), "key-1", r); !errs.Is(err, errs.CartChanged) {
			t.Errorf("after it has risen: %v", err)
		}
	})
}

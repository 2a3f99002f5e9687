package verify_test

import (
	"testing"
	"time"

	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// Bookings stay right when an import has lowered the number of units, and when one begins
// as another ends.
func TestVerify_RNT11_allowsBookingsOfUnitsThatThereWere(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		fleet := vehicletest.New(t, d)
		fleet.Vehicle(1, fleet.Provider(1, nil), func(v *vehicle.Vehicle) { v.Units = 3 })
		bookingtest.Trips(fleet.Town, 1, vehicletest.Rental, 1, 4)
		at := func(hour int) time.Time { return catalogtest.Noon.Add(time.Duration(hour) * time.Hour) }
		bookingtest.Take(t, d, 1, 1, 3, at(0), at(4))
		bookingtest.Take(t, d, 2, 1, 3, at(4), at(5))
		fleet.Exec(`UPDATE vehicles SET units = 1`)
		bookingtest.Take(t, d, 3, 1, 1, at(5), at(6))
		if r := run(t, d); !r.OK {
			t.Errorf("found %q", broken(r))
		}
	})
}

// An earlier version, which may run during an upgrade, releases what is out without saying
// that it is not any more.
func TestVerify_RNT11_allowsAReleaseByAnEarlierVersion(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		fleet := vehicletest.New(t, d)
		fleet.Vehicle(1, fleet.Provider(1, nil), nil)
		bookingtest.Trips(fleet.Town, 1, vehicletest.Rental, 1, 1)
		bookingtest.Take(t, d, 1, 1, 1, catalogtest.Noon, catalogtest.Noon.Add(time.Hour))
		fleet.Exec(`UPDATE bookings SET is_out = TRUE, released_at = until_at`)
		fleet.Exec(`UPDATE trips SET status = 'canceled'`)
		fleet.Insert("trip_moves", catalogtest.Row{"trip_id": 1, "status": "canceled", "actor": "admin", "reason": "", "at": 1, "staff_name": ""})
		if r := run(t, d); !r.OK {
			t.Errorf("found %q", broken(r))
		}
	})
}

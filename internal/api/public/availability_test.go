package public_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// booked is a town with three cars (1), two of which are out from 14:00 to 16:00, and one
// car (2), which is out from 15:00 to 18:00.
func booked(t *testing.T, d *db.DB) rentalAPI {
	t.Helper()
	f := newRentalAPI(t, d)
	owner := f.fleet.Provider(1, nil)
	f.fleet.Vehicle(1, owner, func(v *vehicle.Vehicle) { v.Units = 3 })
	f.fleet.Vehicle(2, owner, nil)
	bookingtest.Trips(f.Town, 1, vehicletest.Rental, 1, 4)
	at := func(hour int) time.Time { return catalogtest.Noon.Add(time.Duration(hour-12) * time.Hour) }
	bookingtest.Take(t, d, 1, 1, 2, at(14), at(16))
	bookingtest.Take(t, d, 2, 2, 1, at(15), at(18))
	return f
}

func TestVehicles_RNT02_sayHowManyAreFree(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := booked(t, open(t))
		const afternoon = "pickup_time=2026-11-18%203:30%20PM"
		for query, want := range map[string]string{
			"":                   "[1: <nil> 2: <nil>]",
			"?estimated_hours=9": "[1: <nil> 2: <nil>]", // no trip and no time
			"?" + afternoon:      "[1: 1 2: 0]",
			"?pickup_time=2026-11-18%204:00%20PM&estimated_hours=1.5": "[1: 3 2: 0]",
			"?pickup_time=2020-01-01%203:30%20PM":                     "[1: 3 2: 1]",
			"?trip_type=hourly&estimated_hours=2":                     "[1: 3 2: 1]",
			"?trip_type=hourly&estimated_hours=2.1":                   "[1: 1 2: 1]",
			"?trip_type=distance&distance=10":                         "[1: 3 2: 1]",
			"?trip_type=distance&distance=10&duration=7201":           "[1: 1 2: 1]",
			"?available=true&" + afternoon:                            "[1: 1]",
			"/top-rated?" + afternoon:                                 "[1: 1 2: 0]",
		} {
			if got := freeOf(f, t, "/rental/vehicles"+query); got != want {
				t.Errorf("%s lists %s, want %s", query, got, want)
			}
		}
		if got := freeOf(f, t, "/rental/providers/1/vehicles?"+afternoon); got != "[1: 1 2: 0]" {
			t.Errorf("of a provider: %s", got)
		}
		if got := f.Read(t, "/rental/vehicles/2?"+afternoon)["available_units"]; got != 0.0 {
			t.Errorf("of one vehicle: %v", got)
		}
		if got, known := f.Read(t, "/rental/vehicles/2")["available_units"]; known {
			t.Errorf("of one vehicle without a time: %v", got)
		}
		bookingtest.Take(t, f.DB, 3, 1, 1, catalogtest.Noon.Add(3*time.Hour), catalogtest.Noon.Add(9*time.Hour))
		f.ExpireCaches()
		if got := freeOf(f, t, "/rental/vehicles?"+afternoon); got != "[1: 0 2: 0]" {
			t.Errorf("after a booking: %s", got)
		}
	})
}

func freeOf(f rentalAPI, t *testing.T, path string) string {
	t.Helper()
	var found []string
	for _, v := range f.Read(t, path, "moduleId", "12").List("vehicles") {
		found = append(found, fmt.Sprint(v["id"], ": ", v["available_units"]))
	}
	return fmt.Sprint(found)
}

func TestVehicleAvailability_RNT02_listsWhenItCannotBeBooked(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := booked(t, open(t))
		span := func(from, until string) any {
			return map[string]any{"from": "2026-11-18T" + from + ":00Z", "until": "2026-11-18T" + until + ":00Z"}
		}
		for query, want := range map[string][]any{
			"2/availability":                            {span("10:00", "13:00")},
			"vehicle-2/availability":                    {span("10:00", "13:00")},
			"1/availability":                            {},
			"1/availability?quantity=2":                 {span("09:00", "11:00")},
			"2/availability?until=2026-11-18T12:00:00Z": {span("10:00", "12:00")},
			"2/availability?until=" + url.QueryEscape("2026-11-18T17:00:00+05:00"): {span("10:00", "12:00")},
			"2/availability?from=2026-11-18T11:00:00Z":                             {span("11:00", "13:00")},
			"2/availability?from=2020-11-18T11:00:00Z":                             {span("10:00", "13:00")},
			"2/availability?from=2026-11-18T13:00:00Z&until=2027-01-19T13:00:00Z":  {},
		} {
			got := f.Read(t, "/rental/vehicles/"+query)
			if diff := cmp.Diff(any(want), got["busy"]); diff != "" || got["time_zone"] != catalogtest.HarbourTimeZone || got["total_vehicle_count"] == nil {
				t.Errorf("%s (-want +got):\n%s\n%v", query, diff, got)
			}
		}
		for query, field := range map[string]string{
			"?until=2026-11-18T07:00:00Z": "until", "?until=2027-01-19T07:00:01Z": "until", "?until=soon": "until", "?from=2026-11-18": "from", "?quantity=0": "quantity",
		} {
			if status, body := f.get(t, "/rental/vehicles/2/availability"+query); status != 422 && status != 400 || !strings.Contains(body, `"field":"`+field+`"`) {
				t.Errorf("%s: %d %s", query, status, body)
			}
		}
		if status, body := f.get(t, "/rental/vehicles/9/availability"); status != 404 {
			t.Errorf("an unknown vehicle: %d %s", status, body)
		}
	})
}

package vehicle_test

import (
	"testing"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// The first request after a start finds the fleet in memory.
func TestRun_RNT02_TRAP_L3_readsTheFleetBeforeARequest(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, dialect db.Dialect) {
		noted, d, made := dbtest.Recorded(t, dialect)
		town := vehicletest.New(t, d)
		town.Vehicle(1, town.Provider(1, nil), nil)
		now := clock.NewManual(catalogtest.Noon)
		s := vehicle.New(noted, now, booking.New(noted, now))
		s.Run(t.Context())
		made.Reset()
		if _, err := s.Vehicle(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
		if n := made.Count(); n != 0 {
			t.Errorf("%d queries in the first request: %v", n, made.Texts())
		}
	})
}

// Folded names are kept until a name changes, and found by the new name then.
func TestSearch_RNT02_findsARenamedVehicle(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town := vehicletest.New(t, d)
		owner := town.Provider(1, nil)
		town.Vehicle(1, owner, func(v *vehicle.Vehicle) { v.Name = "Finch" })
		now := clock.NewManual(catalogtest.Noon)
		s := newService(d, now)
		finds := func(when, word string, want int) {
			t.Helper()
			page, err := s.Search(t.Context(), vehicle.Filter{Search: word}, catalog.Paging{Size: 9, Number: 1})
			if err != nil || page.Total != want {
				t.Errorf("%s: %q finds %d, %v; want %d", when, word, page.Total, err, want)
			}
		}
		finds("at first", "finch", 1)
		town.Trade(`UPDATE vehicles SET trip_count = 5`)
		now.Advance(time.Second)
		finds("after a trip", "finch", 1)
		town.Exec(`UPDATE vehicles SET name = 'Mérle'`)
		town.Exec(`UPDATE providers SET name = 'Anchor'`)
		now.Advance(time.Second)
		finds("renamed", "finch", 0)
		finds("renamed", "merle anchor", 1)
	})
}

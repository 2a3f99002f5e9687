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
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// freeIn is what a search says of each vehicle: its id and how many are free.
func freeIn(t *testing.T, s *vehicle.Service, f vehicle.Filter) string {
	t.Helper()
	page, err := s.Search(t.Context(), f, catalog.Paging{Size: 10, Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := make([]string, len(page.Vehicles))
	for n, v := range page.Vehicles {
		found[n] = fmt.Sprint(v.ID, ": -")
		if v.Free != nil {
			found[n] = fmt.Sprintf("%d: %d", v.ID, *v.Free)
		}
	}
	if page.Total != len(page.Vehicles) {
		t.Errorf("%d in all, but %v", page.Total, found)
	}
	return fmt.Sprint(found)
}

func onTheClock(text string) time.Time {
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		panic(err)
	}
	return at
}

func TestSearch_RNT02_D12_saysHowManyAreFree(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town := vehicletest.New(t, d)
		harbour, hill := town.Provider(1, nil), town.Provider(2, func(p *vehicle.Provider) { p.ZoneID = catalogtest.Hill })
		town.Vehicle(1, harbour, func(v *vehicle.Vehicle) { v.Units = 3 })
		town.Vehicle(2, hill, nil) // 45 minutes ahead
		town.Vehicle(3, harbour, nil)
		bookingtest.Trips(town.Town, 1, vehicletest.Rental, 1, 9)
		// 14:00 to 16:00 in Harbour, which is 14:45 to 16:45 on the Hill.
		from, until := catalogtest.Noon.Add(2*time.Hour), catalogtest.Noon.Add(4*time.Hour)
		bookingtest.Take(t, d, 1, 1, 2, from, until)
		bookingtest.Take(t, d, 2, 2, 1, from, until)
		s := newService(d, clock.NewManual(catalogtest.Noon))
		for _, c := range []struct {
			pickup string
			hours  time.Duration
			want   string
		}{
			{"", 1, "[1: 3 2: 1 3: 1]"},
			{"", 3, "[1: 1 2: 0 3: 1]"},
			{"2026-11-17 08:00", 2, "[1: 3 2: 1 3: 1]"}, // in the past: now
			{"2026-11-18 12:45", 1, "[1: 3 2: 1 3: 1]"},
			{"2026-11-18 13:45", 1, "[1: 1 2: 1 3: 1]"},
			{"2026-11-18 14:00", 1, "[1: 1 2: 0 3: 1]"},
			{"2026-11-18 16:00", 1, "[1: 3 2: 0 3: 1]"},
			{"2026-11-18 16:45", 1, "[1: 3 2: 1 3: 1]"},
		} {
			p := vehicle.Period{Length: c.hours * time.Hour}
			if c.pickup != "" {
				p.Pickup = onTheClock(c.pickup)
			}
			if got := freeIn(t, s, vehicle.Filter{Period: &p}); got != c.want {
				t.Errorf("%s for %d hours: %s, want %s", c.pickup, c.hours, got, c.want)
			}
		}
		p := vehicle.Period{Pickup: onTheClock("2026-11-18 15:00"), Length: time.Hour}
		if got := freeIn(t, s, vehicle.Filter{Period: &p, Available: true}); got != "[1: 1 3: 1]" {
			t.Errorf("only available ones: %s", got)
		}
		if got := freeIn(t, s, vehicle.Filter{Available: true}); got != "[1: - 2: - 3: -]" {
			t.Errorf("without a time: %s", got)
		}
		if v, err := s.Vehicle(t.Context(), "2"); err != nil {
			t.Error(err)
		} else if free, err := s.Free(t.Context(), v, p); err != nil || free != 0 {
			t.Errorf("of one vehicle: %d, %v", free, err)
		}
	})
}

// A search whose connection is lost at any statement fails. The next one shows what was
// booked and written meanwhile.
func TestSearch_RNT02_forgetsNothingWhenConnectionsAreLost(t *testing.T) {
	t.Parallel()
	d, faults := dbtest.Faulty(t)
	town := vehicletest.New(t, d)
	v := town.Vehicle(1, town.Provider(1, nil), func(v *vehicle.Vehicle) { v.Units = 20 })
	bookingtest.Trips(town.Town, 1, vehicletest.Rental, 1, 20)
	now := clock.NewManual(catalogtest.Noon)
	s := newService(d, now)
	f := vehicle.Filter{Period: &vehicle.Period{Length: time.Hour}, Available: true}
	if got := freeIn(t, s, f); got != "[1: 20]" {
		t.Fatal(got)
	}
	for n := 1; n < 20; n++ {
		bookingtest.Take(t, d, int64(n), 1, 1, catalogtest.Noon, catalogtest.Noon.Add(9*time.Hour))
		v.Name = fmt.Sprint("Name ", n)
		town.Write(v)
		now.Advance(2 * time.Second)
		faults.Lose(n, false)
		_, err := s.Search(t.Context(), f, catalog.Paging{Size: 10, Number: 1})
		lost := faults.Restore()
		if lost != (err != nil) {
			t.Errorf("statement %d: lost %t, but %v", n, lost, err)
		}
		page, err := s.Search(t.Context(), f, catalog.Paging{Size: 10, Number: 1})
		if err != nil || page.Total != 1 || page.Vehicles[0].Name != v.Name || *page.Vehicles[0].Free != int64(20-n) {
			t.Errorf("after statement %d: %+v, %v", n, page, err)
		}
		if !lost {
			if n < 6 {
				t.Errorf("a search has only %d statements", n-1)
			}
			return
		}
	}
	t.Error("a search has no end of statements")
}

// In a night in which the clocks change, a trip lasts its hours, whatever the clock shows.
func TestPeriod_TRAP_H8_D12_lastsElapsedHours(t *testing.T) {
	t.Parallel()
	owner := &vehicle.Provider{TimeZone: "Europe/Berlin"}
	for _, c := range []struct{ pickup, from, until string }{
		{"2027-03-27 23:00", "2027-03-27 22:00", "2027-03-28 08:00"}, // until 10:00 there
		{"2027-10-30 23:00", "2027-10-30 21:00", "2027-10-31 07:00"}, // until 8:00 there
		{"2027-06-01 23:00", "2027-06-01 21:00", "2027-06-02 07:00"},
	} {
		got := vehicle.Period{Pickup: onTheClock(c.pickup), Length: 10 * time.Hour}.Of(owner, catalogtest.Noon)
		if !got.From.Equal(onTheClock(c.from)) || !got.Until.Equal(onTheClock(c.until)) {
			t.Errorf("%s is %s to %s", c.pickup, got.From.UTC(), got.Until.UTC())
		}
	}
}

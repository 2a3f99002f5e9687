package catalog_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
)

// A discount holds until the moment that Ends returns, and not a second longer, also over
// midnight and on the days on which clocks change.
func TestDiscount_RNT14_TRAP_D12_holdsUntilItsEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, zone    string
		end, from, to string
		day, at       string
	}{
		{"within a day", catalogtest.HarbourTimeZone, "2026-11-18", "08:00", "14:00", "2026-11-18", "14:00"},
		{"over midnight", catalogtest.HarbourTimeZone, "2026-11-18", "22:00", "02:00", "2026-11-19", "02:00"},
		{"until midnight", catalogtest.HillTimeZone, "2026-11-18", "22:00", "00:00", "2026-11-19", "00:00"},
		{"over the end of a year", catalogtest.HillTimeZone, "2026-12-31", "22:00", "02:00", "2027-01-01", "02:00"},
		{"a night in which clocks go back", "Europe/Berlin", "2026-10-24", "22:00", "04:00", "2026-10-25", "04:00"},
		{"all day", catalogtest.HarbourTimeZone, "2026-11-18", "", "", "2026-11-18", ""},
		{"equal times are all day", catalogtest.HarbourTimeZone, "2026-11-18", "08:00", "08:00", "2026-11-18", ""},
		{"without an end", catalogtest.HarbourTimeZone, "", "22:00", "02:00", "", "02:00"},
	} {
		d := catalog.Discount{Value: 1, End: tt.end, StartTime: tt.from, EndTime: tt.to}
		day, at := d.Ends()
		if day != tt.day || at != tt.at {
			t.Errorf("%s: it ends on %q at %q, want %q at %q", tt.name, day, at, tt.day, tt.at)
		}
		if day == "" {
			continue
		}
		zone := catalog.Location(tt.zone)
		end, err := time.ParseInLocation(time.DateOnly, day, zone)
		if at != "" {
			end, err = time.ParseInLocation(time.DateOnly+" 15:04", day+" "+at, zone)
		} else {
			end = end.AddDate(0, 0, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !d.At(end.Add(-time.Second), zone).Active || d.At(end, zone).Active {
			t.Errorf("%s: before %s it holds: %t, then: %t", tt.name, end, d.At(end.Add(-time.Second), zone).Active, d.At(end, zone).Active)
		}
	}
}

package offer

import (
	"testing"
	"time"
)

func location(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// The run at a time, or the next one: on days and within hours, by the clock of the
// zone.
func TestRun_BRW07_TRAP_D12_byTheClockOfTheZone(t *testing.T) {
	t.Parallel()
	const clock = "2006-01-02 15:04"
	for _, tt := range []struct {
		name, zone   string
		days         days
		at           string // in UTC
		begins, ends string // in the zone; "": over
	}{
		{"all day, before it begins", "UTC", days{"2026-11-20", "2026-11-22", "", ""}, "2026-11-01 12:00", "2026-11-20 00:00", "2026-11-23 00:00"},
		{"all day, in the last minute", "UTC", days{"2026-11-20", "2026-11-22", "", ""}, "2026-11-22 23:59", "2026-11-20 00:00", "2026-11-23 00:00"},
		{"all day, just over", "UTC", days{"2026-11-20", "2026-11-22", "", ""}, "2026-11-23 00:00", "", ""},
		{"it is the next day already in the zone", "Indian/Maldives", days{"2026-11-20", "2026-11-20", "", ""}, "2026-11-20 19:00", "", ""},
		{"it is the day still in the zone", "Indian/Maldives", days{"2026-11-20", "2026-11-20", "", ""}, "2026-11-20 18:59", "2026-11-20 00:00", "2026-11-21 00:00"},
		{"within its hours", "UTC", days{"2026-11-20", "2026-11-22", "17:00", "22:00"}, "2026-11-21 17:00", "2026-11-21 17:00", "2026-11-21 22:00"},
		{"after its hours, the next day's", "UTC", days{"2026-11-20", "2026-11-22", "17:00", "22:00"}, "2026-11-21 22:00", "2026-11-22 17:00", "2026-11-22 22:00"},
		{"after the last hours", "UTC", days{"2026-11-20", "2026-11-22", "17:00", "22:00"}, "2026-11-22 22:00", "", ""},
		{"across midnight, of the day before", "UTC", days{"2026-11-20", "2026-11-22", "22:00", "02:00"}, "2026-11-23 01:59", "2026-11-22 22:00", "2026-11-23 02:00"},
		{"across midnight, the first day has no evening before", "UTC", days{"2026-11-20", "2026-11-22", "22:00", "02:00"}, "2026-11-20 01:00", "2026-11-20 22:00", "2026-11-21 02:00"},
		{"the same hour twice is all day", "UTC", days{"2026-11-20", "2026-11-22", "10:00", "10:00"}, "2026-11-21 12:00", "2026-11-20 00:00", "2026-11-23 00:00"},
		{"hours without an end are all day", "UTC", days{"2026-11-20", "2026-11-22", "17:00", ""}, "2026-11-21 12:00", "2026-11-20 00:00", "2026-11-23 00:00"},
		{"hours without a beginning are all day", "UTC", days{"2026-11-20", "2026-11-22", "", "22:00"}, "2026-11-21 12:00", "2026-11-20 00:00", "2026-11-23 00:00"},
		{"a night that is an hour longer", "Europe/Berlin", days{"2026-10-24", "2026-10-25", "00:00", "06:00"}, "2026-10-25 04:30", "2026-10-25 00:00", "2026-10-25 06:00"},
		{"a day that is no date never runs", "UTC", days{"soon", "2026-11-22", "", ""}, "2026-11-21 12:00", "", ""},
	} {
		zone := location(t, tt.zone)
		at, err := time.Parse(clock, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		run := runAt(tt.days, at, zone)
		if tt.ends == "" {
			if run != (Run{}) {
				t.Errorf("%s: it runs %s to %s", tt.name, run.Begins, run.Ends)
			}
			continue
		}
		if begins, ends := run.Begins.In(zone).Format(clock), run.Ends.In(zone).Format(clock); begins != tt.begins || ends != tt.ends {
			t.Errorf("%s: %s to %s, want %s to %s", tt.name, begins, ends, tt.begins, tt.ends)
		}
	}
}

// A sale runs from its first second until just before its last, in each zone by its own
// clock.
func TestFlashSale_BRW07_TRAP_D12_endsByTheClockOfEachZone(t *testing.T) {
	t.Parallel()
	sale := FlashSale{Begins: "2026-11-20T18:00:00", Ends: "2026-11-20T20:30:15"}
	for name, offset := range map[string]time.Duration{"UTC": 0, "Indian/Maldives": 5 * time.Hour} {
		zone := location(t, name)
		run := sale.Run(zone)
		for at, runs := range map[time.Time]bool{
			time.Date(2026, 11, 20, 17, 59, 59, 0, time.UTC): false,
			time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC):   true,
			time.Date(2026, 11, 20, 20, 30, 14, 0, time.UTC): true,
			time.Date(2026, 11, 20, 20, 30, 15, 0, time.UTC): false,
		} {
			if run.Contains(at.Add(-offset)) != runs {
				t.Errorf("%s: at %s it runs: %v", name, at, !runs)
			}
		}
	}
	if broken := (&FlashSale{Begins: "18:00", Ends: "20:00"}).Run(time.UTC); broken.Contains(time.Now()) {
		t.Error("a sale without a date runs")
	}
}

package hours_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/hours"
)

func TestSlots_TRAP_H3_TRAP_D27(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	const lunch = `{"week":[{"day":1,"opens":"11:10","closes":"13:00"},{"day":3,"opens":"23:00","closes":"00:45"}],
		"closures":[{"from":"2026-11-23T00:00:00Z","to":"2026-11-24T00:00:00Z"}]}`
	tests := []struct {
		name, schedule, now string
		lead                time.Duration
		want                []string
	}{
		{"counted from opening, each wholly inside", lunch, "2026-11-16 08:00", time.Hour,
			[]string{"11-16 11:10", "11-16 11:40", "11-16 12:10", "11-18 23:00", "11-18 23:30", "11-19 00:00"}},
		{"exactly at now plus lead", lunch, "2026-11-16 11:00", 40 * time.Minute,
			[]string{"11-16 11:40", "11-16 12:10", "11-18 23:00", "11-18 23:30", "11-19 00:00"}},
		{"a minute later the next one", lunch, "2026-11-16 11:01", 40 * time.Minute,
			[]string{"11-16 12:10", "11-18 23:00", "11-18 23:30", "11-19 00:00"}},
		{"six days ahead and no further", lunch, "2026-11-12 09:00", 0,
			[]string{"11-16 11:10", "11-16 11:40", "11-16 12:10", "11-18 23:00", "11-18 23:30"}},
		{"last night's opening still counts", lunch, "2026-11-19 00:00", 0,
			[]string{"11-19 00:00", "11-25 23:00", "11-25 23:30"}},
		{"a closure in the middle keeps the rhythm", `{"week":[{"day":1,"opens":"10:00","closes":"13:00"}],
			"closures":[{"from":"2026-11-16T05:45:00Z","to":"2026-11-16T06:40:00Z"}]}`, "2026-11-16 10:00", 0,
			[]string{"11-16 10:00", "11-16 12:00", "11-16 12:30"}},
		{"two openings that touch offer no time twice", `{"week":[{"day":1,"opens":"10:00","closes":"11:00"},
			{"day":1,"opens":"10:00","closes":"11:30"}]}`, "2026-11-16 10:00", 0, []string{"11-16 10:00", "11-16 10:30", "11-16 11:00"}},
		{"never open", `{}`, "2026-11-16 10:00", 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			now := at(t, maldives, tt.now)
			var got []string
			for _, slot := range decode(t, tt.schedule).Slots(now, tt.lead, maldives) {
				got = append(got, slot.In(maldives).Format("01-02 15:04"))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRoundTheClockHasSevenDaysOfSlots_TRAP_D27_TRAP_H8(t *testing.T) {
	t.Parallel()
	always := hours.Schedule{Always: true}
	for name, want := range map[string]int{"Indian/Maldives": 7 * 48, "Europe/Berlin": 7*48 + 2} {
		z := zone(t, name)
		// A week in which Berlin's clocks go back an hour.
		slots := always.Slots(at(t, z, "2026-10-20 00:00"), 0, z)
		if len(slots) != want {
			t.Errorf("%s: %d slots, want %d", name, len(slots), want)
		}
		for i := 1; i < len(slots); i++ {
			if slots[i].Sub(slots[i-1]) != 30*time.Minute {
				t.Errorf("%s: %v follows %v", name, slots[i], slots[i-1])
			}
		}
	}
}

// The oracle tries every minute of the seven days. A slot begins a whole number of
// half hours after its opening, and the store is open for all of it.
func TestSlotsAgainstEveryMinute_TRAP_H3(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	rapid.Check(t, func(t *rapid.T) {
		s := schedules().Draw(t, "schedule")
		now := start.Add(time.Duration(rapid.Int64Range(0, 7*1440).Draw(t, "minute")) * time.Minute)
		lead := time.Duration(rapid.IntRange(0, 180).Draw(t, "lead")) * time.Minute

		local := now.Add(5 * time.Hour)
		end := local.Truncate(24 * time.Hour).Add(7*24*time.Hour - 5*time.Hour)
		var want []string
		for slot := now.Add(lead); slot.Before(end); slot = slot.Add(time.Minute) {
			if startsSlot(s, slot) {
				want = append(want, slot.UTC().Format(time.RFC3339))
			}
		}
		var got []string
		for _, slot := range s.Slots(now, lead, maldives) {
			got = append(got, slot.UTC().Format(time.RFC3339))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func startsSlot(s hours.Schedule, at time.Time) bool {
	for _, later := range []int{0, 14, 15, 29} { // everything changes on a quarter of an hour
		if !openByWeekMinutes(s, at.Add(time.Duration(later)*time.Minute)) {
			return false
		}
	}
	local := at.UTC().Add(5 * time.Hour)
	now := int(local.Weekday())*1440 + local.Hour()*60 + local.Minute()
	for _, o := range s.Week {
		length := (int(o.Closes) - int(o.Opens) + 1440) % 1440
		if length == 0 {
			length = 1440
		}
		since := (now - int(o.Day)*1440 - int(o.Opens) + 2*10080) % 10080
		if since < length && since%30 == 0 {
			return true
		}
	}
	return false
}

func TestHasSlot_TRAP_D27(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	s := decode(t, kitchen)
	now := at(t, maldives, "2026-11-16 12:00")
	for local, want := range map[string]bool{"2026-11-16 12:30": true, "2026-11-16 12:00": false, "2026-11-16 12:45": false, "2026-11-16 22:00": false} {
		if got := s.HasSlot(at(t, maldives, local).UTC(), now, 20*time.Minute, maldives); got != want {
			t.Errorf("%s: %v", local, got)
		}
	}
}

func TestTakesNow_TRAP_H4(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	tests := []struct {
		name, schedule, now string
		lead                time.Duration
		want                bool
	}{
		{"at noon", kitchen, "2026-11-16 12:00", 20 * time.Minute, true},
		{"closed", kitchen, "2026-11-16 09:59", 0, false},
		{"at the last slot", kitchen, "2026-11-16 21:30", 20 * time.Minute, true},
		{"a minute after the last slot", kitchen, "2026-11-16 21:31", 20 * time.Minute, false},
		{"ready exactly at closing", kitchen, "2026-11-16 21:00", time.Hour, true},
		{"not ready before closing", kitchen, "2026-11-16 21:01", time.Hour, false},
		{"round the clock", `{"always":true}`, "2026-11-16 23:59", 3 * time.Hour, true},
		{"the last minutes before a closure", roundTheClock, "2026-11-20 04:45", 10 * time.Minute, false},
		{"shortly before a closure", roundTheClock, "2026-11-20 04:30", 10 * time.Minute, true},
		{"after midnight in Friday's opening", kitchen, "2026-11-21 01:15", 20 * time.Minute, true},
		{"at the only slot of the week", `{"week":[{"day":1,"opens":"10:00","closes":"10:30"}]}`, "2026-11-16 10:00", 0, true},
		{"in an opening shorter than a slot", `{"week":[{"day":1,"opens":"10:00","closes":"10:20"}]}`, "2026-11-16 10:05", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := decode(t, tt.schedule).TakesNow(at(t, maldives, tt.now), tt.lead, maldives); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func window(t *testing.T, from, to string) hours.Window {
	t.Helper()
	var w hours.Window
	if err := errors.Join(w.From.UnmarshalText([]byte(from)), w.To.UnmarshalText([]byte(to))); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWindow_ITEM09(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	breakfast, night := window(t, "07:00", "11:00"), window(t, "22:00", "02:00")
	tests := []struct {
		name   string
		window hours.Window
		now    string
		want   bool
	}{
		{"from the first minute", breakfast, "07:00", true},
		{"until just before the last", breakfast, "10:59", true},
		{"not at the last", breakfast, "11:00", false},
		{"half an hour later", breakfast, "11:30", false},
		{"from the first minute of the night", night, "22:00", true},
		{"before midnight", night, "23:00", true},
		{"after midnight", night, "01:59", true},
		{"no more", night, "02:00", false},
		{"in the afternoon", night, "15:00", false},
		{"to the end of the day", window(t, "08:00", "24:00"), "23:59", true},
		{"the whole day", hours.Window{}, "03:00", true},
	}
	for _, tt := range tests {
		if got := tt.window.Contains(at(t, maldives, "2026-11-16 "+tt.now).UTC(), maldives); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestWindowDay_ITEM09_hoursAfterMidnightBelongToTheDayBefore(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	breakfast, night := window(t, "07:00", "11:00"), window(t, "22:00", "02:30")
	tests := []struct {
		name    string
		window  hours.Window
		crosses bool
		now     string
		want    string
	}{
		{"before midnight", night, true, "2026-11-16 23:00", "2026-11-16"},
		{"after midnight", night, true, "2026-11-17 00:00", "2026-11-16"},
		{"in the last minute", night, true, "2026-11-17 02:29", "2026-11-16"},
		{"no more", night, true, "2026-11-17 02:30", "2026-11-17"},
		{"in the afternoon", night, true, "2026-11-17 12:00", "2026-11-17"},
		{"on the first day of a month", night, true, "2026-12-01 01:45", "2026-11-30"},
		{"hours of one day", breakfast, false, "2026-11-17 01:00", "2026-11-17"},
		{"the whole day", hours.Window{}, false, "2026-11-17 00:00", "2026-11-17"},
		{"the whole day from another minute on", window(t, "12:00", "12:00"), false, "2026-11-17 01:00", "2026-11-17"},
	}
	for _, tt := range tests {
		if got := tt.window.CrossesMidnight(); got != tt.crosses {
			t.Errorf("%s: it crosses midnight: %t", tt.name, got)
		}
		if got := tt.window.Day(at(t, maldives, tt.now).UTC(), maldives); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

package hours_test

import (
	"fmt"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"

	"hawker/internal/hours"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// at reads a local time; 2026-11-16 is a Monday.
func at(t testing.TB, z *time.Location, local string) time.Time {
	t.Helper()
	got, err := time.ParseInLocation("2006-01-02 15:04", local, z)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// describe writes a state in local time, as the tables have it.
func describe(s hours.State, z *time.Location) string {
	when := func(t time.Time) string {
		if t.IsZero() {
			return "never"
		}
		return t.In(z).Format("01-02 15:04 -0700")
	}
	if s.Open {
		return "open until " + when(s.ClosesAt)
	}
	return "closed until " + when(s.OpensAt)
}

const (
	// Monday to Friday 10–22, and Friday night until two.
	kitchen = `{"week":[
		{"day":1,"opens":"10:00","closes":"22:00"},{"day":2,"opens":"10:00","closes":"22:00"},
		{"day":3,"opens":"10:00","closes":"22:00"},{"day":4,"opens":"10:00","closes":"22:00"},
		{"day":5,"opens":"10:00","closes":"02:00"}],
		"closures":[{"from":"2026-11-18T07:00:00Z","to":"2026-11-18T09:00:00Z"},
			{"from":"2026-12-21T00:00:00Z","to":"2027-01-11T03:00:00Z"}]}`
	roundTheClock = `{"always":true,"closures":[{"from":"2026-11-20T00:00:00Z","to":"2026-11-21T00:00:00Z"}]}`
	everyDay      = `{"week":[{"day":0,"opens":"00:00","closes":"24:00"},{"day":1,"opens":"00:00","closes":"00:00"},
		{"day":2,"opens":"00:00","closes":"24:00"},{"day":3,"opens":"00:00","closes":"12:00"},{"day":3,"opens":"12:00","closes":"00:00"},
		{"day":4,"opens":"00:00","closes":"13:00"},{"day":4,"opens":"11:00","closes":"24:00"},
		{"day":5,"opens":"00:00","closes":"24:00"},{"day":6,"opens":"00:00","closes":"24:00"}]}`
)

func TestAt_TRAP_H1_TRAP_H2_TRAP_H6(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives") // UTC+5 all year
	tests := []struct {
		name, schedule, now, want string
	}{
		{"before opening", kitchen, "2026-11-16 09:59", "closed until 11-16 10:00 +0500"},
		{"at the opening minute", kitchen, "2026-11-16 10:00", "open until 11-16 22:00 +0500"},
		{"a minute before closing", kitchen, "2026-11-16 21:59", "open until 11-16 22:00 +0500"},
		{"at the closing minute", kitchen, "2026-11-16 22:00", "closed until 11-17 10:00 +0500"},
		{"Friday late", kitchen, "2026-11-20 23:30", "open until 11-21 02:00 +0500"},
		{"after midnight it is still Friday's opening", kitchen, "2026-11-21 01:59", "open until 11-21 02:00 +0500"},
		{"the weekend", kitchen, "2026-11-21 02:00", "closed until 11-23 10:00 +0500"},
		{"a closure is the next closing", kitchen, "2026-11-18 11:00", "open until 11-18 12:00 +0500"},
		{"a closure beats the week", kitchen, "2026-11-18 12:00", "closed until 11-18 14:00 +0500"},
		{"after the closure", kitchen, "2026-11-18 14:00", "open until 11-18 22:00 +0500"},
		{"weeks of holidays", kitchen, "2026-12-22 11:00", "closed until 01-11 10:00 +0500"},
		{"round the clock", roundTheClock, "2026-11-01 03:00", "open until never"},
		{"round the clock until a closure days later", roundTheClock, "2026-11-10 03:00", "open until 11-20 05:00 +0500"},
		{"round the clock until a closure", roundTheClock, "2026-11-19 03:00", "open until 11-20 05:00 +0500"},
		{"round the clock, closed", roundTheClock, "2026-11-20 06:00", "closed until 11-21 05:00 +0500"},
		{"openings that touch or overlap are one", everyDay, "2026-11-18 11:00", "open until never"},
		{"no hours at all", `{}`, "2026-11-18 11:00", "closed until never"},
		{"no hours after a closure either", `{"closures":[{"from":"2026-11-01T00:00:00Z","to":"2027-11-01T00:00:00Z"}]}`,
			"2026-11-18 11:00", "closed until never"},
		{"a closure of a year", `{"always":true,"closures":[{"from":"2026-06-01T00:00:00Z","to":"2027-06-01T00:00:00Z"},
			{"from":"2026-06-01T00:00:00Z","to":"2026-12-01T00:00:00Z"}]}`, "2026-11-18 11:00", "closed until 06-01 05:00 +0500"},
		{"a closure of a year, listed after a later one", `{"always":true,"closures":[{"from":"2028-01-01T00:00:00Z","to":"2028-01-02T00:00:00Z"},
			{"from":"2026-06-01T00:00:00Z","to":"2027-06-01T00:00:00Z"}]}`, "2026-11-18 11:00", "closed until 06-01 05:00 +0500"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := describe(decode(t, tt.schedule).At(at(t, maldives, tt.now), maldives), maldives); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestTheStoresOwnZoneCounts_TRAP_H1_TRAP_D12(t *testing.T) {
	t.Parallel()
	s := decode(t, `{"week":[{"day":1,"opens":"10:00","closes":"22:00"}]}`)
	now := time.Date(2026, 11, 16, 16, 0, 0, 0, time.UTC) // Monday 16:00 UTC
	for name, want := range map[string]bool{
		"Indian/Maldives":  true,  // 21:00
		"Asia/Tokyo":       false, // Tuesday 01:00
		"America/New_York": true,  // 11:00
		"Pacific/Honolulu": false, // 06:00
	} {
		// The same instant, in another time zone.
		if got := s.At(now.In(zone(t, "Asia/Tokyo")), zone(t, name)).Open; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Europe/Berlin skips 02:00–03:00 on 29 March 2026 and shows it twice on 25 October.
func TestClockChanges_TRAP_H8(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	sunday := func(opens, closes string) string {
		return fmt.Sprintf(`{"week":[{"day":6,"opens":"20:00","closes":"20:01"},{"day":0,"opens":%q,"closes":%q}]}`, opens, closes)
	}
	utc := func(text string) time.Time {
		got, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	tests := []struct {
		name, schedule, now, want string
	}{
		{"a night one hour shorter", `{"week":[{"day":6,"opens":"22:00","closes":"04:00"}]}`, "2026-03-29T00:30:00Z", "open until 03-29 04:00 +0200"},
		{"a night one hour longer", `{"week":[{"day":6,"opens":"22:00","closes":"04:00"}]}`, "2026-10-25T00:30:00Z", "open until 10-25 04:00 +0100"},
		{"opening at a skipped time", sunday("02:30", "05:00"), "2026-03-28T22:00:00Z", "closed until 03-29 03:00 +0200"},
		{"closing at a skipped time", sunday("01:00", "02:30"), "2026-03-29T00:30:00Z", "open until 03-29 03:00 +0200"},
		{"an opening that is skipped whole", sunday("02:15", "02:45"), "2026-03-28T22:00:00Z", "closed until 04-04 20:00 +0200"},
		{"opening at a time shown twice", sunday("02:30", "05:00"), "2026-10-24T22:00:00Z", "closed until 10-25 02:30 +0200"},
		{"closing at a time shown twice", sunday("01:00", "02:30"), "2026-10-24T23:30:00Z", "open until 10-25 02:30 +0200"},
		{"the second time it is closed", sunday("01:00", "02:30"), "2026-10-25T01:10:00Z", "closed until 10-31 20:00 +0100"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := describe(decode(t, tt.schedule).At(utc(tt.now), berlin), berlin); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// America/New_York skips 02:00–03:00 on 8 March 2026. For a skipped time, time.Date
// returns a time on the other side of the change than in Berlin.
func TestClockChangesWestOfGreenwich_TRAP_H8(t *testing.T) {
	t.Parallel()
	newYork := zone(t, "America/New_York")
	s := decode(t, `{"week":[{"day":0,"opens":"01:00","closes":"02:30"},{"day":0,"opens":"02:45","closes":"05:00"}]}`)
	now := time.Date(2026, 3, 8, 6, 30, 0, 0, time.UTC)
	if got, want := describe(s.At(now, newYork), newYork), "open until 03-08 05:00 -0400"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func schedules() *rapid.Generator[hours.Schedule] {
	minute := rapid.Map(rapid.IntRange(0, 23*4+3), func(n int) hours.TimeOfDay { return hours.TimeOfDay(n * 15) })
	return rapid.Custom(func(t *rapid.T) hours.Schedule {
		var s hours.Schedule
		for range rapid.IntRange(0, 6).Draw(t, "openings") {
			s.Week = append(s.Week, hours.Opening{Day: time.Weekday(rapid.IntRange(0, 6).Draw(t, "day")),
				Opens: minute.Draw(t, "opens"), Closes: minute.Draw(t, "closes")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "closures") {
			from := rapid.Int64Range(0, 10*24*4).Draw(t, "from")
			s.Closures = append(s.Closures, hours.Closure{From: start.Add(time.Duration(from) * 15 * time.Minute),
				To: start.Add(time.Duration(from+rapid.Int64Range(1, 200).Draw(t, "length")) * 15 * time.Minute)})
		}
		return s
	})
}

var start = time.Date(2026, 11, 15, 19, 0, 0, 0, time.UTC) // a midnight on the Maldives

// openByWeekMinutes is the oracle: the week is a ring of 10 080 minutes and an
// opening is an arc of it, in a time zone whose clocks never change.
func openByWeekMinutes(s hours.Schedule, t time.Time) bool {
	for _, c := range s.Closures {
		if !t.Before(c.From) && t.Before(c.To) {
			return false
		}
	}
	local := t.UTC().Add(5 * time.Hour)
	now := int(local.Weekday())*1440 + local.Hour()*60 + local.Minute()
	for _, o := range s.Week {
		length := (int(o.Closes) - int(o.Opens) + 1440) % 1440
		if length == 0 {
			length = 1440
		}
		since := (now - int(o.Day)*1440 - int(o.Opens) + 2*10080) % 10080
		if since < length {
			return true
		}
	}
	return false
}

func TestAtAgainstWeekMinutes_TRAP_H2_TRAP_H6_TRAP_H7(t *testing.T) {
	t.Parallel()
	maldives := zone(t, "Indian/Maldives")
	const quarter = 15 * time.Minute
	rapid.Check(t, func(t *rapid.T) {
		s := schedules().Draw(t, "schedule")
		now := start.Add(time.Duration(rapid.Int64Range(0, 12*24*4).Draw(t, "quarters")) * quarter)
		state := s.At(now, maldives)
		if want := openByWeekMinutes(s, now); state.Open != want {
			t.Fatalf("open at %v is %v", now, state.Open)
		}
		// Every change falls on a quarter of an hour: walk to the next one.
		next := now
		for next.Before(now.Add(14*24*time.Hour)) && openByWeekMinutes(s, next) == state.Open {
			next = next.Add(quarter)
		}
		stated := state.OpensAt
		if state.Open {
			stated = state.ClosesAt
		}
		switch walked := openByWeekMinutes(s, next) != state.Open; {
		case walked && !stated.Equal(next):
			t.Fatalf("the next change after %v is %v, not %v", now, next, stated)
		case !walked && !stated.IsZero() && stated.Before(next):
			t.Fatalf("nothing changes after %v, but the state says at %v", now, stated)
		}
	})
}

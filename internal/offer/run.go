package offer

import (
	"time"

	"hawker/internal/hours"
)

// ClockLayout is how a flash sale stores its beginning and its end.
const ClockLayout = "2006-01-02T15:04:05"

// Run is a time without a break in which an offer holds: from Begins until just
// before Ends.
type Run struct{ Begins, Ends time.Time }

// Contains reports whether the offer holds at t.
func (r Run) Contains(t time.Time) bool { return !t.Before(r.Begins) && t.Before(r.Ends) }

// days are the days of a campaign and its hours on each of them.
type days struct{ first, last, from, to string }

// runAt is the run at t, or else the next one. Hours that cross midnight belong to the
// day on which they begin.
func runAt(d days, t time.Time, zone *time.Location) Run {
	first, errFirst := time.ParseInLocation(time.DateOnly, d.first, zone)
	last, errLast := time.ParseInLocation(time.DateOnly, d.last, zone)
	if errFirst != nil || errLast != nil {
		return Run{}
	}
	from, errFrom := hours.ParseTimeOfDay(d.from)
	to, errTo := hours.ParseTimeOfDay(d.to)
	if errFrom != nil || errTo != nil || from == to {
		return notOver(Run{first, last.AddDate(0, 0, 1)}, t)
	}
	local := t.In(zone)
	day := time.Date(local.Year(), local.Month(), local.Day()-1, 0, 0, 0, 0, zone) // its hours may not be over
	if day.Before(first) {
		day = first
	}
	for ; !day.After(last); day = day.AddDate(0, 0, 1) {
		run := Run{at(day, from), at(day, to)}
		if to < from {
			run.Ends = at(day.AddDate(0, 0, 1), to)
		}
		if t.Before(run.Ends) {
			return run
		}
	}
	return Run{}
}

// at is the time at which a clock shows a time of day.
func at(day time.Time, clock hours.TimeOfDay) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, int(clock), 0, 0, day.Location())
}

func notOver(r Run, t time.Time) Run {
	if t.Before(r.Ends) {
		return r
	}
	return Run{}
}

// clockTime is the time at which a clock in the zone shows the text.
func clockTime(text string, zone *time.Location) time.Time {
	t, err := time.ParseInLocation(ClockLayout, text, zone)
	if err != nil {
		return time.Time{} // imports check it; a sale with an unknown time never runs
	}
	return t
}

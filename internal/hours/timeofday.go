// Package hours computes whether a store is open, until when, and for which times
// an order can be scheduled. It is pure: the time, and the time zone of the store's
// zone, are arguments. Lists, store page, cart, checkout and invoice call the same
// functions, so that they never disagree.
package hours

import (
	"fmt"
	"time"
)

// TimeOfDay is minutes after midnight on a wall clock, written "HH:mm". As an end,
// 1440 ("24:00") is the midnight after.
type TimeOfDay int

// DayMinutes is "24:00".
const DayMinutes TimeOfDay = 24 * 60

// ParseTimeOfDay parses "HH:mm" from "00:00" to "24:00".
func ParseTimeOfDay(text string) (TimeOfDay, error) {
	if len(text) == 5 && text[2] == ':' {
		hour, ok1 := twoDigits(text[:2])
		minute, ok2 := twoDigits(text[3:])
		t := TimeOfDay(hour*60 + minute)
		if ok1 && ok2 && minute < 60 && t <= DayMinutes {
			return t, nil
		}
	}
	return 0, fmt.Errorf("%.40q is not a time of day such as \"09:30\"", text)
}

func twoDigits(s string) (int, bool) {
	tens, ones := s[0]-'0', s[1]-'0'
	return int(tens)*10 + int(ones), tens <= 9 && ones <= 9
}

// String returns "HH:mm".
func (t TimeOfDay) String() string { return fmt.Sprintf("%02d:%02d", int(t)/60, int(t)%60) }

// MarshalText returns what String does.
func (t TimeOfDay) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText parses what ParseTimeOfDay does.
func (t *TimeOfDay) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTimeOfDay(string(text))
	return err
}

// on returns the instant at which a clock in zone shows t, some days after date.
// For a time that the clocks skip it returns the instant of the change, and for
// one that they show twice the first.
func (t TimeOfDay) on(date time.Time, days int, zone *time.Location) time.Time {
	year, month, day := date.Date()
	wanted := time.Date(year, month, day+days, 0, int(t), 0, 0, time.UTC)
	at := time.Date(year, month, day+days, 0, int(t), 0, 0, zone)

	start, end := at.ZoneBounds()
	switch shown := wallClock(at); {
	case shown.After(wanted): // skipped, and time.Date returned a time after the change
		return start
	case shown.Before(wanted): // skipped, and time.Date returned a time before the change
		return end
	}
	_, offset := start.Add(-1).Zone()
	if earlier := wanted.Add(-time.Duration(offset) * time.Second).In(zone); earlier.Before(start) && wallClock(earlier).Equal(wanted) {
		return earlier
	}
	return at
}

// wallClock returns what a clock shows at t, as if it were UTC.
func wallClock(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

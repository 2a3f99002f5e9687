package hours

import "time"

// Window is the part of every day in which an item is sold, from From until
// just before To, on the wall clock of the store's zone (ITEM-09). It may
// cross midnight. Equal times, as in the zero Window, are the whole day.
type Window struct {
	From TimeOfDay `json:"from"`
	To   TimeOfDay `json:"to"`
}

// CrossesMidnight reports whether the hours of a day end on the next one.
func (w Window) CrossesMidnight() bool { return w.To < w.From }

// Day is the date to which t belongs: hours after midnight belong to the day on which they
// begin.
func (w Window) Day(t time.Time, zone *time.Location) string {
	local := t.In(zone)
	if w.CrossesMidnight() && TimeOfDay(local.Hour()*60+local.Minute()) < w.To {
		local = time.Date(local.Year(), local.Month(), local.Day()-1, 0, 0, 0, 0, zone)
	}
	return local.Format(time.DateOnly)
}

// Contains reports whether the item is sold at t.
func (w Window) Contains(t time.Time, zone *time.Location) bool {
	local := t.In(zone)
	now := TimeOfDay(local.Hour()*60 + local.Minute())
	switch {
	case w.From == w.To:
		return true
	case w.From < w.To:
		return w.From <= now && now < w.To
	default:
		return w.From <= now || now < w.To
	}
}

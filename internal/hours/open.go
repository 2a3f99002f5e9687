package hours

import (
	"slices"
	"time"
)

// State is whether a store is open at one moment, and when that changes.
type State struct {
	Open bool

	// ClosesAt is when an open store closes next, whether for the night or for
	// a closure. Zero: not within the next two weeks.
	ClosesAt time.Time

	// OpensAt is when a closed store opens next. Zero: never again.
	OpensAt time.Time
}

// horizon is how many days ahead a closing time is searched for.
const horizon = 15

// At returns the state of the store at t. The store is open from its opening
// minute on and closed from its closing minute on. The week is read in zone, the
// time zone of the store's own zone (H1).
func (s Schedule) At(t time.Time, zone *time.Location) State {
	// Two days nearly always suffice; look further only when they do not.
	for _, days := range []int{2, horizon} {
		spans, until := s.spans(t, days, zone)
		for _, span := range spans {
			switch {
			case t.Before(span.from):
				return State{OpensAt: span.from}
			case t.Before(span.to) && span.to.Before(until):
				return State{Open: true, ClosesAt: span.to}
			case t.Before(span.to) && days == horizon:
				return State{Open: true}
			}
		}
	}
	return State{OpensAt: s.opensAfterClosure(t, zone)}
}

// opensAfterClosure returns the first opening beyond the horizon. Only a closure,
// or several, can make it so late.
func (s Schedule) opensAfterClosure(t time.Time, zone *time.Location) time.Time {
	ends := make([]time.Time, 0, len(s.Closures))
	for _, c := range s.Closures {
		if c.To.After(t) {
			ends = append(ends, c.To)
		}
	}
	slices.SortFunc(ends, time.Time.Compare)
	for _, end := range ends {
		spans, _ := s.spans(end, horizon, zone)
		for _, span := range spans {
			if span.to.After(end) {
				return later(span.from, end)
			}
		}
	}
	return time.Time{}
}

// span is an interval in which the store stays open. It includes from, but not to.
type span struct{ from, to time.Time }

// spans returns when the store is open, in order and without closures, from
// yesterday until some days after t. It also returns the end of those days: a span
// that reaches it may continue beyond it.
func (s Schedule) spans(t time.Time, days int, zone *time.Location) ([]span, time.Time) {
	today := t.In(zone)
	until := TimeOfDay(0).on(today, days+1, zone)
	var spans []span
	for _, o := range s.openings(today, days, zone) {
		o.to = earlier(o.to, until)
		if last := len(spans) - 1; last >= 0 && !o.from.After(spans[last].to) {
			spans[last].to = later(spans[last].to, o.to) // overlapping or touching: one opening
			continue
		}
		spans = append(spans, o)
	}
	for _, c := range s.Closures {
		spans = without(spans, c)
	}
	return spans, until
}

// openings returns each opening of the week that begins between yesterday and some
// days after today, in order of time. They may overlap.
func (s Schedule) openings(today time.Time, days int, zone *time.Location) []span {
	var openings []span
	for day := -1; day <= days; day++ {
		year, month, date := today.Date()
		weekday := time.Date(year, month, date+day, 0, 0, 0, 0, time.UTC).Weekday()
		for _, o := range s.week() {
			if o.Day != weekday {
				continue
			}
			nextDay := 0
			if o.Closes <= o.Opens {
				nextDay = 1
			}
			from, to := o.Opens.on(today, day, zone), o.Closes.on(today, day+nextDay, zone)
			if from.Before(to) { // false when the clocks skip all of it
				openings = append(openings, span{from, to})
			}
		}
	}
	slices.SortFunc(openings, func(a, b span) int { return a.from.Compare(b.from) })
	return openings
}

func (s Schedule) week() []Opening {
	if s.Always {
		return everyDay
	}
	return s.Week
}

var everyDay = func() (week []Opening) {
	for day := time.Sunday; day <= time.Saturday; day++ {
		week = append(week, Opening{Day: day, Opens: 0, Closes: DayMinutes})
	}
	return week
}()

// without cuts a closure out of the spans.
func without(spans []span, c Closure) []span {
	var left []span
	for _, s := range spans {
		if before := (span{s.from, earlier(s.to, c.From)}); before.from.Before(before.to) {
			left = append(left, before)
		}
		if after := (span{later(s.from, c.To), s.to}); after.from.Before(after.to) {
			left = append(left, after)
		}
	}
	return left
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

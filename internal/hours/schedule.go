package hours

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Schedule is when a store takes orders: its week, except for its closures.
// The zero Schedule is never open. Its JSON is
//
//	{"week":[{"day":0,"opens":"10:00","closes":"02:00"}],
//	 "closures":[{"from":"2026-12-24T12:00:00Z","to":"2026-12-27T00:00:00Z"}]}
//
// or {"always":true}, which closures may still interrupt.
type Schedule struct {
	Week     []Opening `json:"week,omitempty"`
	Closures []Closure `json:"closures,omitempty"`
	Always   bool      `json:"always,omitempty"`
}

// Opening is one opening of every week. When it does not close later than it
// opens, it closes on the next day: hours across midnight are one opening (H2),
// and equal times are a whole day.
type Opening struct {
	Day    time.Weekday `json:"day"` // 0 is Sunday, the day on which it opens
	Opens  TimeOfDay    `json:"opens"`
	Closes TimeOfDay    `json:"closes"`
}

// Closure is a planned closing. It overrides the week everywhere (H6).
type Closure struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	Note string    `json:"note,omitempty"` // why
}

// Bounds of a schedule, which limit the work of reading it.
const (
	maxOpenings = 100
	maxClosures = 500
)

// Validate returns an error for a schedule that is not possible.
func (s Schedule) Validate() error {
	if s.Always && len(s.Week) > 0 {
		return errors.New("a schedule is always open or has a week, not both")
	}
	if len(s.Week) > maxOpenings || len(s.Closures) > maxClosures {
		return fmt.Errorf("a schedule has at most %d openings and %d closures", maxOpenings, maxClosures)
	}
	for _, o := range s.Week {
		if o.Day < time.Sunday || o.Day > time.Saturday {
			return fmt.Errorf("day %d is not between 0 and 6", o.Day)
		}
		if o.Opens < 0 || o.Opens >= DayMinutes || o.Closes < 0 || o.Closes > DayMinutes {
			return fmt.Errorf("a store cannot be open from %s to %s", o.Opens, o.Closes)
		}
	}
	for _, c := range s.Closures {
		if !c.From.Before(c.To) {
			return fmt.Errorf("a closure ends after it begins, not at %s", c.To.Format(time.RFC3339))
		}
	}
	return nil
}

// UnmarshalJSON returns an error for unknown fields, for openings that lack a
// field, and where Validate does.
func (s *Schedule) UnmarshalJSON(data []byte) error {
	type plain Schedule // without this method
	var raw plain
	if err := strict(data, &raw); err != nil {
		return fmt.Errorf("opening hours: %w", err)
	}
	if err := Schedule(raw).Validate(); err != nil {
		return fmt.Errorf("opening hours: %w", err)
	}
	*s = Schedule(raw)
	return nil
}

// UnmarshalJSON returns an error for an opening that lacks a field: a forgotten
// "closes" would silently mean midnight.
func (o *Opening) UnmarshalJSON(data []byte) error {
	var raw struct {
		Day           *time.Weekday
		Opens, Closes *TimeOfDay
	}
	if err := strict(data, &raw); err != nil {
		return err
	}
	if raw.Day == nil || raw.Opens == nil || raw.Closes == nil {
		return errors.New("an opening needs day, opens and closes")
	}
	*o = Opening{Day: *raw.Day, Opens: *raw.Opens, Closes: *raw.Closes}
	return nil
}

func strict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after the value")
	}
	return nil
}

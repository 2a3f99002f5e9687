package townsql

import (
	"time"

	"hawker/internal/money"
	"hawker/internal/townfile"
)

// reader turns the texts of a record into values; the first that cannot be
// turned is its error, and what follows it does not count.
type reader struct{ err error }

func (r *reader) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

// amount reads major units; an absent amount is 0.
func (r *reader) amount(c money.Currency, d townfile.Decimal) money.Amount {
	if d == "" {
		return 0
	}
	a, err := c.FromMajor(string(d))
	r.note(err)
	return a
}

// rate reads a percent number; an absent rate is 0.
func (r *reader) rate(d townfile.Decimal) money.Rate {
	if d == "" {
		return 0
	}
	rate, err := money.ParseRate(string(d))
	r.note(err)
	return rate
}

// value reads basis points when the kind is percent, else minor units.
func (r *reader) value(c money.Currency, kind string, d townfile.Decimal) int64 {
	if kind == "percent" {
		return int64(r.rate(d))
	}
	return int64(r.amount(c, d))
}

// at reads a moment as Unix milliseconds.
func (r *reader) at(w townfile.When, now time.Time) int64 {
	t, err := w.At(now)
	r.note(err)
	return t.UnixMilli()
}

// on reads a day; an absent day stays absent.
func (r *reader) on(d townfile.Day, now time.Time, zone *time.Location) string {
	if d == "" {
		return ""
	}
	date, err := d.On(now.In(zone))
	r.note(err)
	return date
}

// location finds a time zone.
func (r *reader) location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		r.note(err)
		return time.UTC
	}
	return zone
}

// midnight is the start of a date in a zone.
func (r *reader) midnight(date string, zone *time.Location) time.Time {
	t, err := time.ParseInLocation(townfile.Date, date, zone)
	r.note(err)
	return t
}

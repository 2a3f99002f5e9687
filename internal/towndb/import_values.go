package towndb

import (
	"time"

	"hawker/internal/money"
	"hawker/internal/townfile"
)

// parser converts the texts of one record to values. It keeps the first error, after
// which its results are not used.
type parser struct{ err error }

func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// amount parses major units; an absent amount is 0.
func (p *parser) amount(c money.Currency, d townfile.Decimal) money.Amount {
	if d == "" {
		return 0
	}
	a, err := c.FromMajor(string(d))
	p.fail(err)
	return a
}

// rate parses a percentage; an absent rate is 0.
func (p *parser) rate(d townfile.Decimal) money.Rate {
	if d == "" {
		return 0
	}
	rate, err := money.ParseRate(string(d))
	p.fail(err)
	return rate
}

// value returns basis points if the kind is percent, else minor units.
func (p *parser) value(c money.Currency, kind string, d townfile.Decimal) int64 {
	if kind == "percent" {
		return int64(p.rate(d))
	}
	return int64(p.amount(c, d))
}

// when returns a point in time as Unix milliseconds.
func (p *parser) when(w townfile.When, now time.Time) int64 {
	t, err := w.At(now)
	p.fail(err)
	return t.UnixMilli()
}

// date returns a day as a date; an absent day is "".
func (p *parser) date(d townfile.Day, now time.Time, zone *time.Location) string {
	if d == "" {
		return ""
	}
	date, err := d.On(now.In(zone))
	p.fail(err)
	return date
}

// location loads a time zone.
func (p *parser) location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		p.fail(err)
		return time.UTC
	}
	return zone
}

// midnight returns the start of a date in a zone.
func (p *parser) midnight(date string, zone *time.Location) time.Time {
	t, err := time.ParseInLocation(townfile.Date, date, zone)
	p.fail(err)
	return t
}

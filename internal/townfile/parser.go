package townfile

import (
	"time"

	"hawker/internal/money"
)

// Parser converts the texts of one record to values. It keeps the first error, after
// which its results are not used. Formatter does the reverse.
type Parser struct{ Err error }

// Fail keeps an error, unless there is one already.
func (p *Parser) Fail(err error) {
	if p.Err == nil {
		p.Err = err
	}
}

// Amount parses major units; an absent amount is 0.
func (p *Parser) Amount(c money.Currency, d Decimal) money.Amount {
	if d == "" {
		return 0
	}
	a, err := c.FromMajor(string(d))
	p.Fail(err)
	return a
}

// Rate parses a percentage; an absent rate is 0.
func (p *Parser) Rate(d Decimal) money.Rate {
	if d == "" {
		return 0
	}
	rate, err := money.ParseRate(string(d))
	p.Fail(err)
	return rate
}

// Value returns basis points if the kind is percent, else minor units.
func (p *Parser) Value(c money.Currency, kind string, d Decimal) int64 {
	if kind == "percent" {
		return int64(p.Rate(d))
	}
	return int64(p.Amount(c, d))
}

// When returns a point in time as Unix milliseconds.
func (p *Parser) When(w When, now time.Time) int64 {
	t, err := w.At(now)
	p.Fail(err)
	return t.UnixMilli()
}

// Date returns a day as a date; an absent day is "".
func (p *Parser) Date(d Day, now time.Time, zone *time.Location) string {
	if d == "" {
		return ""
	}
	date, err := d.On(now.In(zone))
	p.Fail(err)
	return date
}

// Clock returns a time on the clock of a zone as offer.ClockLayout.
func (p *Parser) Clock(c Clock, now time.Time, zone *time.Location) string {
	at, err := c.At(now.In(zone))
	p.Fail(err)
	return at
}

// Location loads a time zone.
func (p *Parser) Location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		p.Fail(err)
		return time.UTC
	}
	return zone
}

// Midnight returns the start of a date in a zone.
func (p *Parser) Midnight(date string, zone *time.Location) time.Time {
	t, err := time.ParseInLocation(Date, date, zone)
	p.Fail(err)
	return t
}

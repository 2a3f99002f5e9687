package vehicle

import (
	"context"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog"
)

// Period is when a vehicle is wanted.
type Period struct {
	Pickup time.Time // as a clock in the owner's zone shows it (D12), whatever its location; zero: now
	Length time.Duration
}

// Of returns the period in the time of a provider's zone. It begins now at the earliest
// (RNT-08). Its length is of elapsed time, also in a night in which the clocks change (H8).
func (p Period) Of(owner *Provider, now time.Time) booking.Span {
	from := now
	if !p.Pickup.IsZero() {
		c := p.Pickup
		from = time.Date(c.Year(), c.Month(), c.Day(), c.Hour(), c.Minute(), c.Second(), 0, catalog.Location(owner.TimeZone))
	}
	if from.Before(now) {
		from = now
	}
	return booking.Span{From: from, Until: from.Add(p.Length)}
}

// Free returns how many units of a vehicle are free in a period.
func (s *Service) Free(ctx context.Context, v *Vehicle, p Period) (int64, error) {
	calendar, err := s.bookings.Calendar(ctx)
	if err != nil {
		return 0, err
	}
	return calendar.Free(v.ID, v.Units, p.Of(v.Owner, s.clock.Now())), nil
}

// Busy returns when fewer than so many units of a vehicle are free, in order. What was
// before now is not known.
func (s *Service) Busy(ctx context.Context, v *Vehicle, units int64, t booking.Span) ([]booking.Span, error) {
	calendar, err := s.bookings.Calendar(ctx)
	if err != nil {
		return nil, err
	}
	return calendar.Busy(v.ID, v.Units, units, t), nil
}

// availability is how many units are free in the period of a filter. The zero value does
// not know.
type availability struct {
	bookings *booking.Cursor // nil: the filter has no period
	period   Period
	now      time.Time
	spans    map[*Provider]booking.Span
}

func (s *Service) availability(ctx context.Context, f Filter) (availability, error) {
	if f.Period == nil {
		return availability{}, nil
	}
	calendar, err := s.bookings.Calendar(ctx)
	if err != nil {
		return availability{}, err
	}
	return availability{calendar.Cursor(), *f.Period, s.clock.Now(), map[*Provider]booking.Span{}}, nil
}

// free is not known if the filter has no period.
func (a availability) free(v *Vehicle) (units int64, known bool) {
	if a.bookings == nil {
		return 0, false
	}
	span, read := a.spans[v.Owner]
	if !read {
		span = a.period.Of(v.Owner, a.now)
		a.spans[v.Owner] = span
	}
	return a.bookings.Free(v.ID, v.Units, span), true
}

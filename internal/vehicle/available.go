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
func (p Period) Of(owner *Provider, now time.Time) booking.Period {
	from := now
	if !p.Pickup.IsZero() {
		c := p.Pickup
		from = time.Date(c.Year(), c.Month(), c.Day(), c.Hour(), c.Minute(), c.Second(), 0, catalog.Location(owner.TimeZone))
	}
	if from.Before(now) {
		from = now
	}
	return booking.Period{From: from, Until: from.Add(p.Length)}
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
func (s *Service) Busy(ctx context.Context, v *Vehicle, units int64, t booking.Period) ([]booking.Period, error) {
	calendar, err := s.bookings.Calendar(ctx)
	if err != nil {
		return nil, err
	}
	return calendar.Busy(v.ID, v.Units, units, t), nil
}

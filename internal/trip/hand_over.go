package trip

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/booking"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/maps"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/tripcart"
)

// handOver books what is paid in cash when the vehicles are handed over. They are out from
// now on, also if that is before the pickup time. After it, the return is later too.
func (m tripMove) handOver(ctx context.Context, tx *db.Tx) error {
	if m.PaymentStatus != purchase.Paid {
		err := ledger.Post(ctx, tx, ledger.TripPaid, m.subject(), m.at, purchase.PaidEntries(m.PaidInto(), m.ToPay()))
		if err != nil {
			return err
		}
	}
	until, err := m.laterReturn(ctx, tx)
	if err != nil {
		return err
	}
	var short *booking.ShortError
	until, err = booking.HandOver(ctx, tx, m.ID, until, m.at)
	if errors.As(err, &short) {
		return errs.New(errs.Conflict, "Somebody else has booked %s until the pickup time. It can't be handed over yet.", short.Name)
	}
	if err != nil || until.UnixMilli() <= m.ReturnAt {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE trips SET return_at = $2 WHERE id = $1`, m.ID, until.UnixMilli()); err != nil {
		return fmt.Errorf("move the return of a trip: %w", err)
	}
	return nil
}

// laterReturn is the return of a trip whose vehicles are handed over now, if nobody else has
// booked them: it has all of its time, but nobody drives without a valid licence.
func (m tripMove) laterReturn(ctx context.Context, tx *db.Tx) (time.Time, error) {
	until := m.endOfFullTime(m.at)
	licensed, err := licensedUntil(ctx, tx, m.Trip, m.today)
	if err != nil || licensed == nil || until.Before(*licensed) {
		return until, err
	}
	return licensed.Add(-time.Minute), nil
}

// endOfFullTime returns when a trip that begins at a time has had all of its time: its hours
// and charged extensions, or the time of its route.
func (t Trip) endOfFullTime(begins time.Time) time.Time {
	booked := tripcart.Trip{Type: t.Type, Hours: t.Hours + t.ExtensionHours, Route: maps.Distance{Duration: t.routeTime()}}
	return booked.Span(begins).Until
}

func (t Trip) routeTime() time.Duration { return time.Duration(t.RouteSeconds) * time.Second }

// notLateUntil is until when the vehicles may be out without being late: until the return,
// and after a late hand-over for all of the trip's time, also if others have booked them
// before that.
func (t Trip) notLateUntil() time.Time {
	planned := time.UnixMilli(t.ReturnAt)
	if t.StartedAt == nil {
		return planned
	}
	if full := t.endOfFullTime(time.UnixMilli(*t.StartedAt)); full.After(planned) {
		return full
	}
	return planned
}

// agreedHours are those that the trip's price is for.
func (t Trip) agreedHours() int64 {
	if t.Type == pricing.Hourly {
		return max(t.Hours, 1)
	}
	return pricing.RentalHours(t.routeTime())
}

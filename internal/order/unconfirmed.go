package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// unconfirmed reports whether the order waits to be confirmed, and nothing has happened to
// it since then. One that waits for its payment ends with the time to pay.
func (o Order) unconfirmed(since time.Time) bool {
	if o.Status != Pending || o.Purchase().AwaitsPayment() {
		return false
	}
	news := max(o.UpdatedAt, o.CreatedAt)
	if o.ScheduleAt != nil {
		news = max(news, *o.ScheduleAt)
	}
	return news <= since.UnixMilli()
}

// cancelUnconfirmed cancels the orders that have waited too long to be confirmed, and
// gives back what was paid. What is left over is canceled by the next run.
func (s *Service) cancelUnconfirmed(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	life := settings.Limits.UnconfirmedLife()
	if life == 0 {
		return nil
	}
	since := s.Clock.Now().Add(-life)
	ids, err := db.Many[int64](ctx, s.DB.R, `
		SELECT id FROM orders
		WHERE status = 'pending' AND updated_at <= $1 AND COALESCE(schedule_at, 0) <= $1
			AND (payment_method = 'cash_on_delivery' OR payment_status <> 'unpaid')
		ORDER BY updated_at LIMIT 500`, since.UnixMilli())
	if err != nil {
		return fmt.Errorf("look for unconfirmed orders: %w", err)
	}
	var problems []error
	for _, id := range ids {
		m := statusMove{to: Canceled, by: BySystem, reason: "It was not confirmed in time.", unconfirmedSince: since}
		if err := s.move(ctx, id, m); err != nil && !errs.Is(err, errs.Conflict) { // moved meanwhile
			problems = append(problems, fmt.Errorf("cancel order %d: %w", id, err))
		}
	}
	return errors.Join(problems...)
}

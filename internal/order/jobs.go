package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/idempotency"
	"hawker/internal/jobs"
	"hawker/internal/purchase"
	"hawker/internal/sales"
)

// The kinds of jobs.
const (
	releaseJob = "order.release"
	pruneJob   = "order.prune"
)

type releaseBody struct{ OrderID int64 }

func (s *Service) handleJobs() {
	jobs.Handle(s.Jobs, releaseJob, func(ctx context.Context, b releaseBody) error {
		err := s.Move(ctx, b.OrderID, Pending, BySystem, "")
		if errs.Is(err, errs.Conflict) { // canceled meanwhile, or done by an earlier try
			return nil
		}
		return err
	})
	jobs.Every(s.Jobs, pruneJob, time.Hour, func(ctx context.Context) error {
		now := s.Clock.Now()
		return errors.Join(idempotency.Prune(ctx, s.DB, now), purchase.Order.ClearOrigins(ctx, s.DB, now), sales.Expire(ctx, s.DB, now), s.cancelUnconfirmed(ctx))
	})
}

// release schedules when a scheduled order becomes pending: when the store must begin
// (D27).
func (s *Service) release(ctx context.Context, tx *db.Tx, orderID int64, at time.Time) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: releaseJob, Body: releaseBody{orderID}, RunAt: at, UniqueKey: fmt.Sprintf("%s:%d", releaseJob, orderID),
	})
}

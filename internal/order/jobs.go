package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
)

// The kinds of jobs.
const (
	releaseJob = "order.release"
	forgetJob  = "order.forget_keys"
)

type releaseBody struct{ OrderID int64 }
type forgetBody struct{ At time.Time }

func (s *Service) handleJobs() {
	jobs.Handle(s.Jobs, releaseJob, func(ctx context.Context, b releaseBody) error {
		err := s.Move(ctx, b.OrderID, Pending, BySystem, "")
		if errs.Is(err, errs.Conflict) { // cancelled meanwhile, or done by an earlier try
			return nil
		}
		return err
	})
	jobs.Handle(s.Jobs, forgetJob, func(ctx context.Context, b forgetBody) error {
		if err := errors.Join(s.ForgetKeys(ctx), s.AgeSales(ctx)); err != nil {
			return err
		}
		return s.forgetLater(ctx, b.At.Add(time.Hour))
	})
}

// release makes a scheduled order pending when the store must begin (D27).
func (s *Service) release(ctx context.Context, tx *db.Tx, orderID int64, at time.Time) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: releaseJob, Body: releaseBody{orderID}, RunAt: at, UniqueKey: fmt.Sprintf("%s:%d", releaseJob, orderID),
	})
}

// forgetLater asks for the next clean-up, of keys and of what sold long ago. Its unique key makes it one
// for all instances.
func (s *Service) forgetLater(ctx context.Context, at time.Time) error {
	at = at.Truncate(time.Hour)
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.Jobs.Enqueue(ctx, tx, jobs.Job{
			Kind: forgetJob, Body: forgetBody{at}, RunAt: at, UniqueKey: forgetJob + ":" + at.UTC().Format(time.RFC3339),
		})
	})
}

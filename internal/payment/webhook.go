package payment

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
)

const webhookJob = "payment.webhook"

type webhookBody struct{ ID int64 }

// Receive stores a webhook as it came, if its gateway has signed it, and plans the job that
// handles it. One that was stored before is not stored again.
func (s *Service) Receive(ctx context.Context, gateway string, header Header, body []byte) error {
	g, found := s.byName[gateway]
	if !found {
		return errs.New(errs.NotFound, "There is no such gateway.")
	}
	now := s.Clock.Now()
	e, err := g.ReadEvent(header, body, now)
	if errors.Is(err, ErrForged) {
		return errs.New(errs.Invalid, "The signature is wrong.").Because(err)
	}
	if err != nil {
		return errs.New(errs.Invalid, "This event cannot be read.").Because(err)
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		ids, err := db.Many[int64](ctx, tx, `
			INSERT INTO webhooks (gateway, ref, kind, body, event, received_at) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (gateway, ref) DO NOTHING RETURNING id`,
			gateway, e.ID, e.Kind, string(body), storedEvent{V: e}, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("store a webhook: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
		return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: webhookJob, Body: webhookBody{ids[0]}, UniqueKey: fmt.Sprintf("%s:%d", webhookJob, ids[0])})
	})
}

// handleWebhook does what a webhook says. Done again it changes nothing.
func (s *Service) handleWebhook(ctx context.Context, b webhookBody) error {
	type stored struct {
		Gateway string
		Event   storedEvent
	}
	w, err := db.One[stored](ctx, s.DB.R, `SELECT gateway, event FROM webhooks WHERE id = $1 AND handled_at IS NULL`, b.ID)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a webhook: %w", err)
	}
	if r := w.Event.V.Report; r != nil {
		if err := s.merge(ctx, w.Gateway, *r); err != nil {
			return err
		}
	}
	if r := w.Event.V.Refund; r != nil {
		if err := s.mergeRefund(ctx, *r); err != nil {
			return err
		}
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE webhooks SET handled_at = $2 WHERE id = $1`, b.ID, s.Clock.Now().UnixMilli())
		return err
	})
}

package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/money"
	"hawker/internal/payment"
)

// Refund implements payment.Gateway. How it goes is what the shopper chose on the page.
func (g *Gateway) Refund(ctx context.Context, o payment.RefundOrder) (payment.RefundReport, error) {
	var r refund
	err := db.InTx(ctx, g.DB, func(tx *db.Tx) error {
		isNew, how, err := g.insertRefund(ctx, tx, o)
		if err != nil {
			return err
		}
		if r, err = refundOf(ctx, tx, o.RefundID); err != nil {
			return err
		}
		if r.Charge != o.Charge || !r.money().Same(o.Money) {
			return refuse("the sandbox has this refund with another amount or charge")
		}
		if !isNew {
			return nil
		}
		if how != goAtOnce {
			return g.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: settleRefundJob, Body: o.RefundID, RunAt: g.Clock.Now().Add(settleAfter)})
		}
		return g.plan(ctx, tx, r.Webhooks, refundEvent(r.report()))
	})
	if err != nil {
		return payment.RefundReport{}, err
	}
	return r.report(), nil
}

// insertRefund takes a new refund from its charge. It returns false if the refund exists.
func (g *Gateway) insertRefund(ctx context.Context, tx *db.Tx, o payment.RefundOrder) (isNew bool, how course, err error) {
	c, err := chargeToRefund(ctx, tx, o.Charge)
	if errors.Is(err, db.ErrNotFound) {
		return false, "", refuse("the sandbox has no such charge")
	}
	if err != nil {
		return false, "", err
	}
	amount, ok := money.Rescale(o.Money.Amount, o.Money.Digits, c.Digits)
	if !ok || amount <= 0 || o.Money.Currency != c.Currency || o.RefundID == "" {
		return false, "", refuse("the refund has no id, or an amount that the charge cannot have")
	}
	state := payment.ReportedDone
	if c.Refunds != goAtOnce {
		state = payment.ReportedPending
	}
	n, err := db.Exec(ctx, tx, `
		INSERT INTO sandbox_refunds (charge_id, refund_id, ref, amount, state, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (refund_id) DO NOTHING`,
		c.ID, o.RefundID, "refund_"+rand.Text(), int64(amount), string(state), g.Clock.Now().UnixMilli())
	if err != nil || n == 0 {
		return false, c.Refunds, err
	}
	n, err = db.Exec(ctx, tx, `UPDATE sandbox_charges SET refunded = refunded + $2 WHERE id = $1 AND refunded + $2 <= amount`, c.ID, int64(amount))
	if err == nil && n == 0 {
		err = refuse("less than this is left of the charge")
	}
	return true, c.Refunds, err
}

// refundable is a charge, with what its page says about refunds.
type refundable struct {
	ID       int64
	Digits   int
	Currency string
	Refunds  course
}

func chargeToRefund(ctx context.Context, tx *db.Tx, ref string) (refundable, error) {
	return db.One[refundable](ctx, tx, `
		SELECT c.id, p.digits, p.currency, p.refunds
		FROM sandbox_charges c JOIN sandbox_pages p ON p.id = c.page_id WHERE c.ref = $1`, ref)
}

// refuse returns an error that wraps payment.ErrRefused.
func refuse(why string) error { return fmt.Errorf("%w: %s", payment.ErrRefused, why) }

// settleRefund ends a refund that was on its way. The money of one that fails goes back to
// its charge.
func (g *Gateway) settleRefund(ctx context.Context, refundID string) error {
	return db.InTx(ctx, g.DB, func(tx *db.Tx) error {
		how, err := db.One[course](ctx, tx, `
			SELECT p.refunds FROM sandbox_refunds r JOIN sandbox_charges c ON c.id = r.charge_id
			JOIN sandbox_pages p ON p.id = c.page_id WHERE r.refund_id = $1`, refundID)
		if err != nil {
			return err
		}
		state := payment.ReportedDone
		if how == goWrong {
			state = payment.ReportedFailed
		}
		n, err := db.Exec(ctx, tx, `UPDATE sandbox_refunds SET state = $2 WHERE refund_id = $1 AND state = $3`,
			refundID, string(state), string(payment.ReportedPending))
		if err != nil || n == 0 {
			return err
		}
		r, err := refundOf(ctx, tx, refundID)
		if err != nil {
			return err
		}
		if state == payment.ReportedFailed {
			if _, err := db.Exec(ctx, tx, `UPDATE sandbox_charges SET refunded = refunded - $2 WHERE ref = $1`, r.Charge, int64(r.Amount)); err != nil {
				return err
			}
		}
		return g.plan(ctx, tx, r.Webhooks, refundEvent(r.report()))
	})
}

package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"hawker/internal/payment"
)

// refund is a refund as Stripe returns it.
type refund struct {
	ID            string
	Amount        int64
	Currency      string
	Charge        string
	PaymentIntent intent `json:"payment_intent"`
	Status        string // pending, requires_action, succeeded, failed or canceled
	FailureReason string `json:"failure_reason"`
	Created       int64
	Metadata      metadata
}

func (r refund) id() string { return r.ID }

func (r refund) report() payment.RefundReport {
	report := payment.RefundReport{
		RefundID: r.Metadata.RefundID, Ref: r.ID, Charge: chargeRef(r.PaymentIntent, r.Charge),
		Money: fromStripe(r.Amount, r.Currency), State: payment.ReportedPending,
	}
	switch r.Status {
	case "succeeded":
		report.State = payment.ReportedDone
	case "failed", "canceled":
		report.State, report.Reason = payment.ReportedFailed, r.Status
		if r.FailureReason != "" {
			report.Reason = strings.ReplaceAll(r.FailureReason, "_", " ")
		}
	}
	return report
}

// chargeRef names a charge by its payment intent. A charge without one was not made by us.
func chargeRef(i intent, charge string) string {
	if i.ID != "" {
		return i.ID
	}
	return charge
}

// Refund implements payment.Gateway. Stripe keeps an idempotency key for a day only,
// so Refund first looks for the refund.
func (g *Gateway) Refund(ctx context.Context, o payment.RefundOrder) (payment.RefundReport, error) {
	amount, err := toStripe(o.Money)
	if err != nil {
		return payment.RefundReport{}, err
	}
	r, err := g.findRefund(ctx, o)
	if err == nil && r == nil {
		r = new(refund)
		err = g.post(ctx, "/v1/refunds", url.Values{
			"payment_intent":      {o.Charge},
			"amount":              {strconv.FormatInt(amount, 10)},
			"metadata[refund_id]": {o.RefundID},
		}, "refund_"+o.RefundID, r)
	}
	if errors.Is(err, payment.ErrUnknown) {
		err = fmt.Errorf("%w: Stripe does not know the charge", payment.ErrRefused)
	}
	if err != nil {
		return payment.RefundReport{}, fmt.Errorf("refund by Stripe: %w", err)
	}
	report := r.report()
	report.RefundID = o.RefundID
	return report, nil
}

// errFound ends a search.
var errFound = errors.New("found")

// findRefund returns the refund if it was made already, else nil.
func (g *Gateway) findRefund(ctx context.Context, o payment.RefundOrder) (found *refund, err error) {
	err = each(ctx, g, "/v1/refunds", url.Values{"payment_intent": {o.Charge}}, func(r refund) error {
		if r.Metadata.RefundID != o.RefundID {
			return nil
		}
		found = &r
		return errFound
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return found, err
}

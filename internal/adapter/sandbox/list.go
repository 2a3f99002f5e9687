package sandbox

import (
	"context"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/payment"
)

// listed is how many rows List reads at a time.
const listed = 200

// List implements payment.Gateway.
func (g *Gateway) List(ctx context.Context, from, to time.Time, yield func(payment.Record) error) error {
	if err := inPages(ctx, g.DB, selectCharges+`WHERE c.created_at >= $1 AND c.created_at < $2 AND c.id > $3 ORDER BY c.id LIMIT $4`, from, to, func(c listedCharge) (int64, error) {
		m := payment.Money{Amount: c.Amount, Digits: c.Digits, Currency: c.Currency}
		return c.ID, yield(payment.Record{At: time.UnixMilli(c.CreatedAt), Charge: &payment.Charge{Ref: c.Ref, Money: m}, PaymentID: c.PaymentID})
	}); err != nil {
		return err
	}
	return inPages(ctx, g.DB, selectRefunds+`WHERE r.state = 'done' AND r.created_at >= $1 AND r.created_at < $2 AND r.id > $3 ORDER BY r.id LIMIT $4`, from, to, func(r refund) (int64, error) {
		report := r.report()
		return r.ID, yield(payment.Record{At: time.UnixMilli(r.CreatedAt), Refund: &report, PaymentID: r.PaymentID})
	})
}

// listedCharge is a charge with what List says about it.
type listedCharge struct {
	ID        int64
	Ref       string
	Amount    money.Amount
	Digits    int
	Currency  string
	PaymentID string
	CreatedAt int64 // Unix milliseconds
}

const selectCharges = `
	SELECT c.id, c.ref, c.amount, p.digits, p.currency, p.payment_id, c.created_at
	FROM sandbox_charges c JOIN sandbox_pages p ON p.id = c.page_id `

// inPages reads the rows of a period and calls take for each, which returns its id.
func inPages[T any](ctx context.Context, d *db.DB, query string, from, to time.Time, take func(T) (int64, error)) error {
	for last := int64(0); ; {
		rows, err := db.Many[T](ctx, d.R, query, from.UnixMilli(), to.UnixMilli(), last, listed)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if last, err = take(row); err != nil {
				return err
			}
		}
		if len(rows) < listed {
			return nil
		}
	}
}

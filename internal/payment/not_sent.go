package payment

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/money"
)

// NotSent is what a gateway could not send back of what was paid for a purchase, by what
// became of it.
type NotSent struct {
	Failed   money.Amount // a person must still decide
	Credited money.Amount
	Settled  money.Amount
}

// NotSent returns what a gateway could not send back of a purchase. Charges that did not pay
// it, such as second ones, do not count: the page speaks of no refund of them.
func (s *Service) NotSent(ctx context.Context, purchaseID int64) (NotSent, error) {
	type sum struct {
		Status RefundStatus
		Amount money.Amount
	}
	var n NotSent
	sums, err := db.Many[sum](ctx, s.DB.R, `
		SELECT r.status, CAST(SUM(r.amount) AS BIGINT) AS amount
		FROM payments p JOIN charges c ON c.payment_id = p.id JOIN payment_refunds r ON r.charge_id = c.id
		WHERE p.purchase_id = $1 AND c.status = 'accepted' AND r.status IN ('failed', 'credited', 'settled') GROUP BY r.status`, purchaseID)
	if err != nil {
		return n, fmt.Errorf("read what was not sent back: %w", err)
	}
	for _, each := range sums {
		switch each.Status {
		case RefundFailed:
			n.Failed = each.Amount
		case RefundCredited:
			n.Credited = each.Amount
		case RefundSettled:
			n.Settled = each.Amount
		}
	}
	return n, nil
}

package purchase

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// OwedCondition is true in SQL for a purchase of which an admin has to pay money back: its
// ToPayBack is above zero. Each of its parts has an index.
const OwedCondition = `(payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END
	OR cash_repaid < cash_refunded)`

// PayBackDue reports whether an admin has to pay money back to the shopper.
func PayBackDue(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT (SELECT COUNT(*) FROM orders WHERE shopper_id = $1 AND `+OwedCondition+`) + (SELECT COUNT(*) FROM trips WHERE shopper_id = $1 AND `+OwedCondition+`)`, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for money to pay back: %w", err)
	}
	return n > 0, nil
}

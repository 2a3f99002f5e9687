package payment

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// RefundsUnderWay reports whether money is on its way back to the shopper through a gateway, of a
// purchase or of a payment into their wallet. It can still fail there, and a person must then
// reach them.
func RefundsUnderWay(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT COUNT(*) FROM payments p JOIN charges c ON c.payment_id = p.id JOIN payment_refunds r ON r.charge_id = c.id
		WHERE r.status IN ('waiting', 'pending', 'failed') AND p.id IN (
			SELECT id FROM payments WHERE customer_id IN (SELECT id FROM customers WHERE shopper_id = $1)
			UNION ALL SELECT id FROM payments WHERE purchase_id IN (SELECT id FROM orders WHERE shopper_id = $1 UNION ALL SELECT id FROM trips WHERE shopper_id = $1))`, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for money that goes back: %w", err)
	}
	return n > 0, nil
}

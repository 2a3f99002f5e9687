package purchase

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// Each of these conditions has an index: on money that was paid outside of the shop and must
// go back, and on cash.
const (
	offlineOwed = `payment_method = 'offline_payment' AND paid_back + wallet_back < CASE WHEN payment_status = 'refunded' THEN total ELSE refunded END`
	cashOwed    = `cash_repaid < cash_refunded`
)

// owed is true in SQL for a purchase of which an admin has to pay money back: its ToPayBack is
// above zero.
const owed = `(` + offlineOwed + ` OR ` + cashOwed + `)`

// Owed selects all purchases of which an admin has to pay money back, with id and kind. With
// OR in place of UNION, SQLite reads all purchases.
const Owed = `SELECT id, 'order' AS kind FROM orders WHERE ` + offlineOwed + `
	UNION SELECT id, 'order' AS kind FROM orders WHERE ` + cashOwed + `
	UNION SELECT id, 'trip' AS kind FROM trips WHERE ` + offlineOwed + `
	UNION SELECT id, 'trip' AS kind FROM trips WHERE ` + cashOwed

// PayBackDue reports whether an admin has to pay money back to the shopper.
func PayBackDue(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT (SELECT COUNT(*) FROM orders WHERE shopper_id = $1 AND `+owed+`) + (SELECT COUNT(*) FROM trips WHERE shopper_id = $1 AND `+owed+`)`, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for money to pay back: %w", err)
	}
	return n > 0, nil
}

package reward

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

const orderColumns = `order_id, customer_id, paid, unit, per_unit, points, withheld, points_taken, points_owed,
	cashback_offer, cashback, cashback_taken, cashback_missing, created_at`

// The nouns of the ledger's subjects that are about an order's points.
const (
	orderPoints = "order_points"
	pointsTaken = "points_taken"
)

func insertOrder(ctx context.Context, tx *db.Tx, r orderRewards) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO order_rewards (order_id, customer_id, paid, unit, per_unit, points, withheld, cashback_offer, cashback, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		r.OrderID, r.CustomerID, r.Paid, r.Unit, r.PerUnit, r.Points, r.Withheld, r.CashbackOffer, r.Cashback, r.CreatedAt)
	if err != nil {
		return fmt.Errorf("write the rewards of an order: %w", err)
	}
	return nil
}

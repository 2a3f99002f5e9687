package stock

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
)

// Return puts back all units that an order has taken, and returns the ids of the items.
// The caller makes sure that an order is returned only once.
func Return(ctx context.Context, tx *db.Tx, orderID int64, at time.Time) (itemIDs []int64, err error) {
	taken, err := db.Many[struct{ ID, ItemID, Quantity int64 }](ctx, tx, `
		SELECT s.id, s.item_id, CAST(-SUM(m.delta) AS BIGINT) AS quantity
		FROM stock_moves m JOIN stock s ON s.id = m.stock_id
		WHERE m.order_id = $1 GROUP BY s.id, s.item_id, s.variation ORDER BY s.item_id, s.variation`, orderID)
	if err != nil {
		return nil, fmt.Errorf("read stock moves: %w", err)
	}
	moves := make([]move, 0, len(taken))
	for _, p := range taken {
		if _, err := db.Exec(ctx, tx, `UPDATE stock SET quantity = quantity + $2 WHERE id = $1`, p.ID, p.Quantity); err != nil {
			return nil, fmt.Errorf("return stock: %w", err)
		}
		moves, itemIDs = append(moves, move{p.ID, p.Quantity}), append(itemIDs, p.ItemID)
	}
	return slices.Compact(itemIDs), insertMoves(ctx, tx, orderID, "cancel", moves, at)
}

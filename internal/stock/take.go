package stock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"hawker/internal/db"
)

// ErrOutOfStock is returned when a pool has too few units.
var ErrOutOfStock = errors.New("out of stock")

// move is one change of a pool.
type move struct {
	PoolID int64
	Delta  int64
}

// Take takes units from pools for an order and returns the ids of their items. After
// ErrOutOfStock the transaction must be rolled back.
//
// One statement compares and subtracts. If stock were read first, two shoppers could both
// buy the last unit (S1). Pools are changed in the order of their ids, so that two orders
// cannot deadlock.
func Take(ctx context.Context, tx *db.Tx, orderID int64, units map[Pool]int64, at time.Time) (itemIDs []int64, err error) {
	moves := make([]move, 0, len(units))
	for _, p := range slices.SortedFunc(maps.Keys(units), Pool.compare) {
		id, err := db.One[int64](ctx, tx, `
			UPDATE stock SET quantity = quantity - $3 WHERE item_id = $1 AND variation = $2 AND quantity >= $3 RETURNING id`,
			p.ItemID, p.Variation, units[p])
		if errors.Is(err, db.ErrNotFound) {
			return nil, ErrOutOfStock
		}
		if err != nil {
			return nil, fmt.Errorf("take stock: %w", err)
		}
		moves, itemIDs = append(moves, move{id, -units[p]}), append(itemIDs, p.ItemID)
	}
	return slices.Compact(itemIDs), insertMoves(ctx, tx, orderID, "order", moves, at)
}

func (p Pool) compare(other Pool) int {
	return cmp.Or(cmp.Compare(p.ItemID, other.ItemID), cmp.Compare(p.Variation, other.Variation))
}

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

func insertMoves(ctx context.Context, tx *db.Tx, orderID int64, reason string, moves []move, at time.Time) error {
	if len(moves) == 0 {
		return nil
	}
	rows := db.NewValues(reason, orderID, at.UnixMilli())
	for _, m := range moves {
		rows.Add(m.PoolID, m.Delta)
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO stock_moves (reason, order_id, created_at, stock_id, delta) VALUES `+rows.String(), rows.Args()...)
	if err != nil {
		return fmt.Errorf("insert stock moves: %w", err)
	}
	return nil
}

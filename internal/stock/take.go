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

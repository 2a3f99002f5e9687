// Package stock owns the tables stock and stock_moves: how many units are left of
// an item or of one of its variations, and every change of that number.
//
// A pool is what lines take from: the item's own stock, or a variation's. Its
// quantity is the sum of its moves, which are never changed. A pool that is not
// counted, or that does not exist, has no limit. The package knows items and orders
// by their ids only.
package stock

import (
	"context"
	"fmt"
	"strconv"

	"hawker/internal/db"
)

// Pool names a pool.
type Pool struct {
	ItemID    int64
	Variation string // the variation's id in decimal; "": the item's own pool
}

// PoolOf is the pool of an item, or with a variation id the pool of the variation.
// The id is used because a variation keeps it when its label changes.
func PoolOf(itemID, variationID int64) Pool {
	return Pool{ItemID: itemID, Variation: variationName(variationID)}
}

func variationName(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// Levels is what is left of one item, by Pool.Variation. A pool that is not counted
// is absent.
type Levels map[string]int64

// Left is what is left of the item itself (0) or of a variation; nil: not counted.
func (l Levels) Left(variationID int64) *int64 {
	if left, counted := l[variationName(variationID)]; counted {
		return &left
	}
	return nil
}

// Two pieces of SQL for statements that read stock together with other tables.
const (
	// JoinItems joins the counted pools, as s, to the items i.
	JoinItems = ` LEFT JOIN stock s ON s.item_id = i.id AND s.counted_since IS NOT NULL`
	// TakenByOrder is how many units the order o has taken and not returned; NULL when
	// it took none.
	TakenByOrder = `(SELECT -SUM(m.delta) FROM stock_moves m WHERE m.order_id = o.id)`
)

// Of reads what is left of items, by item id. Items that are not counted are absent.
func Of(ctx context.Context, q db.Q, itemIDs []int64) (map[int64]Levels, error) {
	if len(itemIDs) == 0 {
		return map[int64]Levels{}, nil
	}
	ids, args := db.List(itemIDs)
	return levels(ctx, q, ` AND item_id IN `+ids, args...)
}

// All reads what is left of every item, by item id.
func All(ctx context.Context, q db.Q) (map[int64]Levels, error) { return levels(ctx, q, "") }

func levels(ctx context.Context, q db.Q, condition string, args ...any) (map[int64]Levels, error) {
	pools, err := db.Many[struct {
		ItemID    int64
		Variation string
		Quantity  int64
	}](ctx, q, `SELECT item_id, variation, quantity FROM stock WHERE counted_since IS NOT NULL`+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read stock: %w", err)
	}
	byItem := map[int64]Levels{}
	for _, p := range pools {
		if byItem[p.ItemID] == nil {
			byItem[p.ItemID] = Levels{}
		}
		byItem[p.ItemID][p.Variation] = p.Quantity
	}
	return byItem, nil
}

// Package stock owns the tables stock and stock_moves: how many units are left of
// an item, of one of its variations or of its campaign, and every change of that
// number.
//
// Lines take units from a pool: the item's own stock, a variation's, or that of a
// campaign. Its quantity is the sum of its moves, which are never changed. A pool that
// is not counted, or that does not exist, has no limit. The package uses only the ids of
// items and orders.
package stock

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"hawker/internal/db"
)

// Pool identifies a pool.
type Pool struct {
	ItemID    int64
	Variation string // the variation's id in decimal, or campaign-ID; "": the item's own pool
}

// PoolOf returns the pool of an item, or of a variation if its id is given. The id stays
// the same when the label of a variation changes.
func PoolOf(itemID, variationID int64) Pool {
	return Pool{ItemID: itemID, Variation: variationName(variationID)}
}

// CampaignPool is the pool of an item campaign: its units are not those of the item.
func CampaignPool(itemID, campaignID int64) Pool {
	return Pool{ItemID: itemID, Variation: campaignName(campaignID)}
}

func campaignName(id int64) string { return "campaign-" + strconv.FormatInt(id, 10) }

func variationName(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// Levels is how many units of one item are left, by Pool.Variation. A pool that is not
// counted is missing.
type Levels map[string]int64

// Left returns how many units are left of the item itself (0) or of a variation, or nil
// if they are not counted.
func (l Levels) Left(variationID int64) *int64 { return l.left(variationName(variationID)) }

// LeftOfCampaign returns how many units are left of an item campaign, or nil if they are
// not counted.
func (l Levels) LeftOfCampaign(campaignID int64) *int64 { return l.left(campaignName(campaignID)) }

// LeftIn returns how many units are left in a pool of the item, or nil if they are not
// counted.
func (l Levels) LeftIn(p Pool) *int64 { return l.left(p.Variation) }

func (l Levels) left(pool string) *int64 {
	if left, counted := l[pool]; counted {
		return &left
	}
	return nil
}

// Parts of SQL for statements that read stock together with other tables.
const (
	// JoinItems joins the counted pools, as s, to the items i.
	JoinItems = ` LEFT JOIN stock s ON s.item_id = i.id AND s.counted_since IS NOT NULL`
	// TakenByOrder is how many units the order o has taken and not returned. It is NULL if
	// the order took none.
	TakenByOrder = `(SELECT -SUM(m.delta) FROM stock_moves m WHERE m.order_id = o.id)`
)

// LevelsByItem reads how many units of items are left, by item id. Items that are not counted are
// missing.
func LevelsByItem(ctx context.Context, q db.Q, itemIDs []int64) (map[int64]Levels, error) {
	if len(itemIDs) == 0 {
		return map[int64]Levels{}, nil
	}
	ids, args := db.InList(itemIDs)
	return levels(ctx, q, ` AND item_id IN `+ids, args...)
}

// Lock is LevelsByItem for any number of items. It locks their pools until the transaction ends, so
// that no order takes from them meanwhile.
func Lock(ctx context.Context, tx *db.Tx, itemIDs []int64) (map[int64]Levels, error) {
	itemIDs = slices.Clone(itemIDs)
	slices.Sort(itemIDs) // as Take does, so that they cannot deadlock
	all := map[int64]Levels{}
	for some := range slices.Chunk(slices.Compact(itemIDs), itemsPerStatement) {
		ids, args := db.InList(some)
		found, err := levels(ctx, tx, ` AND item_id IN `+ids+` ORDER BY item_id, variation`+tx.Dialect.LockedValuesOf("stock"), args...)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, found)
	}
	return all, nil
}

// All reads how many units of every item are left, by item id.
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

package order

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// returnGoods returns what the order has taken, and the ids of its items. What the store
// says is sold out is set to 0 afterwards: the units of this order must not sell it again.
func (m statusMove) returnGoods(ctx context.Context, tx *db.Tx) ([]int64, error) {
	returned, err := m.returnUnits(ctx, tx)
	if err != nil || len(m.soldOutLines) == 0 {
		return returned, err
	}
	emptied, err := m.emptyPools(ctx, tx)
	returned = append(returned, emptied...)
	slices.Sort(returned)
	return slices.Compact(returned), err
}

// emptyPools sets the pools of the lines that are sold out to 0, as a store does that
// counts them, and returns the ids of their items.
func (m statusMove) emptyPools(ctx context.Context, tx *db.Tx) (itemIDs []int64, err error) {
	ids, args := db.InList(m.soldOutLines)
	lines, err := db.Many[Line](ctx, tx, fmt.Sprintf(`
		SELECT item_id, variation, campaign_id FROM order_lines WHERE id IN %s AND order_id = $%d ORDER BY item_id, variation`, ids, len(args)+1),
		append(args, m.ID)...)
	if err != nil {
		return nil, fmt.Errorf("read the lines that are sold out: %w", err)
	}
	if len(lines) != len(m.soldOutLines) {
		return nil, invalid("sold_out_lines", "Please choose lines of this order.")
	}
	for _, l := range lines {
		err := catalog.CountStock(ctx, tx, m.nothingLeft(l), m.at)
		// What the store does not sell any more since the order needs no count.
		if err != nil && !errs.Is(err, errs.Invalid) && !errs.Is(err, errs.NotFound) {
			return nil, err
		}
		itemIDs = append(itemIDs, l.ItemID)
	}
	return itemIDs, nil
}

// nothingLeft is a count of 0 of what a line was sold from.
func (m statusMove) nothingLeft(l Line) catalog.CountedStock {
	c := catalog.CountedStock{StoreID: m.StoreID, ItemID: l.ItemID, Units: new(int64(0))}
	if l.CampaignID != nil {
		c.CampaignID = *l.CampaignID
		return c
	}
	c.VariationID, _ = strconv.ParseInt(l.Variation, 10, 64) // "": the item itself
	return c
}

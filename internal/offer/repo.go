package offer

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

const (
	campaignColumns = `id, slug, kind, module_id, title, description, picture, zone_ids, store_ids, item_id, price, maximum, sold,
		first_day, last_day, daily_from, daily_to, position, active`
	saleColumns = `id, slug, module_id, title, zone_ids, begins, ends, active`
	itemColumns = `id, flash_sale_id, item_id, discount_type, discount, units, sold, position, active`
)

// ReadBook reads all active offers with three statements.
func ReadBook(ctx context.Context, q db.Q) (*Snapshot, error) {
	campaigns, err := db.Many[*Campaign](ctx, q, `SELECT `+campaignColumns+` FROM campaigns WHERE active ORDER BY position, id`)
	if err != nil {
		return nil, fmt.Errorf("read campaigns: %w", err)
	}
	sales, err := db.Many[*FlashSale](ctx, q, `SELECT `+saleColumns+` FROM flash_sales WHERE active ORDER BY begins, id`)
	if err != nil {
		return nil, fmt.Errorf("read flash sales: %w", err)
	}
	items, err := db.Many[*FlashItem](ctx, q, `SELECT `+itemColumns+` FROM flash_sale_items WHERE active ORDER BY position, id`)
	if err != nil {
		return nil, fmt.Errorf("read the items of flash sales: %w", err)
	}
	return newBook(campaigns, sales, items), nil
}

// Sold reads how many units of items are sold in flash sales, by the id of the
// FlashItem, with one statement.
func Sold(ctx context.Context, q db.Q, itemIDs []int64) (map[int64]map[int64]int64, error) {
	sold := map[int64]map[int64]int64{}
	if len(itemIDs) == 0 {
		return sold, nil
	}
	ids, args := db.InList(itemIDs)
	rows, err := db.Many[struct{ ID, ItemID, Sold int64 }](ctx, q, `SELECT id, item_id, sold FROM flash_sale_items WHERE item_id IN `+ids, args...)
	if err != nil {
		return nil, fmt.Errorf("read the units sold in flash sales: %w", err)
	}
	for _, r := range rows {
		if sold[r.ItemID] == nil {
			sold[r.ItemID] = map[int64]int64{}
		}
		sold[r.ItemID][r.ID] = r.Sold
	}
	return sold, nil
}

// Running has the flash offers of some items, for carts and orders.
type Running struct {
	refs map[int64][]flashRef
}

// ReadRunning reads the flash sales of these items, without those that ended long ago, by
// one statement. Carts and orders call it in their transaction.
func ReadRunning(ctx context.Context, q db.Q, itemIDs []int64, t time.Time) (Running, error) {
	r := Running{refs: map[int64][]flashRef{}}
	if len(itemIDs) == 0 {
		return r, nil
	}
	type row struct {
		FlashItem
		Slug, Title, Begins, Ends string
		ZoneIDs                   db.JSON[[]int64] `db:"zone_ids"`
	}
	ids, args := db.InList(itemIDs)
	// No clock of the world is a whole day behind another.
	args = append(args, t.UTC().AddDate(0, 0, -1).Format(ClockLayout))
	rows, err := db.Many[*row](ctx, q, fmt.Sprintf(`
		SELECT f.id, f.flash_sale_id, f.item_id, f.discount_type, f.discount, f.units, f.sold, f.position, f.active,
			s.slug, s.title, s.begins, s.ends, s.zone_ids
		FROM flash_sale_items f JOIN flash_sales s ON s.id = f.flash_sale_id
		WHERE f.item_id IN %s AND f.active AND s.active AND s.ends > $%d ORDER BY s.begins, s.id`, ids, len(args)), args...)
	if err != nil {
		return r, fmt.Errorf("read running flash sales: %w", err)
	}
	for _, f := range rows {
		sale := &FlashSale{ID: f.FlashSaleID, Slug: f.Slug, Title: f.Title, ZoneIDs: f.ZoneIDs, Begins: f.Begins, Ends: f.Ends, Active: true}
		r.refs[f.ItemID] = append(r.refs[f.ItemID], flashRef{sale, &f.FlashItem})
	}
	return r, nil
}

// Of returns the running flash offer of an item that is sold in the zone; nil: none.
func (r Running) Of(itemID, zoneID int64, t time.Time, zone *time.Location) *Flash {
	return running(r.refs[itemID], zoneID, t, zone, nil)
}

// ReadCampaignOf reads the campaign of an item that carts and orders go by; nil: it has
// none that is not over.
func ReadCampaignOf(ctx context.Context, q db.Q, itemID int64, t time.Time, zone *time.Location) (*Campaign, error) {
	all, err := db.Many[*Campaign](ctx, q, `SELECT `+campaignColumns+` FROM campaigns WHERE item_id = $1 AND active`, itemID)
	if err != nil {
		return nil, fmt.Errorf("read the campaign of an item: %w", err)
	}
	return campaignOf(all, t, zone), nil
}

// ReadCampaignsOf reads all active campaigns of items, by item, with one statement.
func ReadCampaignsOf(ctx context.Context, q db.Q, itemIDs []int64) (map[int64][]*Campaign, error) {
	byItem := map[int64][]*Campaign{}
	if len(itemIDs) == 0 {
		return byItem, nil
	}
	ids, args := db.InList(itemIDs)
	all, err := db.Many[*Campaign](ctx, q, `SELECT `+campaignColumns+` FROM campaigns WHERE active AND item_id IN `+ids+` ORDER BY first_day, id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the campaigns of items: %w", err)
	}
	for _, c := range all {
		byItem[c.Item()] = append(byItem[c.Item()], c)
	}
	return byItem, nil
}

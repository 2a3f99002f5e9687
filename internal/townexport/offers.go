package townexport

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/stock"
	"hawker/internal/townfile"
)

// campaignRow is a row of campaigns with the slugs it refers to.
type campaignRow struct {
	ID, ItemID                                      int64
	Slug, Kind, Module, Title, Description, Picture string
	ZoneIDs                                         db.JSON[[]int64] `db:"zone_ids"`
	StoreIDs                                        db.JSON[[]int64] `db:"store_ids"`
	Item                                            string
	Price                                           money.Amount
	Maximum                                         int
	FirstDay, LastDay                               townfile.Day
	DailyFrom, DailyTo                              string
	Position                                        int
	Active                                          bool
}

func (ex *exporter) campaigns(ctx context.Context) error {
	rows, err := many[campaignRow](ctx, ex, `
		SELECT c.id, COALESCE(c.item_id, 0) AS item_id, c.slug, c.kind, m.slug AS module, c.title, c.description, c.picture, c.zone_ids,
			c.store_ids, COALESCE(i.slug, '') AS item, c.price, c.maximum, c.first_day, c.last_day, c.daily_from, c.daily_to, c.position, c.active
		FROM campaigns c JOIN modules m ON m.id = c.module_id LEFT JOIN items i ON i.id = c.item_id`)
	if err != nil || len(rows) == 0 {
		return err
	}
	var items []int64
	for _, r := range rows {
		if r.ItemID != 0 {
			items = append(items, r.ItemID)
		}
	}
	levels, err := stock.LevelsByItem(ctx, ex.q, items)
	if err != nil {
		return err
	}
	zones, err := ex.slugs(ctx, "zones")
	if err != nil {
		return err
	}
	stores, err := ex.slugs(ctx, "stores")
	for _, r := range rows {
		k := townfile.Campaign{
			Slug: r.Slug, Type: r.Kind, Module: r.Module, Title: r.Title, Description: r.Description, Picture: r.Picture,
			Zones: slugsOf(zones, r.ZoneIDs.V), Stores: slugsOf(stores, r.StoreIDs.V), Item: r.Item, MaxPerOrder: r.Maximum,
			FirstDay: r.FirstDay, LastDay: r.LastDay, DailyFrom: r.DailyFrom, DailyTo: r.DailyTo, Position: r.Position, Active: r.Active,
		}
		if r.Item != "" {
			k.Price, k.Stock = ex.format.Amount(r.Price), number(levels[r.ItemID].LeftOfCampaign(r.ID))
		}
		ex.town.Campaigns = append(ex.town.Campaigns, k)
	}
	return err
}

func (ex *exporter) flashSales(ctx context.Context) error {
	items, err := ex.flashItems(ctx)
	if err != nil {
		return err
	}
	zones, err := ex.slugs(ctx, "zones")
	if err != nil {
		return err
	}
	type row struct {
		ID                  int64
		Slug, Module, Title string
		ZoneIDs             db.JSON[[]int64] `db:"zone_ids"`
		Begins, Ends        townfile.Clock
		Active              bool
	}
	rows, err := many[row](ctx, ex, `
		SELECT s.id, s.slug, m.slug AS module, s.title, s.zone_ids, s.begins, s.ends, s.active
		FROM flash_sales s JOIN modules m ON m.id = s.module_id`)
	for _, r := range rows {
		ex.town.FlashSales = append(ex.town.FlashSales, townfile.FlashSale{
			Slug: r.Slug, Module: r.Module, Title: r.Title, Zones: slugsOf(zones, r.ZoneIDs.V), Begins: r.Begins, Ends: r.Ends,
			Active: r.Active, Items: items[r.ID],
		})
	}
	return err
}

// flashItems returns the items of flash sales, in their order.
func (ex *exporter) flashItems(ctx context.Context) (map[int64][]townfile.FlashItem, error) {
	type row struct {
		FlashSaleID  int64
		Item         string
		DiscountType string
		Discount     int64
		Units        int
	}
	rows, err := many[row](ctx, ex, `
		SELECT f.flash_sale_id, i.slug AS item, f.discount_type, f.discount, f.units
		FROM flash_sale_items f JOIN items i ON i.id = f.item_id WHERE f.active ORDER BY f.position, f.id`)
	items := map[int64][]townfile.FlashItem{}
	for _, r := range rows {
		items[r.FlashSaleID] = append(items[r.FlashSaleID], townfile.FlashItem{
			Item: r.Item, Discount: townfile.Rebate{Type: r.DiscountType, Value: ex.format.Value(r.DiscountType, r.Discount)}, Units: r.Units,
		})
	}
	return items, err
}

package ordertest

import (
	"context"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// Campaign builds a campaign of the item that runs from yesterday to tomorrow, with so
// many units. edit changes what the test is about.
func (w *Town) Campaign(t testing.TB, item catalog.Item, price money.Amount, units int64, edit func(*offer.Campaign)) offer.Campaign {
	t.Helper()
	c := offer.Campaign{
		Slug: slug("campaign"), Kind: offer.OfItem, ModuleID: item.ModuleID, Title: "Burger week", ItemID: &item.ID, Price: price,
		FirstDay: "2026-11-19", LastDay: "2026-11-21", Active: true,
	}
	c.ZoneIDs.V, c.StoreIDs.V = []int64{}, []int64{}
	if edit != nil {
		edit(&c)
	}
	c.ID = w.insert(t, `INSERT INTO campaigns (slug, kind, module_id, title, description, picture, zone_ids, store_ids, item_id, price, maximum,
			first_day, last_day, daily_from, daily_to, position, active)
		VALUES ($1, $2, $3, $4, '', '', $5, $6, $7, $8, $9, $10, $11, $12, $13, 1, $14) RETURNING id`,
		c.Slug, c.Kind, c.ModuleID, c.Title, c.ZoneIDs, c.StoreIDs, c.ItemID, c.Price, c.Maximum, c.FirstDay, c.LastDay, c.DailyFrom, c.DailyTo, c.Active)
	if units != Unlimited {
		w.count(t, stock.CampaignPool(item.ID, c.ID), units)
	}
	return c
}

// FlashSale builds a flash sale of an item from an hour before Now to an hour after it:
// percent off so many units. edit changes what the test is about.
func (w *Town) FlashSale(t testing.TB, item catalog.Item, percent, units int64, edit func(*offer.FlashSale)) offer.FlashItem {
	t.Helper()
	zone, err := time.LoadLocation(TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	s := offer.FlashSale{
		Slug: slug("flash"), ModuleID: item.ModuleID, Title: "Hungry hour", Active: true,
		Begins: Now.Add(-time.Hour).In(zone).Format(offer.ClockLayout), Ends: Now.Add(time.Hour).In(zone).Format(offer.ClockLayout),
	}
	s.ZoneIDs.V = []int64{}
	if edit != nil {
		edit(&s)
	}
	s.ID = w.insert(t, `INSERT INTO flash_sales (slug, module_id, title, zone_ids, begins, ends, active)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`, s.Slug, s.ModuleID, s.Title, s.ZoneIDs, s.Begins, s.Ends, s.Active)
	f := offer.FlashItem{FlashSaleID: s.ID, ItemID: item.ID, DiscountType: "percent", Discount: percent * 100, Units: units, Active: true}
	f.ID = w.insert(t, `INSERT INTO flash_sale_items (flash_sale_id, item_id, discount_type, discount, units, position, active)
		VALUES ($1, $2, $3, $4, $5, 1, TRUE) RETURNING id`, f.FlashSaleID, f.ItemID, f.DiscountType, f.Discount, f.Units)
	return f
}

// Sold is how many units a flash item has sold.
func (w *Town) Sold(t testing.TB, f offer.FlashItem) int64 {
	t.Helper()
	return w.Number(t, `SELECT sold FROM flash_sale_items WHERE id = $1`, f.ID)
}

func (w *Town) count(t testing.TB, pool stock.Pool, units int64) {
	t.Helper()
	err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) error {
		return stock.Count(context.Background(), tx, []stock.Counted{{Pool: pool, Units: &units}}, time.UnixMilli(0))
	})
	if err != nil {
		t.Fatal(err)
	}
}

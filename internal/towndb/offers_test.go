package towndb_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/offer"
	"hawker/internal/stock"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// offering returns the small town with offers.
func offering() *townfile.Town {
	town, ten := small(), 10
	town.Campaigns = []townfile.Campaign{
		{Slug: "sweet-shops", Type: "basic", Module: "food", Title: "Sweet shops", Picture: "hero/food", Zones: []string{"old-town"}, Stores: []string{"chez-zoe"},
			FirstDay: "-1d", LastDay: "+3d", Active: true},
		{Slug: "brulee-week", Type: "item", Module: "food", Title: "Brûlée week", Picture: "item/burger-mint", Item: "creme-brulee", Price: "12.50", Stock: &ten, MaxPerOrder: 2,
			FirstDay: "+0d", LastDay: "+0d", DailyFrom: "17:00", DailyTo: "22:00", Active: true},
	}
	town.FlashSales = []townfile.FlashSale{{
		Slug: "sweet-hour", Module: "food", Title: "Sweet hour", Begins: "+0dT10:00", Ends: "+0dT14:00", Active: true,
		Items: []townfile.FlashItem{{Item: "creme-brulee", Discount: townfile.Rebate{Type: "amount", Value: "2.50"}, Units: 20}},
	}}
	return town
}

// sellOffers sells four of the campaign and five of the flash sale.
func sellOffers(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		if err := offer.Take(t.Context(), tx, offer.Taken{Flash: map[int64]int64{1: 5}, Campaigns: map[int64]int64{2: 4}}); err != nil {
			return err
		}
		_, err := stock.Take(t.Context(), tx, 1, map[stock.Pool]int64{stock.CampaignPool(1, 2): 4}, noon)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// unitsOf are units and sold of the flash sale, and what is left of the campaign.
func unitsOf(t *testing.T, d *db.DB) []int64 {
	t.Helper()
	left, err := stock.LevelsByItem(t.Context(), d.R, []int64{1})
	if err != nil {
		t.Fatal(err)
	}
	return []int64{one(t, d, `SELECT units FROM flash_sale_items`), one(t, d, `SELECT sold FROM flash_sale_items`), *left[1].LeftOfCampaign(2)}
}

// An import changes what the files have changed, and leaves what was sold.
func TestImport_BRW07_TRAP_D32_offersKeepWhatTheySold(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), offering()
		load(t, d, town, towndb.Options{Now: noon})
		if first, begins := one(t, d, `SELECT COUNT(*) FROM campaigns WHERE first_day = '2026-11-20' AND price = 1250 AND item_id = 1 AND store_ids = '[]'`),
			one(t, d, `SELECT COUNT(*) FROM flash_sales WHERE begins = '2026-11-20T10:00:00' AND ends = '2026-11-20T14:00:00'`); first != 1 || begins != 1 {
			t.Errorf("%d campaigns and %d sales are as in the files", first, begins)
		}
		sellOffers(t, d)
		for _, step := range []struct {
			name string
			edit func()
			want []int64
		}{
			{"the same files", func() {}, []int64{20, 5, 6}},
			{"another title", func() { town.FlashSales[0].Title, town.Campaigns[1].Title = "Sweeter hour", "Week" }, []int64{20, 5, 6}},
			{"more units", func() { town.FlashSales[0].Items[0].Units = 30; *town.Campaigns[1].Stock = 12 }, []int64{30, 5, 12}},
			{"fewer units than are sold", func() { town.FlashSales[0].Items[0].Units = 1 }, []int64{5, 5, 12}},
		} {
			step.edit()
			load(t, d, town, towndb.Options{Now: noon})
			if diff := cmp.Diff(step.want, unitsOf(t, d)); diff != "" {
				t.Errorf("%s: units, sold, left of the campaign %s", step.name, diff)
			}
		}
		other := town.Items[0]
		other.Slug, other.Name = "flan", "Flan"
		town.Items = append(town.Items, other)
		town.FlashSales[0].Items[0].Item = "flan"
		load(t, d, town, towndb.Options{Now: noon})
		if n := one(t, d, `SELECT COUNT(*) FROM flash_sale_items WHERE active`); n != 1 || one(t, d, `SELECT sold FROM flash_sale_items WHERE NOT active`) != 5 {
			t.Errorf("%d items are in the sale", n)
		}
	})
}

// The demo's offers begin again each day, with all of their units (D27).
func TestRedate_BRW07_TRAP_D27_offersBeginAgain(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), offering()
		load(t, d, town, towndb.Options{Now: noon})
		sellOffers(t, d)
		if err := towndb.Redate(t.Context(), d, town, noon.AddDate(0, 0, 3), noon, 0); err != nil {
			t.Fatal(err)
		}
		if n := one(t, d, `SELECT COUNT(*) FROM campaigns c, flash_sales s WHERE c.first_day = '2026-11-23' AND s.begins = '2026-11-23T10:00:00' AND s.ends = '2026-11-23T14:00:00'`); n != 1 {
			t.Error("the offers have other days")
		}
		if diff := cmp.Diff([]int64{25, 5, 10}, unitsOf(t, d)); diff != "" {
			t.Errorf("units, sold, left of the campaign %s", diff)
		}
		if n := one(t, d, `SELECT COUNT(*) FROM imported WHERE kind IN ('campaigns', 'flash_sales') AND hash = ''`); n != 3 {
			t.Errorf("the next import writes %d of 3 records", n)
		}
	})
}

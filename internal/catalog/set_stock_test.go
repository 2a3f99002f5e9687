package catalog_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

// A store sees the campaigns of its items until they are over by its own clock, and counts
// each apart from the item.
func TestSetStock_BRW07_countsACampaignApartFromItsItem(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town := catalogtest.New(t, d)
		store := town.Store(1, nil)
		item := town.Item(1, store, nil)
		town.Item(2, store, nil)
		town.Stock(item.ID, 0, 5)
		campaign := catalogtest.Row{
			"id": int64(8), "slug": "lunch", "kind": "item", "module_id": store.ModuleID, "title": "Lunch", "description": "", "picture": "",
			"zone_ids": "[]", "store_ids": "[]", "item_id": item.ID, "price": 700, "maximum": 0, "first_day": "2026-11-17", "last_day": "2026-11-18",
			"daily_from": "", "daily_to": "", "position": 1, "active": true,
		}
		town.Insert("campaigns", campaign)
		c := clock.NewManual(catalogtest.Noon)
		s := catalog.New(d, c)
		items := func() []catalog.StoreItem {
			t.Helper()
			page, _, err := s.StoreItems(t.Context(), store.ID, "", firstPage)
			if err != nil {
				t.Fatal(err)
			}
			return page
		}
		zero, five := int64(0), int64(5)
		counted := catalog.CountedStock{StoreID: store.ID, ItemID: item.ID, CampaignID: 8, Units: &zero}
		if err := s.SetStock(t.Context(), counted); err != nil {
			t.Fatal(err)
		}
		of := items()
		if len(of[0].Campaigns) != 1 || len(of[1].Campaigns) != 0 || *of[0].Stock.LeftOfCampaign(8) != 0 || *of[0].Stock.Left(0) != 5 {
			t.Errorf("%+v", of)
		}
		counted.Expected = &five // an order took them meanwhile
		if err := s.SetStock(t.Context(), counted); !errs.Is(err, errs.Conflict) {
			t.Errorf("another number than was seen: %v", err)
		}
		counted.ItemID = 2
		if err := s.SetStock(t.Context(), counted); !errs.Is(err, errs.Invalid) {
			t.Errorf("a campaign of another item: %v", err)
		}
		c.Advance(12*time.Hour - time.Second) // a second before midnight in the zone of the store
		if of := items(); len(of[0].Campaigns) != 1 {
			t.Error("it is not over yet")
		}
		c.Advance(time.Second)
		if of := items(); len(of[0].Campaigns) != 0 {
			t.Errorf("over: %+v", of[0].Campaigns)
		}
	})
}

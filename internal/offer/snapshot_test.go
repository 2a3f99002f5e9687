package offer

import (
	"slices"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/pricing"
)

// noon is on the second day of the campaigns of these tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func zones(ids ...int64) db.JSON[[]int64] { return db.JSON[[]int64]{V: ids} }

// The discount of a sale holds for all units or for none: never for more than are left.
func TestFlash_BRW07_PRC01_theItemsOwnDiscountOnceTheUnitsAreTaken(t *testing.T) {
	t.Parallel()
	own := pricing.Discount{Kind: pricing.Flat, Value: 50}
	ofSale := pricing.Discount{Kind: pricing.Percent, Value: 2000}
	for _, tt := range []struct {
		name               string
		offered, sold, ask int64
		left               int64
		want               pricing.Discount
	}{
		{"one of many", 10, 3, 1, 7, ofSale},
		{"all that are left", 10, 3, 7, 7, ofSale},
		{"one more than are left", 10, 3, 8, 7, own},
		{"none is left", 10, 10, 1, 0, own},
		{"fewer are offered now than were sold", 5, 8, 1, 0, own},
	} {
		f := &Flash{FlashItem: FlashItem{DiscountType: ofSale.Kind, Discount: ofSale.Value, Units: tt.offered, Sold: tt.sold}}
		if left := f.Left(); left != tt.left {
			t.Errorf("%s: %d are left, want %d", tt.name, left, tt.left)
		}
		if got := f.Discount(own, tt.ask); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	if got := (*Flash)(nil).Discount(own, 1); got != own {
		t.Errorf("without a sale: %+v, want %+v", got, own)
	}
}

func TestCampaignOf_BRW07_theOneThatRunsElseTheNext(t *testing.T) {
	t.Parallel()
	campaign := func(id, item int64, first, last string) *Campaign {
		return &Campaign{ID: id, ItemID: &item, Kind: OfItem, FirstDay: first, LastDay: last, Active: true}
	}
	b := newBook([]*Campaign{
		{ID: 1, Kind: Basic, FirstDay: "2026-11-20", LastDay: "2026-11-22", Active: true},
		campaign(2, 70, "2026-11-01", "2026-11-20"), // over
		campaign(3, 70, "2026-11-25", "2026-11-26"),
		campaign(5, 70, "2026-11-21", "2026-11-22"),
		campaign(4, 70, "2026-11-21", "2026-11-30"),
		campaign(6, 71, "2026-11-01", "2026-11-20"), // over
		campaign(7, 72, "2026-12-24", "2026-12-24"),
	}, nil, nil)
	for _, tt := range []struct {
		name string
		item int64
		at   time.Time
		want int64 // 0: none
	}{
		{"of two that run, that of the lower id", 70, noon, 4},
		{"the first one still runs", 70, noon.AddDate(0, 0, -2), 2},
		{"the only one is over", 71, noon, 0},
		{"it has not begun", 72, noon, 7},
		{"an item without a campaign", 73, noon, 0},
	} {
		got := b.CampaignOf(tt.item, tt.at, time.UTC)
		if (got == nil) != (tt.want == 0) || got != nil && got.ID != tt.want {
			t.Errorf("%s: %+v, want %d", tt.name, got, tt.want)
		}
	}
	if basic, ofItem := b.campaigns[0].Item(), b.campaigns[1].Item(); basic != 0 || ofItem != 70 {
		t.Errorf("the items of the campaigns are %d and %d, want 0 and 70", basic, ofItem)
	}
	for _, c := range b.campaigns {
		if over := c.ID == 2 || c.ID == 6; c.Over(noon, time.UTC) != over {
			t.Errorf("campaign %d is over: %t", c.ID, !over)
		}
	}
}

func TestSnapshot_BRW07_hasTheOffersOfAModuleInTheseZones(t *testing.T) {
	t.Parallel()
	b := newBook([]*Campaign{
		{ID: 1, Slug: "week", ModuleID: 10},
		{ID: 2, Slug: "north", ModuleID: 10, ZoneIDs: zones(3, 4)},
		{ID: 30, Slug: "parcels", ModuleID: 11},
	}, []*FlashSale{
		{ID: 1, Slug: "night", ModuleID: 10},
		{ID: 2, Slug: "south", ModuleID: 10, ZoneIDs: zones(5)},
		{ID: 30, Slug: "parcels", ModuleID: 11},
	}, []*FlashItem{
		{ID: 21, FlashSaleID: 1, ItemID: 70},
		{ID: 22, FlashSaleID: 2, ItemID: 70},
		{ID: 23, FlashSaleID: 2, ItemID: 71},
		{ID: 24, FlashSaleID: 9, ItemID: 72}, // of a sale that is not active
	})
	for _, tt := range []struct {
		module           int64
		zones            []int64
		campaigns, sales []int64
	}{
		{10, []int64{4}, []int64{1, 2}, []int64{1}},
		{10, []int64{5}, []int64{1}, []int64{1, 2}},
		{10, []int64{3, 5}, []int64{1, 2}, []int64{1, 2}},
		{10, nil, nil, nil},
		{11, []int64{4}, []int64{30}, []int64{30}},
	} {
		var campaigns, sales []int64
		for _, c := range b.Campaigns(tt.module, tt.zones) {
			campaigns = append(campaigns, c.ID)
		}
		for _, s := range b.FlashSales(tt.module, tt.zones) {
			sales = append(sales, s.ID)
		}
		if !slices.Equal(campaigns, tt.campaigns) || !slices.Equal(sales, tt.sales) {
			t.Errorf("module %d in %v: campaigns %v and sales %v, want %v and %v", tt.module, tt.zones, campaigns, sales, tt.campaigns, tt.sales)
		}
	}
	for idOrSlug, want := range map[string]int64{"2": 2, "30": 30, "parcels": 30} {
		c, errCampaign := b.Campaign(idOrSlug)
		s, errSale := b.FlashSale(idOrSlug)
		if errCampaign != nil || errSale != nil || c.ID != want || s.ID != want {
			t.Errorf("%q: %+v, %v and %+v, %v", idOrSlug, c, errCampaign, s, errSale)
		}
	}
	for _, unknown := range []string{"4", "", "0", "wee"} {
		_, errCampaign := b.Campaign(unknown)
		_, errSale := b.FlashSale(unknown)
		if !errs.Is(errCampaign, errs.NotFound) || !errs.Is(errSale, errs.NotFound) {
			t.Errorf("%q: %v and %v", unknown, errCampaign, errSale)
		}
	}
	if got := b.sales[1].Items; len(b.sales[0].Items) != 1 || len(got) != 2 || got[0].ID != 22 || got[1].ID != 23 {
		t.Errorf("the items of sale 2: %v", got)
	}
	items := b.FlashItems()
	slices.Sort(items)
	if !slices.Equal(items, []int64{70, 71}) || !b.HasFlash(70) || !b.HasFlash(71) || b.HasFlash(72) {
		t.Errorf("items %v are in a sale", items)
	}
}

func TestFlashOf_BRW07_TRAP_D12_theSaleThatBeganFirst(t *testing.T) {
	t.Parallel()
	b := newBook(nil, []*FlashSale{
		{ID: 1, ZoneIDs: zones(3), Begins: "2026-11-21T08:00:00", Ends: "2026-11-21T13:00:00"},
		{ID: 2, Begins: "2026-11-21T09:00:00", Ends: "2026-11-21T14:00:00"},
		{ID: 3, Begins: "2026-11-21T10:00:00", Ends: "2026-11-21T15:00:00"},
	}, []*FlashItem{
		{ID: 21, FlashSaleID: 1, ItemID: 70, Units: 10, Sold: 1},
		{ID: 22, FlashSaleID: 2, ItemID: 70, Units: 10, Sold: 2},
		{ID: 23, FlashSaleID: 3, ItemID: 71, Units: 10, Sold: 3},
	})
	at := func(hour int) time.Time { return noon.Add(time.Duration(hour-12) * time.Hour) }
	never := time.Time{}
	for _, tt := range []struct {
		name       string
		item, zone int64
		hour       int
		want       int64 // 0: none
		change     time.Time
	}{
		{"before both", 70, 3, 7, 0, at(8)},
		{"the first one alone", 70, 3, 8, 21, at(9)},
		{"both run", 70, 3, 12, 21, at(13)},
		{"in a zone without the first", 70, 4, 8, 0, at(9)},
		{"in a zone with the second alone", 70, 4, 12, 22, at(13)},
		{"after the first", 70, 3, 13, 22, at(14)},
		{"after both", 70, 3, 14, 0, never},
		{"the sale of another item", 71, 3, 12, 23, at(15)},
		{"an item without a sale", 72, 3, 12, 0, never},
	} {
		f := b.FlashOf(tt.item, tt.zone, at(tt.hour), time.UTC, nil)
		if (f == nil) != (tt.want == 0) || f != nil && f.ID != tt.want {
			t.Errorf("%s: %+v, want %d", tt.name, f, tt.want)
		}
		if runs, change := b.FlashRuns(tt.item, tt.zone, at(tt.hour), time.UTC); runs != (tt.want != 0) || !change.Equal(tt.change) {
			t.Errorf("%s: it runs: %t, until %s, want %s", tt.name, runs, change, tt.change)
		}
	}
	for _, tt := range []struct {
		sold map[int64]int64 // by the id of the FlashItem
		want int64
	}{
		{nil, 1}, {map[int64]int64{22: 9}, 1}, {map[int64]int64{21: 0}, 0}, {map[int64]int64{21: 7, 22: 9}, 7},
	} {
		f := b.FlashOf(70, 3, noon, time.UTC, tt.sold)
		if f == nil || f.Sold != tt.want || f.Sale.ID != 1 || !f.Ends.Equal(at(13)) {
			t.Errorf("with %v sold: %+v, want %d", tt.sold, f, tt.want)
		}
	}
	if got := b.flash[70][0].item.Sold; got != 1 {
		t.Errorf("the snapshot has changed: %d are sold", got)
	}
}

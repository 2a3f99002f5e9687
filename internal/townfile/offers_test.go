package townfile

import (
	"strings"
	"testing"
	"time"
)

// offering returns the village with a campaign of each type and a flash sale.
func offering() *Town {
	v, ten := village(), 10
	v.Campaigns = []Campaign{
		{Slug: "ovens", Type: "basic", Module: "food", Title: "Ovens", Picture: "hero/pie", Zones: []string{"green"}, Stores: []string{"the-oven"},
			FirstDay: "-1d", LastDay: "+3d", Active: true},
		{Slug: "pie-week", Type: "item", Module: "food", Title: "Pie week", Picture: "item/pie-mint", Item: "apple-pie", Price: "3.00", Stock: &ten, MaxPerOrder: 2,
			FirstDay: "2026-11-20", LastDay: "2026-11-20", DailyFrom: "17:00", DailyTo: "22:00", Active: true},
	}
	v.FlashSales = []FlashSale{{
		Slug: "pie-hour", Module: "food", Title: "Pie hour", Begins: "+0dT18:00", Ends: "+0dT18:00:30", Active: true,
		Items: []FlashItem{{Item: "apple-pie", Discount: Rebate{"percent", "30"}, Units: 20}},
	}}
	return v
}

// Every field of an offer with a rule is refused, by its name, if it breaks the rule.
func TestCheck_BRW07_RefusesEachFieldOfOffers(t *testing.T) {
	t.Parallel()
	if err := offering().Check(); err != nil {
		t.Fatal(err)
	}
	less := -1
	elsewhere := func(v *Town) {
		v.Modules = append(v.Modules, Module{Slug: "shops", ID: 11, Type: "ecommerce", Name: "Shops", Picture: "module/shops", Active: true})
		blue := v.Zones[0]
		blue.Slug = "blue"
		v.Zones = append(v.Zones, blue)
	}
	for _, tt := range []struct {
		want string
		edit func(*Town)
	}{
		{`campaigns.jsonl:1: type "daily"`, func(v *Town) { v.Campaigns[0].Type = "daily" }},
		{`campaigns.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.Campaigns[0].Module = "x" }},
		{"campaigns.jsonl:1: title is missing", func(v *Town) { v.Campaigns[0].Title = " " }},
		{`campaigns.jsonl:1: picture ""`, func(v *Town) { v.Campaigns[0].Picture = "" }},
		{`campaigns.jsonl:1: there is no "x" in zones.jsonl`, func(v *Town) { v.Campaigns[0].Zones = []string{"green", "x"} }},
		{`campaigns.jsonl:1: there is no "x" in stores.jsonl`, func(v *Town) { v.Campaigns[0].Stores[0] = "x" }},
		{"campaigns.jsonl:1: stores are missing", func(v *Town) { v.Campaigns[0].Stores = nil }},
		{"campaigns.jsonl:1: item, price, stock and max_per_order are for an item campaign", func(v *Town) { v.Campaigns[0].Price = "1.00" }},
		{`campaigns.jsonl:1: store "the-oven" is not of module "shops"`, func(v *Town) { elsewhere(v); v.Campaigns[0].Module = "shops" }},
		{`campaigns.jsonl:1: store "the-oven" is in none of the zones`, func(v *Town) { elsewhere(v); v.Campaigns[0].Zones = []string{"blue"} }},
		{`campaigns.jsonl:1: first_day: "soon"`, func(v *Town) { v.Campaigns[0].FirstDay = "soon" }},
		{`campaigns.jsonl:1: last_day: ""`, func(v *Town) { v.Campaigns[0].LastDay = "" }},
		{`campaigns.jsonl:1: last_day "-2d" is before "-1d"`, func(v *Town) { v.Campaigns[0].LastDay = "-2d" }},
		{`campaigns.jsonl:2: last_day "2026-11-19" is before "2026-11-20"`, func(v *Town) { v.Campaigns[1].LastDay = "2026-11-19" }},
		{`campaigns.jsonl:2: daily_from and daily_to ""`, func(v *Town) { v.Campaigns[1].DailyTo = "" }},
		{`campaigns.jsonl:2: there is no "x" in items.jsonl`, func(v *Town) { v.Campaigns[1].Item = "x" }},
		{"campaigns.jsonl:2: stores are for a basic campaign", func(v *Town) { v.Campaigns[1].Stores = []string{"the-oven"} }},
		{"campaigns.jsonl:2: price is missing", func(v *Town) { v.Campaigns[1].Price = "" }},
		{"campaigns.jsonl:2: price -1", func(v *Town) { v.Campaigns[1].Price = "-1" }},
		{"campaigns.jsonl:2: stock -1", func(v *Town) { v.Campaigns[1].Stock = &less }},
		{"campaigns.jsonl:2: max_per_order -1", func(v *Town) { v.Campaigns[1].MaxPerOrder = -1 }},
		{`campaigns.jsonl:2: store "the-oven" is not of module "shops"`, func(v *Town) { elsewhere(v); v.Campaigns[1].Module = "shops" }},
		{`campaigns.jsonl:3: item "apple-pie" is in the active campaign "pie-week" too`, func(v *Town) {
			again := v.Campaigns[1]
			again.Slug = "pie-again"
			v.Campaigns = append(v.Campaigns, again)
		}},

		{`flash_sales.jsonl:1: there is no "x" in modules.jsonl`, func(v *Town) { v.FlashSales[0].Module = "x" }},
		{"flash_sales.jsonl:1: title is missing", func(v *Town) { v.FlashSales[0].Title = "" }},
		{`flash_sales.jsonl:1: there is no "x" in zones.jsonl`, func(v *Town) { v.FlashSales[0].Zones = []string{"x"} }},
		{`flash_sales.jsonl:1: begins: "+0d" is neither a time`, func(v *Town) { v.FlashSales[0].Begins = "+0d" }},
		{`flash_sales.jsonl:1: begins: "soon" is neither a date`, func(v *Town) { v.FlashSales[0].Begins = "soonT18:00" }},
		{`flash_sales.jsonl:1: ends: "+0dT24:00" is neither a time`, func(v *Town) { v.FlashSales[0].Ends = "+0dT24:00" }},
		{`flash_sales.jsonl:1: ends "+0dT17:59" is before "+0dT18:00"`, func(v *Town) { v.FlashSales[0].Ends = "+0dT17:59" }},
		{"flash_sales.jsonl:1: items are missing", func(v *Town) { v.FlashSales[0].Items = nil }},
		{`flash_sales.jsonl:1: there is no "x" in items.jsonl`, func(v *Town) { v.FlashSales[0].Items[0].Item = "x" }},
		{`flash_sales.jsonl:1: item "apple-pie" is in the sale twice`, func(v *Town) { v.FlashSales[0].Items = append(v.FlashSales[0].Items, v.FlashSales[0].Items[0]) }},
		{`flash_sales.jsonl:1: discount of "apple-pie" is missing`, func(v *Town) { v.FlashSales[0].Items[0].Discount = Rebate{} }},
		{"flash_sales.jsonl:1: discount 101", func(v *Town) { v.FlashSales[0].Items[0].Discount.Value = "101" }},
		{"flash_sales.jsonl:1: units 0 is below 1", func(v *Town) { v.FlashSales[0].Items[0].Units = 0 }},
		{`flash_sales.jsonl:1: store "the-oven" is not of module "shops"`, func(v *Town) { elsewhere(v); v.FlashSales[0].Module = "shops" }},

		{`banners.jsonl:1: there is no "x" in campaigns.jsonl`, func(v *Town) { v.Banners[0].Target = Target{"campaign", "x"} }},
		{`banners.jsonl:1: there is no "x" in flash_sales.jsonl`, func(v *Town) { v.Banners[0].Target = Target{"flash_sale", "x"} }},
		{`banners.jsonl:1: target link "http://shop.example" is not an https:// address`, func(v *Town) { v.Banners[0].Target = Target{"link", "http://shop.example"} }},
	} {
		town := offering()
		tt.edit(town)
		err := town.Check()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error is %v, want one with %q", err, tt.want)
		}
	}
	for _, target := range []Target{{"campaign", "ovens"}, {"flash_sale", "pie-hour"}, {"path", "/coupons"}, {"link", "https://shop.example/deals"}} {
		town := offering()
		town.Banners[0].Target = target
		if err := town.Check(); err != nil {
			t.Errorf("target %v: %v", target, err)
		}
	}
}

func TestClock_TRAP_D27_countsFromLoading(t *testing.T) {
	t.Parallel()
	loaded := time.Date(2026, 11, 20, 23, 30, 0, 0, time.FixedZone("", 5*3600))
	for text, want := range map[Clock]string{
		"+0dT18:00": "2026-11-20T18:00:00", "-1dT03:00": "2026-11-19T03:00:00", "+1dT18:00:30": "2026-11-21T18:00:30",
		"2026-01-31T09:05": "2026-01-31T09:05:00", "2026-01-31T09:05:07": "2026-01-31T09:05:07",
	} {
		if got, err := text.At(loaded); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", text, got, err, want)
		}
	}
}

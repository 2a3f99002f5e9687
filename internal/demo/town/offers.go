package town

import (
	"slices"

	"hawker/internal/money"
	"hawker/internal/townfile"
)

// basics are the campaigns of stores, one for each open module. Their stores have a
// discount of their own.
var basics = []townfile.Campaign{
	{Slug: "kitchens-with-a-deal", Module: "food", Title: "Kitchens with a deal", Picture: "hero/food",
		Description: "Every kitchen on this page takes something off this week. Compare, then choose by appetite."},
	{Slug: "market-week", Module: "grocery", Title: "Market week", Picture: "hero/grocery",
		Description: "Markets and bakers that made their week's shopping cheaper."},
	{Slug: "stay-well", Module: "pharmacy", Title: "Stay well for less", Picture: "hero/pharmacy",
		Description: "Pharmacies with a discount on what you buy again and again."},
	{Slug: "shops-on-sale", Module: "shops", Title: "Shops on sale", Picture: "hero/ecommerce",
		Description: "Gadgets, clothes and books from shops that cleared a shelf."},
}

// Words about the item campaigns and the flash sale of each module.
var offerWords = map[string]struct{ dish, text, sale string }{
	"food":     {"Dish of the week", "One price for everybody, for as long as the pot lasts.", "Hungry hours"},
	"grocery":  {"Crate of the week", "Bought in by the crate, sold at one price until the crate is empty.", "Fresh today"},
	"pharmacy": {"Shelf of the week", "One price for everybody, for as long as the shelf lasts.", "Care for less"},
	"shops":    {"Find of the week", "One price for everybody, for as long as the shelf lasts.", "Flash finds"},
}

const (
	perZone  = 6  // stores of a zone that put an item into the flash sale
	maxUnits = 60 // of an item in a flash sale
)

// offers makes the campaigns and flash sales of the town. Their days count from
// loading, so that they run whenever somebody starts the demo (D27): a flash sale has
// between 3 and 27 hours left.
func offers(seed uint64, shops []shop, menus [][]townfile.Item) (campaigns []townfile.Campaign, sales []townfile.FlashSale) {
	for _, basic := range basics {
		basic.Type, basic.FirstDay, basic.LastDay, basic.Position, basic.Active = "basic", "-2d", "+5d", 1, true
		for _, s := range shops {
			if s.Module == basic.Module && s.round == 0 && s.Discount.Type != "" && s.Discount.Start == "-7d" {
				basic.Stores = append(basic.Stores, s.Slug)
			}
		}
		sale, ofItems := offersOf(basic.Module, newDice(seed, "offers "+basic.Module), shops, menus)
		campaigns = append(append(campaigns, basic), ofItems...)
		sales = append(sales, sale)
	}
	return campaigns, sales
}

// offersOf makes the flash sale of a module, and an item campaign for each of its zones.
func offersOf(module string, d dice, shops []shop, menus [][]townfile.Item) (sale townfile.FlashSale, campaigns []townfile.Campaign) {
	words := offerWords[module]
	sale = townfile.FlashSale{
		Slug: "flash-" + module, Module: module, Title: words.sale, Begins: "-1dT03:00", Ends: "+1dT03:00", Active: true,
	}
	stores := map[string]int{} // by zone
	for i, s := range shops {
		if s.Module != module || s.round != 0 || stores[s.Zone] == perZone {
			continue
		}
		item := slices.IndexFunc(menus[i], suitsOffer)
		if item < 0 {
			continue
		}
		chosen := menus[i][item]
		if stores[s.Zone]++; stores[s.Zone] == 1 {
			campaigns = append(campaigns, itemCampaign(module, chosen))
			continue
		}
		sale.Items = append(sale.Items, townfile.FlashItem{
			Item: chosen.Slug, Units: d.between(2, 6) * maxUnits / 6,
			Discount: townfile.Rebate{Type: "percent", Value: townfile.Decimal([]string{"25", "30", "35", "40"}[d.IntN(4)])},
		})
	}
	return sale, campaigns
}

// suitsOffer chooses items that anybody can buy at any hour.
func suitsOffer(i townfile.Item) bool {
	return len(i.Variations) == 0 && !i.Prescription && i.AvailableFrom == "" && i.Discount.Type == "" && (i.Stock == nil || *i.Stock > 20)
}

// itemCampaign sells an item at about two thirds of its price.
func itemCampaign(module string, i townfile.Item) townfile.Campaign {
	words, units := offerWords[module], 40
	price, err := currency.FromMajor(string(i.Price))
	if err != nil {
		panic(err) // a price of this town
	}
	return townfile.Campaign{
		Slug: "week-" + i.Slug, Type: "item", Module: module, Title: words.dish, Description: words.text, Picture: i.Pictures[0],
		Item: i.Slug, Price: townfile.Major(max(price*2/3/10*10, money.Amount(50)), currency.Digits), Stock: &units, MaxPerOrder: 5,
		FirstDay: "-2d", LastDay: "+5d", Position: 2, Active: true,
	}
}

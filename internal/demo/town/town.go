package town

import (
	"hawker/internal/townfile"
)

// Generate makes the town of a seed. Scale 1 has 86 stores and about 1,500 items.
// Scale n has n times as many stores, and the first of them are the same. The same
// arguments give exactly the same town.
//
// Items are ordered by store, and within a store by sales.
func Generate(seed uint64, scale int) *townfile.Town {
	streets := cutStreets(drawStreets(newDice(seed, "streets")))
	t := &townfile.Town{
		Settings:   settings(),
		Modules:    modules,
		Zones:      zones(),
		Categories: categories(),
		Pages:      pages,
		Streets:    features(newDice(seed, "buildings"), streets),
	}
	shops := stores(seed, scale, streets, t.Zones)
	menus := make([][]townfile.Item, len(shops))
	for i := range shops {
		menus[i] = items(seed, &shops[i])
		shops[i].diet(menus[i])
		shops[i].Past = total(menus[i])
		t.Items = append(t.Items, menus[i]...)
		t.Stores = append(t.Stores, shops[i].Store)
	}
	t.Reviews = reviews(seed, scale, shops, menus)
	t.Campaigns, t.FlashSales = offers(seed, shops, menus)
	t.Banners = banners()
	t.Coupons = coupons()
	t.Places = places(streets, t.Stores[:len(t.Stores)/max(scale, 1)])
	t.Providers, t.Vehicles = providers(seed)
	t.VehicleReviews = vehicleReviews(seed, t.Vehicles)
	t.ParcelCategories, t.ParcelInstructions = parcelCategories, parcelInstructions
	t.Translations = translations(t)
	return t
}

// total returns a store's past: the sum of its items' ratings, and an order for every
// two units.
func total(items []townfile.Item) townfile.Past {
	var sum townfile.Past
	for _, i := range items {
		sum.Sold += i.Past.Sold
		sum.RatingCount += i.Past.RatingCount
		sum.RatingSum += i.Past.RatingSum
	}
	sum.Sold /= 2
	return sum
}

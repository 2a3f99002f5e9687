package api

import (
	"strconv"

	"hawker/internal/catalog"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/stock"
)

// viewItem is the one view of an item: in lists, on its own and in a cart
// (ITEM-13). The store is the one that sells it.
func (s showcase) viewItem(i *catalog.Item, store *catalog.Store, left stock.Levels) itemView {
	s.shown(i.ID)
	discount := store.DiscountAt(s.now)
	card := pricing.ItemPrice(i.Price, i.OwnDiscount(), discount)
	o := i.Options.V
	v := itemView{
		ID: i.ID, Slug: i.Slug, Name: i.Name, Brand: i.Brand,
		StoreID: i.StoreID, StoreSlug: store.Slug, StoreName: store.Name, StoreOpen: s.town.OpenAt(store, s.now).Open,
		ZoneID: i.ZoneID, ModuleID: i.ModuleID, ModuleType: store.ModuleType,
		Description: i.Description, GenericName: texts(i.GenericNames.V), UnitType: i.UnitType,
		Price: s.money.ToMajor(i.Price), Discount: s.off(i.OwnDiscount()), DiscountType: kindOf(i.DiscountType), StoreDiscountType: kindOf(""),
		SalePrice: s.money.ToMajor(card.Price), BadgeDiscountType: kindOf(""),
		Stock: left.Left(0), AvgRating: catalog.Stars(i.RatingSum, i.RatingCount), RatingCount: i.RatingCount,
		WhislistsCount: s.likes[i.ID], WishlistCount: s.likes[i.ID],
		Tags: texts(i.Tags.V), CategoryIDs: s.viewShelvesOf(i), NutritionsName: texts(i.Nutritions.V), AllergiesName: texts(i.Allergies.V),
		IsPrescriptionRequired: flag(i.Prescription), HalalTagStatus: flag(i.Halal), IsHalal: flag(i.Halal), Organic: flag(i.Organic),
		Recommended: flag(i.Recommended), Veg: flag(i.Veg), ScheduleOrder: i.ScheduleOrder,
		AvailableTimeStarts: i.AvailableFrom, AvailableTimeEnds: i.AvailableTo, AvailableNow: i.AvailableAt(s.now, store.Location()),
		ChoiceOptions: viewAxes(o.Axes), Variations: s.viewVariations(o.Variations, left), FoodVariations: s.viewGroups(o.Groups), AddOns: s.viewAddOns(o.AddOns),
	}
	v.Addons = v.AddOns
	if i.MaximumQuantity > 0 {
		v.MaximumCartQuantity = &i.MaximumQuantity
	}
	if discount.Active {
		v.StoreDiscount, v.StoreDiscountType = s.off(discount.Discount), kindOf(discount.Kind)
		v.StoreDiscountMinPurchase, v.StoreDiscountMax = s.money.ToMajor(discount.MinPurchase), s.money.ToMajor(discount.MaxDiscount)
	}
	if b := card.Badge; b != nil {
		v.BadgeDiscount, v.BadgeDiscountType = s.money.ToMajor(b.Amount), kindOf(b.Kind)
		if b.Kind == pricing.Percent {
			v.BadgeDiscount = b.Rate.Percent()
		}
	}
	s.showPictures(&v, i)
	return v
}

// viewItems shows a page of items in its order.
func (s showcase) viewItems(page catalog.ItemPage) []itemView {
	views := make([]itemView, len(page.Items))
	for n := range page.Items {
		i := page.Items[n]
		views[n] = s.viewItem(i, page.Town.StoreOf(i), page.Stock[i.ID])
	}
	return views
}

// off is a discount's number: percent or major units, by its kind (PRC-02).
func (s showcase) off(d pricing.Discount) float64 {
	if d.Kind == pricing.Percent {
		return money.Rate(d.Value).Percent()
	}
	return s.money.ToMajor(money.Amount(d.Value))
}

// kindOf is a discount's kind; where there is none, it is none percent.
func kindOf(k pricing.Kind) string {
	if k == "" {
		k = pricing.Percent
	}
	return string(k)
}

// showPictures fills the addresses; the first picture is the card's.
func (s showcase) showPictures(v *itemView, i *catalog.Item) {
	v.ImagesFullURL = []string{}
	for _, key := range i.Pictures.V {
		if url := pictureURL(s.town, key); url != "" {
			v.ImagesFullURL = append(v.ImagesFullURL, url)
		}
	}
	if len(v.ImagesFullURL) == 0 {
		return
	}
	v.ImageFullURL, v.ThumbnailFullURL = v.ImagesFullURL[0], v.ImagesFullURL[0]
	v.ZoomFullURL = zoomURL(s.town, i.Pictures.V[0])
}

// zooms are the large forms of the pictures that showPictures shows, in their order.
func (s showcase) zooms(i *catalog.Item) []string {
	var urls []string
	for _, key := range i.Pictures.V {
		if pictureURL(s.town, key) != "" {
			urls = append(urls, zoomURL(s.town, key))
		}
	}
	return urls
}

func (s showcase) viewShelvesOf(i *catalog.Item) []categoryRef {
	refs := make([]categoryRef, len(i.CategoryIDs.V))
	for n, id := range i.CategoryIDs.V {
		refs[n] = categoryRef{ID: id, Name: s.town.CategoryName(id)}
	}
	return refs
}

func viewAxes(axes []catalog.Axis) []choiceOptionView {
	views := make([]choiceOptionView, len(axes))
	for n, a := range axes {
		views[n] = choiceOptionView{Name: a.Title, Title: a.Title, Options: texts(a.Options)}
	}
	return views
}

func (s showcase) viewVariations(variations []catalog.Variation, left stock.Levels) []variationView {
	views := make([]variationView, len(variations))
	for n, v := range variations {
		views[n] = variationView{ID: strconv.FormatInt(v.ID, 10), Type: v.Type, Price: s.money.ToMajor(v.Price), Stock: left.Left(v.ID)}
	}
	return views
}

func (s showcase) viewGroups(groups []catalog.Group) []foodVariationView {
	views := make([]foodVariationView, len(groups))
	for n, g := range groups {
		views[n] = foodVariationView{
			ID: strconv.FormatInt(g.ID, 10), Name: g.Name, Type: string(g.Kind), Min: g.Min, Max: g.Max, Required: "off",
			Values: make([]optionValueView, len(g.Values)),
		}
		if g.Required {
			views[n].Required = "on"
		}
		for m, o := range g.Values {
			views[n].Values[m] = optionValueView{ID: strconv.FormatInt(o.ID, 10), Label: o.Label, OptionPrice: s.money.ToMajor(o.Price)}
		}
	}
	return views
}

func (s showcase) viewAddOns(addOns []catalog.AddOn) []addOnView {
	views := make([]addOnView, len(addOns))
	for n, a := range addOns {
		views[n] = addOnView{ID: a.ID, Name: a.Name, Price: s.money.ToMajor(a.Price)}
	}
	return views
}

// texts is a list that JSON writes as one even when it is empty.
func texts(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

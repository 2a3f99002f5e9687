package view

import (
	"cmp"
	"strconv"

	"hawker/internal/catalog"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/pricing"
	"hawker/internal/stock"
	"hawker/internal/translation"
)

// ItemView is an item, in lists and on its own (ITEM-13).
type ItemView struct {
	ID                       int64               `json:"id"`
	Slug                     string              `json:"slug"`
	Name                     string              `json:"name"`
	Brand                    string              `json:"brand"`
	StoreID                  int64               `json:"store_id"`
	StoreSlug                string              `json:"store_slug"`
	StoreName                string              `json:"store_name"`
	StoreOpen                bool                `json:"store_open"`
	ZoneID                   int64               `json:"zone_id"`
	ModuleID                 int64               `json:"module_id"`
	ModuleType               string              `json:"module_type"`
	ImageFullURL             string              `json:"image_full_url"`
	ImagesFullURL            []string            `json:"images_full_url"`
	ThumbnailFullURL         string              `json:"thumbnail_full_url"`
	ZoomFullURL              string              `json:"zoom_full_url,omitempty" doc:"The large form, at most 1200 by 1800 pixels; empty: there is none."`
	ZoomsFullURL             []string            `json:"zooms_full_url,omitempty" doc:"Only in the details of an item: the large form of each of images_full_url; an empty text where there is none."`
	Description              string              `json:"description"`
	GenericName              []string            `json:"generic_name"`
	UnitType                 string              `json:"unit_type"`
	Price                    float64             `json:"price" doc:"Major units, before discounts."`
	Discount                 float64             `json:"discount" doc:"Percent or major units."`
	DiscountType             string              `json:"discount_type" enum:"percent,amount"`
	StoreDiscount            float64             `json:"store_discount" doc:"The present discount of the store, percent or major units; 0: none is in force."`
	StoreDiscountType        string              `json:"store_discount_type" enum:"percent,amount"`
	StoreDiscountMinPurchase float64             `json:"store_discount_min_purchase" doc:"Major units. The subtotal before discounts must reach it (D19)."`
	StoreDiscountMax         float64             `json:"store_discount_max" doc:"The most that the store's discount takes off, major units; 0: no cap."`
	SalePrice                float64             `json:"sale_price" doc:"Major units: the price of one unit without options, after the larger discount (D18)."`
	BadgeDiscount            float64             `json:"badge_discount" doc:"The number on the discount badge: percent or major units; 0: no badge (PRC-02)."`
	BadgeDiscountType        string              `json:"badge_discount_type" enum:"percent,amount"`
	Stock                    *int64              `json:"stock" doc:"Units left; null: not counted."`
	MaximumCartQuantity      *int64              `json:"maximum_cart_quantity" doc:"null: no limit."`
	AvgRating                float64             `json:"avg_rating"`
	RatingCount              int64               `json:"rating_count"`
	NoReviewPlan             bool                `json:"no_review_plan,omitempty" doc:"True: the plan of its store has no reviews (ITEM-12)."`
	WhislistsCount           int64               `json:"whislists_count"`
	WishlistCount            int64               `json:"wishlist_count"`
	Tags                     []string            `json:"tags"`
	CategoryIDs              []categoryRef       `json:"category_ids"`
	NutritionsName           []string            `json:"nutritions_name"`
	AllergiesName            []string            `json:"allergies_name"`
	IsPrescriptionRequired   int                 `json:"is_prescription_required" enum:"0,1"`
	HalalTagStatus           int                 `json:"halal_tag_status" enum:"0,1"`
	IsHalal                  int                 `json:"is_halal" enum:"0,1"`
	Organic                  int                 `json:"organic" enum:"0,1"`
	Recommended              int                 `json:"recommended" enum:"0,1"`
	Veg                      int                 `json:"veg" enum:"0,1"`
	ScheduleOrder            bool                `json:"schedule_order" doc:"The item and its store can be ordered for a later time."`
	AvailableTimeStarts      string              `json:"available_time_starts" doc:"HH:mm in the zone's time; empty: always."`
	AvailableTimeEnds        string              `json:"available_time_ends"`
	AvailableDateStarts      string              `json:"available_date_starts,omitempty" doc:"The first day of its campaign. Only a campaign item has it (BRW-07)."`
	AvailableDateEnds        string              `json:"available_date_ends,omitempty" doc:"The last day of its campaign."`
	Campaign                 *itemCampaignView   `json:"campaign,omitempty" doc:"Only for a campaign item."`
	FlashSale                *itemFlashSaleView  `json:"flash_sale,omitempty" doc:"Present while a flash sale of the item runs. As long as units are left, the discount fields contain its discount."`
	AvailableNow             bool                `json:"available_now" doc:"The item can be bought at the time of day of the response."`
	ChoiceOptions            []choiceOptionView  `json:"choice_options"`
	Variations               []variationView     `json:"variations"`
	FoodVariations           []foodVariationView `json:"food_variations"`
	AddOns                   []addOnView         `json:"add_ons"`
	Addons                   []addOnView         `json:"addons" doc:"The add_ons under their other documented name."`
}

type categoryRef struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type choiceOptionView struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Options []string `json:"options"`
}

type variationView struct {
	ID    string  `json:"id"`
	Type  string  `json:"type" doc:"The chosen options joined." example:"Large-Red"`
	Price float64 `json:"price" doc:"Replaces the item's price."`
	Stock *int64  `json:"stock"`
}

type foodVariationView struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Type     string            `json:"type" enum:"single,multi"`
	Min      int               `json:"min"`
	Max      int               `json:"max"`
	Required string            `json:"required" enum:"on,off"`
	Values   []optionValueView `json:"values"`
}

type optionValueView struct {
	ID          string  `json:"id"`
	Label       string  `json:"label"`
	OptionPrice float64 `json:"optionPrice"`
	IsSelected  bool    `json:"isSelected"`
}

type addOnView struct {
	ID        int64   `json:"id"`
	Name      string  `json:"name"`
	Price     float64 `json:"price"`
	Quantity  int     `json:"quantity"`
	IsChecked bool    `json:"isChecked"`
}

// Item returns the view of an item, for lists, its page and carts (ITEM-13). The store
// is the one that sells it; flash is the flash sale that runs for it, or nil.
func (b Builder) Item(i *catalog.Item, store *catalog.Store, left stock.Levels, flash *offer.Flash) ItemView {
	b.noteItem(i.ID)
	discount, own := store.DiscountAt(b.Now), flash.Discount(i.OwnDiscount(), 1)
	card := pricing.ItemPrice(i.Price, own, discount)
	texts := i.Translations.In(b.Language)
	o := i.Options.V.In(texts)
	v := ItemView{
		ID: i.ID, Slug: i.Slug, Name: cmp.Or(texts.Name, i.Name), Brand: i.Brand,
		StoreID: i.StoreID, StoreSlug: store.Slug, StoreName: b.StoreName(store), StoreOpen: b.Directory.OpenAt(store, b.Now).Open,
		ZoneID: i.ZoneID, ModuleID: i.ModuleID, ModuleType: store.ModuleType,
		Description: cmp.Or(texts.Description, i.Description), GenericName: NonNil(texts.AllWords(i.GenericNames.V)), UnitType: texts.Word(i.UnitType),
		Price: b.Money.ToMajor(i.Price), Discount: b.DiscountValue(own), DiscountType: discountType(own.Kind), StoreDiscountType: discountType(""),
		SalePrice: b.Money.ToMajor(card.Price),
		Stock:     left.Left(0), AvgRating: catalog.Stars(i.RatingSum, i.RatingCount), RatingCount: i.RatingCount, NoReviewPlan: !store.ReviewsEnabled,
		WhislistsCount: b.likes[i.ID], WishlistCount: b.likes[i.ID],
		Tags: NonNil(texts.AllWords(i.Tags.V)), CategoryIDs: b.categories(i), NutritionsName: NonNil(texts.AllWords(i.Nutritions.V)), AllergiesName: NonNil(texts.AllWords(i.Allergies.V)),
		IsPrescriptionRequired: Flag(i.Prescription), HalalTagStatus: Flag(i.Halal), IsHalal: Flag(i.Halal), Organic: Flag(i.Organic),
		Recommended: Flag(i.Recommended), Veg: Flag(i.Veg), ScheduleOrder: i.MayBeScheduled(store),
		AvailableTimeStarts: i.AvailableFrom, AvailableTimeEnds: i.AvailableTo, AvailableNow: i.AvailableAt(b.Now, store.Location()),
		ChoiceOptions: viewChoiceOptions(o.Axes), Variations: b.viewVariations(o.Variations, left), FoodVariations: b.viewFoodVariations(o.Groups), AddOns: b.viewAddOns(o.AddOns),
	}
	v.Addons = v.AddOns
	if i.MaximumQuantity > 0 {
		v.MaximumCartQuantity = &i.MaximumQuantity
	}
	if discount.Active {
		v.StoreDiscount, v.StoreDiscountType = b.DiscountValue(discount.Discount), discountType(discount.Kind)
		v.StoreDiscountMinPurchase, v.StoreDiscountMax = b.Money.ToMajor(discount.MinPurchase), b.Money.ToMajor(discount.MaxDiscount)
	}
	v.BadgeDiscount, v.BadgeDiscountType = b.Badge(card.Badge)
	v.FlashSale = b.flashSale(i, flash, store, discount)
	b.setPictures(&v, i)
	return v
}

// Items returns the views of a page of items.
func (b Builder) Items(page catalog.ItemPage) []ItemView {
	views := make([]ItemView, len(page.Items))
	for n := range page.Items {
		i := page.Items[n]
		views[n] = b.Item(i, page.Directory.StoreOf(i), page.Stock[i.ID], page.Flash[i.ID])
	}
	return views
}

// DiscountValue returns percent or major units, depending on the type of the discount
// (PRC-02).
func (b Builder) DiscountValue(d pricing.Discount) float64 {
	if d.Kind == pricing.Percent {
		return money.Rate(d.Value).Percent()
	}
	return b.Money.ToMajor(money.Amount(d.Value))
}

// discountType returns the type of a discount; "percent" where there is none.
func discountType(k pricing.Kind) string {
	if k == "" {
		k = pricing.Percent
	}
	return string(k)
}

// setPictures sets the URLs of the pictures; cards show the first one.
func (b Builder) setPictures(v *ItemView, i *catalog.Item) {
	v.ImagesFullURL = PictureURLs(b.Directory, i.Pictures.V)
	if len(v.ImagesFullURL) == 0 {
		return
	}
	v.ImageFullURL, v.ThumbnailFullURL = v.ImagesFullURL[0], v.ImagesFullURL[0]
	v.ZoomFullURL = zoomURL(b.Directory, i.Pictures.V[0])
}

// ZoomURLs returns the URLs of the large pictures, in the order of ImagesFullURL.
func (b Builder) ZoomURLs(i *catalog.Item) []string {
	var urls []string
	for _, key := range i.Pictures.V {
		if PictureURL(b.Directory, key) != "" {
			urls = append(urls, zoomURL(b.Directory, key))
		}
	}
	return urls
}

func (b Builder) categories(i *catalog.Item) []categoryRef {
	refs := make([]categoryRef, len(i.CategoryIDs.V))
	for n, id := range i.CategoryIDs.V {
		refs[n] = categoryRef{ID: id, Name: b.categoryName(id)}
	}
	return refs
}

func (b Builder) categoryName(id int64) string {
	return b.Texts.Name(translation.Category, b.Directory.CategorySlug(id), b.Directory.CategoryName(id))
}

func viewChoiceOptions(axes []catalog.Axis) []choiceOptionView {
	views := make([]choiceOptionView, len(axes))
	for n, a := range axes {
		views[n] = choiceOptionView{Name: a.Title, Title: a.Title, Options: NonNil(a.Options)}
	}
	return views
}

func (b Builder) viewVariations(variations []catalog.Variation, left stock.Levels) []variationView {
	views := make([]variationView, len(variations))
	for n, v := range variations {
		views[n] = variationView{ID: strconv.FormatInt(v.ID, 10), Type: v.Type, Price: b.Money.ToMajor(v.Price), Stock: left.Left(v.ID)}
	}
	return views
}

func (b Builder) viewFoodVariations(groups []catalog.Group) []foodVariationView {
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
			views[n].Values[m] = optionValueView{ID: strconv.FormatInt(o.ID, 10), Label: o.Label, OptionPrice: b.Money.ToMajor(o.Price)}
		}
	}
	return views
}

func (b Builder) viewAddOns(addOns []catalog.AddOn) []addOnView {
	views := make([]addOnView, len(addOns))
	for n, a := range addOns {
		views[n] = addOnView{ID: a.ID, Name: a.Name, Price: b.Money.ToMajor(a.Price)}
	}
	return views
}

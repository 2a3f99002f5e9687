package view

import (
	"cmp"
	"fmt"

	"hawker/internal/catalog"
	"hawker/internal/pricing"
	"hawker/internal/translation"
)

// StoreView is a store as lists and its page show it (BRW-04).
type StoreView struct {
	ID              int64              `json:"id"`
	Slug            string             `json:"slug"`
	Name            string             `json:"name"`
	Tagline         string             `json:"tagline" doc:"What the store sells, in a few words."`
	Description     string             `json:"description"`
	ModuleID        int64              `json:"module_id"`
	ModuleType      string             `json:"module_type"`
	ZoneID          int64              `json:"zone_id"`
	TimeZone        string             `json:"time_zone" doc:"IANA name of the time zone of the store's zone. Its hours, slots and orders are in it (D12)."`
	LogoFullURL     string             `json:"logo_full_url"`
	CoverFullURL    string             `json:"cover_photo_full_url"`
	Address         string             `json:"address"`
	Phone           string             `json:"phone"`
	Latitude        float64            `json:"latitude"`
	Longitude       float64            `json:"longitude"`
	AvgRating       float64            `json:"avg_rating"`
	RatingCount     int64              `json:"rating_count"`
	OrderCount      int64              `json:"order_count"`
	MinimumOrder    float64            `json:"minimum_order" doc:"Major units; 0: no minimum."`
	DeliveryTime    string             `json:"delivery_time" doc:"A range of minutes." example:"20-30"`
	MinDeliveryTime int64              `json:"min_delivery_time" doc:"Minutes."`
	MaxDeliveryTime int64              `json:"max_delivery_time" doc:"Minutes."`
	Delivery        bool               `json:"delivery"`
	TakeAway        bool               `json:"take_away"`
	FreeDelivery    bool               `json:"free_delivery" doc:"Delivery is free at any distance and for any amount."`
	SelfDelivery    bool               `json:"self_delivery_system"`
	ScheduleOrder   bool               `json:"schedule_order"`
	Veg             int                `json:"veg" enum:"0,1"`
	NonVeg          int                `json:"non_veg" enum:"0,1"`
	Reviews         bool               `json:"reviews_enabled" doc:"False: the plan has no reviews."`
	Featured        int                `json:"featured" enum:"0,1"`
	Open            bool               `json:"open" doc:"Whether the store is open at the time of the response (H7)."`
	OpensAt         string             `json:"opens_at,omitempty" doc:"The next opening of a closed store, RFC 3339."`
	ClosesAt        string             `json:"closes_at,omitempty" doc:"When an open store closes, RFC 3339. Absent if it is always open."`
	Discount        *StoreDiscountView `json:"discount,omitempty" doc:"Present while the discount is in force."`
	DistanceKm      float64            `json:"distance_km,omitempty" doc:"Distance from the point in force; only if the list is sorted by distance."`
	DeliveryFeeFrom float64            `json:"delivery_fee_from" doc:"The least that a delivery from here costs, major units."`
}

// StoreDiscountView is a discount on everything of a store or a provider.
type StoreDiscountView struct {
	Discount     float64 `json:"discount" doc:"Percent or major units."`
	DiscountType string  `json:"discount_type" enum:"percent,amount"`
	MinPurchase  float64 `json:"min_purchase"`
	MaxDiscount  float64 `json:"max_discount" doc:"0: no cap."`
}

// Store returns the view of a store, for lists and its page (BRW-04).
func (b Builder) Store(store *catalog.Store) StoreView {
	state := b.Directory.OpenAt(store, b.Now)
	texts := b.Texts.Of(translation.Store, store.Slug)
	v := StoreView{
		ID: store.ID, Slug: store.Slug, Name: b.StoreName(store), Tagline: cmp.Or(texts.Tagline, store.Tagline), Description: cmp.Or(texts.Description, store.Description),
		ModuleID: store.ModuleID, ModuleType: store.ModuleType, ZoneID: store.ZoneID, TimeZone: store.TimeZone,
		LogoFullURL: PictureURL(b.Directory, store.Logo), CoverFullURL: PictureURL(b.Directory, store.Cover),
		Address: store.Address, Phone: store.Phone, Latitude: store.Latitude, Longitude: store.Longitude,
		AvgRating: catalog.Stars(store.RatingSum, store.RatingCount), RatingCount: store.RatingCount, OrderCount: store.OrderCount,
		MinimumOrder: b.Money.ToMajor(store.MinimumOrder), DeliveryTime: fmt.Sprintf("%d-%d", store.DeliveryTimeMin, store.DeliveryTimeMax),
		MinDeliveryTime: store.DeliveryTimeMin, MaxDeliveryTime: store.DeliveryTimeMax,
		Delivery: store.Delivery, TakeAway: store.TakeAway, FreeDelivery: b.Directory.DeliversFree(store), SelfDelivery: store.SelfDelivery,
		ScheduleOrder: store.ScheduleOrder, Veg: Flag(store.Veg), NonVeg: Flag(store.NonVeg),
		Reviews: store.ReviewsEnabled, Featured: Flag(store.Featured),
		Open: state.Open, OpensAt: Time(state.OpensAt), ClosesAt: Time(state.ClosesAt),
		DeliveryFeeFrom: b.Money.ToMajor(b.Directory.FeeFrom(store)),
	}
	if d := store.DiscountAt(b.Now); d.Active {
		discount := b.storeDiscount(d)
		v.Discount = &discount
	}
	return v
}

// StoreName returns the name of a store in the language of the response.
func (b Builder) StoreName(store *catalog.Store) string {
	return b.Texts.Name(translation.Store, store.Slug, store.Name)
}

func (b Builder) storeDiscount(d pricing.StoreDiscount) StoreDiscountView {
	return StoreDiscountView{
		Discount: b.DiscountValue(d.Discount), DiscountType: discountType(d.Kind),
		MinPurchase: b.Money.ToMajor(d.MinPurchase), MaxDiscount: b.Money.ToMajor(d.MaxDiscount),
	}
}

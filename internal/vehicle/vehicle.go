// Package vehicle is what can be rented: vehicles and the providers who own them, in
// lists, by slug and by search. It does not know who is shopping.
//
// Every instance has all of them in memory, at most a second old. A cart and a trip must
// not use that: they read the database.
package vehicle

import (
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Provider owns vehicles and rents them out (RNT-14).
type Provider struct {
	ID            int64
	Slug          string
	Archived      bool // not shown
	ZoneID        int64
	TimeZone      string           // of its zone, IANA
	PickupZoneIDs db.JSON[[]int64] `db:"pickup_zone_ids"` // where its vehicles can be picked up
	Name          string
	Description   string
	Logo          string // picture key
	Cover         string // picture key
	Address       string
	Phone         string // E.164
	Latitude      float64
	Longitude     float64
	Discount      db.JSON[catalog.Discount]
	TaxRate       money.Rate
	RatingSum     int64
	RatingCount   int64
	TripCount     int64

	words string // its name in all languages, folded, with a space before each; set when it is read into memory
}

// DiscountAt is the provider's discount as pricing takes it, in the time of its zone.
func (p *Provider) DiscountAt(t time.Time) pricing.StoreDiscount {
	return p.Discount.V.At(t, catalog.Location(p.TimeZone))
}

// Tenths is the provider's rating in tenths of a star.
func (p *Provider) Tenths() int64 { return catalog.Tenths(p.RatingSum, p.RatingCount) }

// Vehicle is a model that a provider rents out, with as many as Units says (RNT-14).
type Vehicle struct {
	ID            int64
	Slug          string
	Archived      bool // not shown, and not for rent
	ProviderID    int64
	CategoryID    int64
	ModuleID      int64 // of its category
	Name          string
	Description   string
	Brand         string
	Type          string `db:"vehicle_type"` // such as SUV, as the owner calls it
	Seats         int64
	AirCondition  bool
	Transmission  string // automatic or manual
	Fuel          string
	Pictures      db.JSON[[]string] // picture keys, the first is the card's
	HourlyPrice   money.Amount      // 0: not rented by the hour
	DistancePrice money.Amount      // of a kilometre; 0: not rented by distance
	Deposit       money.Amount      // of one, given back after the return
	LicenceFree   bool              // whoever drives it needs no licence
	DiscountType  pricing.Kind
	Discount      int64 // basis points or minor units
	Units         int64
	New           bool `db:"is_new"`
	RatingSum     int64
	RatingCount   int64
	TripCount     int64
	CreatedAt     int64 // Unix milliseconds

	// Set when they are read into memory.
	Owner  *Provider   `db:"-"`
	names  folded      // its own names and kinds, in all languages
	words  string      // folded, with a space before each; its provider's too
	facets [facets]int // numbers of its values, in fleet.values
}

// Rates are what it costs.
func (v *Vehicle) Rates() pricing.Rates {
	return pricing.Rates{Hour: v.HourlyPrice, Km: v.DistancePrice}
}

// OwnDiscount is the vehicle's discount as pricing takes it.
func (v *Vehicle) OwnDiscount() pricing.Discount {
	return pricing.Discount{Kind: v.DiscountType, Value: v.Discount}
}

// Tenths is its rating in tenths of a star.
func (v *Vehicle) Tenths() int64 { return catalog.Tenths(v.RatingSum, v.RatingCount) }

// Card is its price on a card: 'Start From', of an hour or a kilometre (RNT-02).
func (v *Vehicle) Card(now time.Time) (pricing.Card, pricing.TripType) {
	rate, by := v.Rates().From()
	return pricing.RatePrice(rate, v.OwnDiscount(), v.Owner.DiscountAt(now)), by
}

// RateAt is what an hour or a kilometre costs at a time, by the type of trip. Like the price
// of a card it has percentages taken off (RNT-09).
func (v *Vehicle) RateAt(t pricing.TripType, now time.Time) money.Amount {
	return pricing.RatePrice(v.Rates().Per(t), v.OwnDiscount(), v.Owner.DiscountAt(now)).Price
}

// Estimate is what a trip costs with one of them, before tax and coupon. The Original is
// without discount.
func (v *Vehicle) Estimate(t pricing.Trip, now time.Time) pricing.Card {
	return pricing.ItemPrice(v.Rates().Of(t), v.OwnDiscount(), v.Owner.DiscountAt(now))
}

// Package coupon decides who may use which coupon, and counts the uses.
//
// It owns the coupons and their uses. A coupon is checked twice: when a purchase is
// quoted, and in the transaction that places it, which also takes the use. What a coupon
// takes off is computed by package pricing. Of a purchase the package knows only the id.
package coupon

import (
	"slices"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Type is the documented coupon_type.
type Type string

// The types. A free-delivery coupon may be for some zones or stores too.
const (
	ZoneWise     Type = "zone_wise"
	StoreWise    Type = "store_wise"
	FreeDelivery Type = "free_delivery"
	Default      Type = "default"
)

// Payer is who pays for what a coupon takes off.
type Payer string

// The payers.
const (
	Shop  Payer = "shop"  // who runs the town
	Store Payer = "store" // the store of the order
)

// Coupon is one coupon with its rules.
type Coupon struct {
	ID               int64
	Slug             string
	Code             string // in upper case
	Title            string
	Type             Type             `db:"coupon_type"`
	ZoneIDs          db.JSON[[]int64] `db:"zone_ids"`   // empty: every zone
	StoreIDs         db.JSON[[]int64] `db:"store_ids"`  // empty: every store
	ModuleIDs        db.JSON[[]int64] `db:"module_ids"` // empty: every module
	DiscountType     pricing.Kind
	Discount         int64 // basis points or minor units
	MinPurchase      money.Amount
	MaxDiscount      money.Amount // 0: no cap
	Starts           string       // date in the zone's time zone; "": at once
	Ends             string       // the last date; "": never
	UseLimit         int64        // 0: none
	PerCustomerLimit int64        // 0: none
	FirstOrder       bool         // for a shopper's first order only
	PaidBy           Payer
	Listed           bool
	Used             int64 // uses that are not freed
}

// MaxCodeLength bounds a code that somebody types.
const MaxCodeLength = 40

// FoldCode returns a code as it is stored, however it was typed.
func FoldCode(typed string) string {
	return strings.ToUpper(strings.Join(strings.Fields(typed), ""))
}

// Pricing returns what the coupon takes off, as package pricing takes it.
func (c Coupon) Pricing() pricing.Coupon {
	return pricing.Coupon{
		FreeDelivery: c.Type == FreeDelivery, Kind: c.DiscountType, Value: c.Discount,
		MinPurchase: c.MinPurchase, MaxDiscount: c.MaxDiscount,
	}
}

// Ended tells whether the last day of the coupon is before a time, in a time zone (D12).
func (c Coupon) Ended(at time.Time, zone *time.Location) bool {
	return c.Ends != "" && c.Ends < at.In(zone).Format(time.DateOnly)
}

// Begun tells whether the first day of the coupon has begun, in a time zone (D12).
func (c Coupon) Begun(at time.Time, zone *time.Location) bool {
	return c.Starts <= at.In(zone).Format(time.DateOnly)
}

// StartsAt returns when the coupon begins to be valid in a time zone; zero: always was.
func (c Coupon) StartsAt(zone *time.Location) time.Time {
	return midnight(c.Starts, 0, zone)
}

// EndsAt returns when the coupon stops being valid in a time zone; zero: never.
func (c Coupon) EndsAt(zone *time.Location) time.Time {
	return midnight(c.Ends, 1, zone)
}

// midnight returns the begin of a date, days later; zero without a date.
func midnight(date string, days int, zone *time.Location) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, date, zone)
	if err != nil {
		return time.Time{}
	}
	return day.AddDate(0, 0, days)
}

// includes tells whether an id is in the list; an empty list has every id.
func includes(list db.JSON[[]int64], id int64) bool {
	return len(list.V) == 0 || slices.Contains(list.V, id)
}

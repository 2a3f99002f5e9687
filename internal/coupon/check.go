package coupon

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

// Refusal is why a coupon cannot be used, for the shopper. The zero Refusal is none.
type Refusal struct {
	Code    Code
	Message string
}

// Code names a refusal.
type Code string

// The codes of refusals.
const (
	Unknown      Code = "unknown_code"
	TooManyTries Code = "too_many_tries"
	NotBegun     Code = "not_begun"
	Expired      Code = "expired"
	OtherModule  Code = "other_module"
	OtherZone    Code = "other_zone"
	OtherStore   Code = "other_store"
	DeliveryOnly Code = "delivery_only"
	UsedUp       Code = "used_up"
	NotFirst     Code = "first_order_only"
	UsedByYou    Code = "used_by_you"
	MinPurchase  Code = "min_purchase"
	NothingOff   Code = "nothing_off" // there is nothing that it could take off
)

func refuse(code Code, format string, args ...any) Refusal {
	return Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Refusals that do not depend on a coupon.
var (
	RefuseUnknown      = refuse(Unknown, "This code is unknown. Please check how it is spelled.")
	RefuseTooManyTries = refuse(TooManyTries, "Too many codes were tried. Please wait a few minutes and apply it again.")
)

// Shopper is who uses a coupon. Both count for the limits of a customer.
type Shopper struct {
	ID            int64
	Phone         string // E.164; "": not known yet
	OrderedBefore bool   // has an order that was not canceled; only read for first-order coupons
}

// Purchase is what a coupon is to be used for.
type Purchase struct {
	Shopper                   Shopper
	ModuleID, ZoneID, StoreID int64
	ByStore                   bool         // a store delivers it to the shopper: what free delivery is for
	Subtotal                  money.Amount // before discounts
	At                        time.Time
	TimeZone                  *time.Location // the store's
	Currency                  money.Currency
}

// Check tells why the coupon cannot be used for the purchase, if so. What the shopper
// cannot change comes first, and what a larger cart would change comes last.
func (c Coupon) Check(ctx context.Context, q db.Q, p Purchase) (Refusal, error) {
	if r := c.checkDates(p.At, p.TimeZone); r.Code != "" {
		return r, nil
	}
	if r, err := c.checkPlace(ctx, q, p); err != nil || r.Code != "" {
		return r, err
	}
	if c.Type == FreeDelivery && !p.ByStore {
		return refuse(DeliveryOnly, "This coupon is for orders that a store delivers."), nil
	}
	uses := int64(0)
	if c.PerCustomerLimit > 0 {
		all, err := countUses(ctx, q, p.Shopper)
		if err != nil {
			return Refusal{}, err
		}
		uses = all[c.ID]
	}
	if r := c.checkLimits(uses, p.Shopper.OrderedBefore); r.Code != "" {
		return r, nil
	}
	if !c.Pricing().Earned(p.Subtotal) {
		// The sentence is prescribed; only the amount follows it.
		return refuse(MinPurchase, "To apply this coupon,the minimum purchase amount is %s", p.Currency.Format(c.MinPurchase)), nil
	}
	return Refusal{}, nil
}

// RefuseNothingOff is the refusal of a coupon that would change nothing: using it up
// would be a loss.
func (c Coupon) RefuseNothingOff() Refusal {
	if c.Type == FreeDelivery {
		return refuse(NothingOff, "The delivery is free already. Keep this coupon for another order.")
	}
	return refuse(NothingOff, "There is nothing left to take off. Keep this coupon for another order.")
}

// shownDate is how a date is written in a refusal.
const shownDate = "2 January 2006"

func (c Coupon) checkDates(at time.Time, zone *time.Location) Refusal {
	switch {
	case !c.Begun(at, zone):
		return refuse(NotBegun, "This coupon begins on %s.", c.StartsAt(zone).Format(shownDate))
	case c.Ended(at, zone):
		return refuse(Expired, "This coupon expired on %s.", midnight(c.Ends, 0, zone).Format(shownDate))
	}
	return Refusal{}
}

func (c Coupon) checkPlace(ctx context.Context, q db.Q, p Purchase) (Refusal, error) {
	switch {
	case !includes(c.ModuleIDs, p.ModuleID):
		return refuseElsewhere(ctx, q, OtherModule, "This coupon is only for %s.", "modules", c.ModuleIDs.V)
	case !includes(c.ZoneIDs, p.ZoneID):
		return refuseElsewhere(ctx, q, OtherZone, "This coupon is only for stores in %s.", "zones", c.ZoneIDs.V)
	case !includes(c.StoreIDs, p.StoreID):
		return refuseElsewhere(ctx, q, OtherStore, "This coupon is only for %s.", "stores", c.StoreIDs.V)
	}
	return Refusal{}, nil
}

// maxNames is how many names a refusal has.
const maxNames = 3

// refuseElsewhere names what the coupon is for.
func refuseElsewhere(ctx context.Context, q db.Q, code Code, format, table string, ids []int64) (Refusal, error) {
	list, args := db.InList(ids)
	names, err := db.Many[string](ctx, q, `SELECT name FROM `+table+` WHERE id IN `+list+` ORDER BY name, id`, args...)
	if err != nil {
		return Refusal{}, fmt.Errorf("name what a coupon is for: %w", err)
	}
	return refuse(code, format, join(names)), nil
}

// join writes names as a sentence has them: "A, B and C", or "A, B, C and 4 others".
func join(names []string) string {
	if others := len(names) - maxNames; others > 1 {
		names = append(names[:maxNames:maxNames], fmt.Sprintf("%d others", others))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return fmt.Sprintf("%s and %s", strings.Join(names[:last], ", "), names[last])
}

// checkLimits refuses a coupon that has been used up, or used by the shopper, who has
// used it so often.
func (c Coupon) checkLimits(byShopper int64, orderedBefore bool) Refusal {
	switch {
	case c.UseLimit > 0 && c.Used >= c.UseLimit:
		return refuse(UsedUp, "This coupon has been used up.")
	case c.FirstOrder && orderedBefore:
		return refuse(NotFirst, "This coupon is for a first order.")
	case c.PerCustomerLimit == 0 || byShopper < c.PerCustomerLimit:
		return Refusal{}
	case c.PerCustomerLimit == 1:
		return refuse(UsedByYou, "You have used this coupon already.")
	}
	return refuse(UsedByYou, "You have used this coupon %d times, which is as often as you may.", byShopper)
}

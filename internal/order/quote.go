package order

import (
	"fmt"
	"time"

	"hawker/internal/cart"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/parcel"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
)

// Quote is what a shopper is shown before they agree. With problems the order cannot be
// placed.
type Quote struct {
	cart.Contents
	pricing.Totals
	Rows []pricing.Row
	purchase.Terms
	Coupon       *purchase.QuotedCoupon // nil: the request has no code
	Distance     maps.Distance
	Measured     bool        // whether Distance is one: not without an address, not for take-away
	Slots        []time.Time // beginnings; each is accepted when quoted (D27, ITEM-09)
	NowAllowed   bool        // false: only a slot can be chosen (H4)
	Prescription bool        // an item needs one (ITEM-11)
	Problems     []cart.Problem
	Warnings     []cart.Problem
	Digest       string

	Packages     parcel.Packages // of a parcel
	CategorySlug string          // of its category, which translations need; an order does not store it
	priced       pricing.Quote
	now          time.Time
	from         geo.Point // the store, or the sender of a parcel
	point        geo.Point // the door; zero for take-away
}

// The codes of problems that are not about one line.
const (
	CartEmpty       = "cart_empty"
	AddressMissing  = "address_missing"
	OutOfZone       = "out_of_zone"      // Z1, Z2
	TypeNotOffered  = "order_type"       // the store does not do that
	StoreClosed     = cart.StoreClosed   // CHK-05
	NowTooLate      = "now_too_late"     // after the last slot (H4)
	SlotUnavailable = "slot_unavailable" // no such slot, or no longer
	BelowMinimum    = "below_minimum"    // CHK-05
)

// ReadyIn is how long the order takes, a range in minutes.
func (q Quote) ReadyIn() string {
	from, to := timesOf(q.Store).minutes(Type(q.OrderType))
	return fmt.Sprintf("%d-%d", from, to)
}

func (q *Quote) problem(code, field, format string, args ...any) {
	q.Problems = append(q.Problems, cart.Problem{Code: code, Field: field, Message: fmt.Sprintf(format, args...)})
}

// lineProblems adds the problems of the lines to the problems and warnings of the
// quote.
func (q *Quote) lineProblems() {
	for _, l := range q.Lines {
		for _, p := range l.Problems {
			if p.Warning {
				q.Warnings = append(q.Warnings, p)
			} else {
				q.Problems = append(q.Problems, p)
			}
		}
	}
}

// digest is a hash of what the shopper agrees to: what is bought, where to and for when,
// and what it costs. For a delivery the signed distance follows. A request with its
// address says itself what the shopper saw; a saved one may change after the quote.
func (q Quote) digest(r Request) string {
	type line struct {
		ItemID   int64
		Key      string
		Quantity int64
	}
	what := struct {
		Store int64
		Type  Type
		Place geo.Point
		For   int64
		Lines []line

		Parcel *agreedParcel `json:",omitempty"`
		Saved  *Address      `json:",omitempty"`
	}{q.Store.ID, r.Type, geo.Round5(q.point), 0, nil, q.agreedParcel(), nil}
	if r.AddressRead {
		what.Saved = r.Address
	}
	if !r.ScheduleAt.IsZero() {
		what.For = r.ScheduleAt.UnixMilli()
	}
	for _, l := range q.Lines {
		what.Lines = append(what.Lines, line{l.Item.ID, l.Key(), l.Quantity})
	}
	return purchase.Digest(what, q.Rows, q.ToPay)
}

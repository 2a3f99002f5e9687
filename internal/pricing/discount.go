// Package pricing computes what a shopper pays. It is pure: no clock, no database,
// no settings. Everything a rule needs is an argument.
//
// The order of the rules is fixed: the larger of the item's and the store's
// discount, then the coupon on what remains, then tax on the rest, then delivery and
// charges. Every amount is
// rounded once per line, so that the parts add up to the total exactly.
package pricing

import "hawker/internal/money"

// Kind is the documented discount_type.
type Kind string

// The kinds of a discount.
const (
	Percent Kind = "percent"
	Flat    Kind = "amount" // off each unit
)

// Discount is a price cut: in basis points when its kind is Percent, else in minor
// units off each unit. The zero Discount is none.
type Discount struct {
	Kind  Kind
	Value int64
}

// of returns what the discount takes off units that cost gross together: rounded once, for
// all of them, and never more than they cost (PRC-01).
func (d Discount) of(gross money.Amount, quantity int64) money.Amount {
	off := money.Amount(d.Value).MulRatio(quantity, 1)
	if d.Kind == Percent {
		off = gross.Percent(money.Rate(d.Value))
	}
	return min(max(off, 0), gross)
}

// StoreDiscount is the store's own discount. The caller checks that its dates and
// hours include the present, in the store's time zone.
type StoreDiscount struct {
	Discount
	MinPurchase money.Amount // of the undiscounted subtotal
	MaxDiscount money.Amount // for the whole order; zero: no cap
	Active      bool
}

// appliesTo tells whether an order gets the discount.
func (s StoreDiscount) appliesTo(subtotal money.Amount) bool {
	return s.Active && subtotal >= s.MinPurchase
}

// capped returns what the discount may take off an order at most.
func (s StoreDiscount) capped(off money.Amount) money.Amount {
	if s.MaxDiscount > 0 {
		return min(off, s.MaxDiscount)
	}
	return off
}

// Source says whose discount a line has.
type Source string

// The sources of a discount. A line has one of them, never both.
const (
	NoSource    Source = ""
	ItemSource  Source = "item"
	StoreSource Source = "store"
)

// discountOne is discountLines of one unit alone. It returns what comes off, and by which
// discount.
func discountOne(price money.Amount, item Discount, store StoreDiscount) (money.Amount, Discount) {
	off := item.of(price, 1)
	if !store.appliesTo(price) {
		return off, item
	}
	theirs := store.of(price, 1)
	if theirs <= off {
		return off, item
	}
	return store.capped(theirs), store.Discount
}

// discountLines gives each line the larger of the two discounts in money for its
// quantity, the item's if they are equal (D18). Then the cap is spread over the
// lines that have the store's, by largest remainder. A line that the cap leaves
// with less than its item's discount does not go back to that one (D19).
func discountLines(lines []Line, store StoreDiscount) []PricedLine {
	priced := make([]PricedLine, len(lines))
	var subtotal money.Amount
	for i, l := range lines {
		priced[i] = PricedLine{Unit: l.Base + l.AddOns, Gross: l.bases() + l.AddOns.MulRatio(l.Quantity, 1)}
		subtotal += priced[i].Gross
	}
	applies := store.appliesTo(subtotal)

	ofStore := make([]money.Amount, len(lines)) // what the store's discount takes off each line
	for i, l := range lines {
		if l.Fixed {
			continue
		}
		p := &priced[i]
		if p.Discount = l.Discount.of(l.bases(), l.Quantity); p.Discount > 0 {
			p.Source = ItemSource
		}
		if off := store.of(l.bases(), l.Quantity); applies && off > p.Discount {
			p.Discount, p.Source = off, StoreSource
			ofStore[i] = off
		}
	}
	total := money.Sum(ofStore...)
	if allowed := store.capped(total); allowed < total {
		for i, part := range money.Allocate(allowed, ofStore) {
			if p := &priced[i]; p.Source == StoreSource {
				p.Discount = part
			}
		}
	}
	return priced
}

package pricing

import "hawker/internal/money"

// Coupon is what a coupon takes off an order (PRC-03). Whether the shopper may use it
// is the caller's to check. The zero Coupon is none.
type Coupon struct {
	FreeDelivery bool  // waives the delivery fee; Kind and Value are not used
	Kind         Kind  // Percent of what remains after discounts, or Flat off the order
	Value        int64 // basis points or minor units

	MinPurchase money.Amount // of the undiscounted subtotal (D19)
	MaxDiscount money.Amount // of a percentage; zero: no cap
}

// Earned tells whether a subtotal is enough for the coupon.
func (c Coupon) Earned(subtotal money.Amount) bool { return subtotal >= c.MinPurchase }

// off returns what the coupon takes off items that cost remains: rounded once, and
// never more than they cost (M4).
func (c Coupon) off(remains money.Amount) money.Amount {
	off := money.Amount(c.Value)
	switch {
	case c.FreeDelivery:
		return 0
	case c.Kind == Percent:
		off = remains.Percent(money.Rate(c.Value))
		if c.MaxDiscount > 0 {
			off = min(off, c.MaxDiscount)
		}
	}
	return min(max(off, 0), remains)
}

// spread gives each line its part of the coupon, by its share of what remains after
// discounts, so that the tax of each line is exact (D1).
func (c Coupon) spread(lines []PricedLine) {
	remains := make([]money.Amount, len(lines))
	var subtotal money.Amount
	for i, l := range lines {
		remains[i] = l.Gross - l.Discount
		subtotal += l.Gross
	}
	off := c.off(money.Sum(remains...))
	if off == 0 || !c.Earned(subtotal) {
		return
	}
	for i, part := range money.Allocate(off, remains) {
		lines[i].Coupon = part
	}
}

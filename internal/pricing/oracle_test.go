package pricing_test

import (
	"math/big"
	"slices"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func rat(a money.Amount) *big.Rat { return big.NewRat(int64(a), 1) }

func product(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }

// rounded rounds an exact amount half away from zero, through its decimal digits.
func rounded(r *big.Rat) money.Amount {
	n, _ := new(big.Int).SetString(r.FloatString(0), 10)
	return money.Amount(n.Int64())
}

// discountByFractions is the oracle for what one discount takes off a line.
func discountByFractions(d pricing.Discount, l pricing.Line) money.Amount {
	price := product(rat(l.Base), big.NewRat(l.Quantity, 1))
	off := big.NewRat(d.Value*l.Quantity, 1)
	if d.Kind == pricing.Percent {
		off = product(price, big.NewRat(d.Value, 10_000))
	}
	if off.Cmp(price) > 0 {
		off = price
	}
	return rounded(off)
}

// linesByFractions is the oracle for each line's discount and source before the
// store's cap.
func linesByFractions(in pricing.Input) (discounts []money.Amount, sources []pricing.Source, subtotal money.Amount) {
	for _, l := range in.Lines {
		subtotal += money.Amount(int64(l.Base+l.AddOns) * l.Quantity)
	}
	for _, l := range in.Lines {
		item, store := discountByFractions(l.Discount, l), money.Amount(0)
		if in.Store.Active && subtotal >= in.Store.MinPurchase {
			store = discountByFractions(in.Store.Discount, l)
		}
		switch {
		case item == 0 && store == 0:
			discounts, sources = append(discounts, 0), append(sources, pricing.NoSource)
		case store > item:
			discounts, sources = append(discounts, store), append(sources, pricing.StoreSource)
		default:
			discounts, sources = append(discounts, item), append(sources, pricing.ItemSource)
		}
	}
	return discounts, sources, subtotal
}

// taxByFractions is the oracle for a line's tax.
func taxByFractions(base money.Amount, rate money.Rate, included bool) money.Amount {
	of := int64(10_000)
	if included {
		of += int64(rate)
	}
	return rounded(product(rat(base), big.NewRat(int64(rate), of)))
}

// couponByFractions is the oracle for each line's part of the coupon, and tells whether
// the coupon waives the delivery fee. Parts are shares of what remains, rounded down;
// what is left goes one unit each to the lines that lost most by that.
func couponByFractions(in pricing.Input, lines []pricing.PricedLine, subtotal money.Amount) (parts []money.Amount, waived bool) {
	parts = make([]money.Amount, len(lines))
	c, remains := in.Coupon, money.Amount(0)
	for _, l := range lines {
		remains += l.Gross - l.Discount
	}
	if subtotal < c.MinPurchase {
		return parts, false
	}
	if c.FreeDelivery {
		return parts, true
	}
	worth := money.Amount(c.Value)
	if c.Kind == pricing.Percent {
		worth = rounded(product(rat(remains), big.NewRat(c.Value, 10_000)))
		if c.MaxDiscount > 0 && worth > c.MaxDiscount {
			worth = c.MaxDiscount
		}
	}
	if worth > remains {
		worth = remains
	}
	if worth == 0 {
		return parts, false
	}
	lost := make([]*big.Rat, len(lines))
	order := make([]int, len(lines))
	left := worth
	for i, l := range lines {
		share := new(big.Rat).Quo(product(rat(worth), rat(l.Gross-l.Discount)), rat(remains))
		whole := new(big.Int).Quo(share.Num(), share.Denom())
		parts[i], order[i] = money.Amount(whole.Int64()), i
		lost[i] = share.Sub(share, new(big.Rat).SetInt(whole))
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return lost[b].Cmp(lost[a]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts, false
}

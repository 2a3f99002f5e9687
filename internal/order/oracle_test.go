package order_test

import (
	"math/big"
	"slices"

	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// The oracle computes an order's amounts a second time, with fractions and by
// the words of the rules, and shares nothing with the code under test but the
// shapes of its input.

// bought is one line as the oracle sees it, in minor units.
type bought struct {
	price, values, addOns, quantity int64 // of one
	kind                            string
	discount                        int64
}

// expected is what an order should come to.
type expected struct {
	subtotal, discount, coupon, tax, delivery, waived, extra, tip, total int64
}

// half rounds to the whole unit, half up; amounts here are never below zero.
func half(f *big.Rat) int64 {
	doubled := new(big.Rat).Add(new(big.Rat).Mul(f, big.NewRat(2, 1)), big.NewRat(1, 1))
	return new(big.Int).Div(doubled.Num(), new(big.Int).Mul(doubled.Denom(), big.NewInt(2))).Int64()
}

func fraction(a, b int64) *big.Rat { return big.NewRat(a, b) }

// off is what a discount takes off all units of a line: never more than they cost.
func off(kind string, value, base, quantity int64) int64 {
	all := base * quantity
	if kind == "percent" {
		return min(half(new(big.Rat).Mul(fraction(all, 1), fraction(value, 10_000))), all)
	}
	return min(value*quantity, all)
}

// reckon applies the rules one after the other.
func reckon(lines []bought, store catalog.Store, rules setting.Checkout, takeAway, packed bool, metres int64, tip money.Amount, c coupon.Coupon) expected {
	var e expected
	for _, l := range lines {
		e.subtotal += (max(l.price+l.values, 0) + l.addOns) * l.quantity
	}
	offs := discounts(lines, store.Discount.V, e.subtotal)
	left := make([]int64, len(lines))
	for i, l := range lines {
		left[i] = (max(l.price+l.values, 0)+l.addOns)*l.quantity - offs[i]
		e.discount += offs[i]
	}
	parts := couponParts(left, e.subtotal, c)
	for i := range lines {
		remains := left[i] - parts[i]
		e.coupon += parts[i]
		rate := int64(store.TaxRate)
		if rules.TaxIncluded {
			e.tax += half(fraction(remains*rate, 10_000+rate))
		} else {
			e.tax += half(fraction(remains*rate, 10_000))
		}
	}
	if !takeAway {
		e.delivery = fee(store, rules, e.subtotal-e.discount, metres)
		if c.Type == coupon.FreeDelivery && e.subtotal >= int64(c.MinPurchase) {
			e.waived, e.delivery = e.delivery, 0
		}
		if rules.RiderTips {
			e.tip = int64(tip)
		}
	}
	if rules.AdditionalCharge {
		e.extra += int64(rules.AdditionalChargeSum)
	}
	if rules.ExtraPackaging && packed {
		e.extra += int64(rules.ExtraPackagingSum)
	}
	e.total = e.subtotal - e.discount - e.coupon + e.delivery + e.tip + e.extra
	if !rules.TaxIncluded {
		e.total += e.tax
	}
	return e
}

// discounts are what comes off each line: the item's or the store's, the larger,
// and of the store's no more in all than its cap.
func discounts(lines []bought, d catalog.Discount, subtotal int64) []int64 {
	offs, stores := make([]int64, len(lines)), make([]int64, len(lines))
	var sum int64
	for i, l := range lines {
		base := max(l.price+l.values, 0)
		offs[i] = off(l.kind, l.discount, base, l.quantity)
		if d.Type == "" || subtotal < int64(d.MinPurchase) {
			continue
		}
		if s := off(string(d.Type), d.Value, base, l.quantity); s > offs[i] {
			offs[i], stores[i] = s, s
			sum += s
		}
	}
	maxDiscount := int64(d.MaxDiscount)
	if maxDiscount == 0 || sum <= maxDiscount {
		return offs
	}
	for i, part := range shareOut(maxDiscount, stores) {
		if stores[i] > 0 {
			offs[i] = part
		}
	}
	return offs
}

// couponParts are what a coupon takes off each line, of which so much is left after
// discounts.
func couponParts(left []int64, subtotal int64, c coupon.Coupon) []int64 {
	var all int64
	for _, l := range left {
		all += l
	}
	worth := c.Discount
	if c.DiscountType == pricing.Percent {
		worth = half(fraction(all*c.Discount, 10_000))
		if c.MaxDiscount > 0 {
			worth = min(worth, int64(c.MaxDiscount))
		}
	}
	if c.Type == coupon.FreeDelivery || subtotal < int64(c.MinPurchase) || all == 0 {
		worth = 0
	}
	return shareOut(min(worth, all), left)
}

// shareOut gives each weight its share of a sum, rounded down; what is left goes, a
// unit each, to those whose share lost most by that.
func shareOut(sum int64, weights []int64) []int64 {
	type share struct {
		at   int
		lost *big.Rat
	}
	var all int64
	for _, w := range weights {
		all += w
	}
	parts := make([]int64, len(weights))
	var shares []share
	left := sum
	for i, w := range weights {
		if w == 0 {
			continue
		}
		exact := new(big.Rat).Mul(fraction(sum, 1), fraction(w, all))
		parts[i] = new(big.Int).Div(exact.Num(), exact.Denom()).Int64()
		left -= parts[i]
		shares = append(shares, share{i, new(big.Rat).Sub(exact, fraction(parts[i], 1))})
	}
	slices.SortStableFunc(shares, func(a, b share) int { return b.lost.Cmp(a.lost) })
	for _, s := range shares[:left] {
		parts[s.at]++
	}
	return parts
}

// fee is the town's tariff: 1.00 a kilometre, 2.00 at least, 9.00 at most.
func fee(store catalog.Store, rules setting.Checkout, items, metres int64) int64 {
	if rules.FreeDeliveryForAll || store.SelfDelivery || store.FreeDelivery || rules.FreeDeliveryOver > 0 && items >= int64(rules.FreeDeliveryOver) {
		return 0
	}
	exact := fraction(100*metres, 1000)
	if exact.Cmp(fraction(200, 1)) < 0 {
		return 200
	}
	if exact.Cmp(fraction(900, 1)) > 0 {
		return 900
	}
	return half(exact)
}

// rowsSum adds the rows that count.
func rowsSum(rows []pricing.Row) (sum money.Amount) {
	for _, r := range rows {
		if r.Code != pricing.RowTotal && r.Code != pricing.RowTaxIncluded {
			sum += r.Amount
		}
	}
	return sum
}

package pricing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func coupons() *rapid.Generator[pricing.Coupon] {
	return rapid.Custom(func(t *rapid.T) pricing.Coupon {
		return pricing.Coupon{
			FreeDelivery: rapid.IntRange(0, 3).Draw(t, "free delivery") == 0,
			Kind:         rapid.SampledFrom([]pricing.Kind{pricing.Percent, pricing.Flat}).Draw(t, "coupon kind"),
			Value:        rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 12_000)).Draw(t, "coupon value"),
			MinPurchase:  drawAmount(t, "coupon min purchase", 20_000) * drawAmount(t, "has a minimum", 1),
			MaxDiscount:  drawAmount(t, "coupon max discount", 3000) * drawAmount(t, "coupon capped", 1),
		}
	})
}

// The cart is 29.00: two lines, of 24.00 and 5.00.
func TestCoupon_PRC03_TRAP_M4_TRAP_D1_TRAP_D19(t *testing.T) {
	t.Parallel()
	type parts [2]money.Amount
	off := func(kind pricing.Kind, value int64) pricing.Coupon { return pricing.Coupon{Kind: kind, Value: value} }
	tests := []struct {
		name string
		edit func(*pricing.Input)
		want parts
	}{
		{"none", func(*pricing.Input) {}, parts{}},
		{"an amount is off the order, not off each unit", func(in *pricing.Input) { in.Coupon = off(pricing.Flat, 290) }, parts{240, 50}},
		{"what does not divide goes to the largest remainder", func(in *pricing.Input) { in.Coupon = off(pricing.Flat, 100) }, parts{83, 17}},
		{"a percentage is of what remains after discounts", func(in *pricing.Input) {
			in.Lines[0].Discount = percent(5000) // 10.00 of its 20.00 without add-ons
			in.Coupon = off(pricing.Percent, 1000)
		}, parts{140, 50}},
		{"half a cent rounds up", func(in *pricing.Input) {
			in.Lines[0].Base, in.Coupon = 1001, off(pricing.Percent, 250) // of 29.02
		}, parts{60, 13}},
		{"a percentage is capped", func(in *pricing.Input) {
			in.Coupon = off(pricing.Percent, 5000)
			in.Coupon.MaxDiscount = 290
		}, parts{240, 50}},
		{"an amount is not", func(in *pricing.Input) {
			in.Coupon = off(pricing.Flat, 580)
			in.Coupon.MaxDiscount = 290
		}, parts{480, 100}},
		{"never more than the items cost", func(in *pricing.Input) { in.Coupon = off(pricing.Flat, 5000) }, parts{2400, 500}},
		{"a line that costs nothing has no part", func(in *pricing.Input) {
			in.Lines[1].Discount, in.Coupon = flat(500), off(pricing.Flat, 100)
		}, parts{100, 0}},
		{"at the minimum purchase, before discounts", func(in *pricing.Input) {
			in.Lines[1].Discount, in.Coupon = flat(500), off(pricing.Flat, 100)
			in.Coupon.MinPurchase = 2900
		}, parts{100, 0}},
		{"one cent below it", func(in *pricing.Input) {
			in.Coupon = off(pricing.Flat, 100)
			in.Coupon.MinPurchase = 2901
		}, parts{}},
		{"below zero is none", func(in *pricing.Input) { in.Coupon = off(pricing.Flat, -100) }, parts{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := dinner()
			tt.edit(&in)
			q := pricing.Price(in)
			got := parts{q.Lines[0].Coupon, q.Lines[1].Coupon}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if want := q.Subtotal - q.Discount - got[0] - got[1]; q.Total != want || q.CouponDiscount != got[0]+got[1] {
				t.Errorf("total %d, want %d: %+v", q.Total, want, q.Totals)
			}
		})
	}
}

func TestCouponLowersTheTax_PRC03_TRAP_D1(t *testing.T) {
	t.Parallel()
	in := dinner()
	in.TaxRate, in.Coupon = 1000, pricing.Coupon{Kind: pricing.Flat, Value: 290}
	q := pricing.Price(in)
	if q.Lines[0].Tax != 216 || q.Lines[1].Tax != 45 || q.Total != 2610+261 {
		t.Errorf("taxed before the coupon: %+v", q)
	}
}

func TestCouponForDelivery_PRC03_TRAP_M6(t *testing.T) {
	t.Parallel()
	in := dinner()
	in.Delivery = pricing.Delivery{Min: 300, FreeOver: 3000}
	in.Coupon = pricing.Coupon{FreeDelivery: true, Kind: pricing.Flat, Value: 100, MinPurchase: 2900}
	if q := pricing.Price(in); q.Delivery != 0 || q.CouponDelivery != 300 || q.CouponDiscount != 0 || q.Total != 2900 {
		t.Errorf("%+v", q.Totals)
	}
	in.Coupon.MinPurchase = 2901
	if q := pricing.Price(in); q.Delivery != 300 || q.CouponDelivery != 0 || q.Total != 3200 {
		t.Errorf("below the minimum purchase: %+v", q.Totals)
	}
	in.OrderType, in.Coupon.MinPurchase = pricing.TakeAway, 0
	if q := pricing.Price(in); q.CouponDelivery != 0 || q.Total != 2900 {
		t.Errorf("taken away: %+v", q.Totals)
	}
}

// What earns free delivery is what the items cost before the coupon.
func TestCouponDoesNotLoseFreeDelivery_PRC03_PRC04(t *testing.T) {
	t.Parallel()
	in := dinner()
	in.Delivery = pricing.Delivery{Min: 300, FreeOver: 2900}
	in.Coupon = pricing.Coupon{Kind: pricing.Flat, Value: 2900}
	if q := pricing.Price(in); q.Delivery != 0 || q.Total != 0 {
		t.Errorf("%+v", q.Totals)
	}
}

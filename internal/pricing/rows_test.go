package pricing_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func row(code pricing.Code, amount money.Amount) pricing.Row {
	return pricing.Row{Code: code, Label: "price_row." + string(code), Amount: amount}
}

func TestRows_PRC08_API10_TRAP_M6_TRAP_M8(t *testing.T) {
	t.Parallel()
	full := pricing.Totals{OrderType: pricing.Delivered, Subtotal: 2900, Discount: 250, CouponDiscount: 200, Tax: 133, Delivery: 300,
		AdditionalCharge: 50, AdditionalName: "Service fee", ExtraPackaging: 25, Tip: 100, Total: 3058}
	fee := row("additional_charge", 50)
	fee.Name = "Service fee"
	tests := []struct {
		name string
		edit func(*pricing.Totals)
		want []pricing.Row
	}{
		{"everything", func(*pricing.Totals) {}, []pricing.Row{row("subtotal", 2900), row("discount", -250), row("coupon_discount", -200), row("delivery_charge", 300),
			row("tax", 133), fee, row("extra_packaging", 25), row("tip", 100), row("total", 3058)}},
		{"a tax inside the prices says so", func(t *pricing.Totals) {
			*t = pricing.Totals{OrderType: pricing.Delivered, Subtotal: 110, Tax: 10, TaxIncluded: true, Total: 110}
		}, []pricing.Row{row("subtotal", 110), row("delivery_charge", 0), row("tax_included", 10), row("total", 110)}},
		{"the surge of a delivery is a row", func(t *pricing.Totals) {
			*t = pricing.Totals{OrderType: pricing.Delivered, Subtotal: 110, Delivery: 300, DeliverySurge: 60, Total: 410}
		}, []pricing.Row{row("subtotal", 110), row("delivery_charge", 240), row("delivery_surge", 60), row("total", 410)}},
		{"a delivery that costs its surge alone is not shown as free", func(t *pricing.Totals) {
			*t = pricing.Totals{OrderType: pricing.Delivered, Subtotal: 110, Delivery: 60, DeliverySurge: 60, Total: 170}
		}, []pricing.Row{row("subtotal", 110), row("delivery_surge", 60), row("total", 170)}},
		{"a delivery whose fee is not known yet is not shown as free", func(t *pricing.Totals) {
			*t = pricing.Totals{OrderType: pricing.Delivered, Subtotal: 110, DeliveryUnknown: true, Total: 110}
		}, []pricing.Row{row("subtotal", 110), row("total", 110)}},
		{"take-away hides delivery", func(t *pricing.Totals) {
			*t = pricing.Totals{OrderType: pricing.TakeAway, Subtotal: 110, Total: 110}
		}, []pricing.Row{row("subtotal", 110), row("total", 110)}},
		{"a parcel has no items", func(t *pricing.Totals) {
			*t = pricing.Totals{OrderType: pricing.Parcel, Delivery: 900, Total: 900}
		}, []pricing.Row{row("delivery_charge", 900), row("total", 900)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			totals := full
			tt.edit(&totals)
			if diff := cmp.Diff(tt.want, pricing.Rows(totals)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRowsAddUp_PRC07_TRAP_M2_TRAP_M8(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := inputs().Draw(t, "input")
		in.Coupon = coupons().Draw(t, "coupon")
		q := pricing.Price(in)
		var sum, total money.Amount
		for _, r := range pricing.Rows(q.Totals) {
			switch {
			case r.Code == pricing.RowTotal:
				total = r.Amount
			case r.Code != pricing.RowTaxIncluded:
				sum += r.Amount
			}
		}
		if sum != q.Total || total != q.Total {
			t.Fatalf("rows add up to %d, the total says %d, it is %d", sum, total, q.Total)
		}
	})
}

// The rows that a purchase keeps are not changed: another part of the wallet begins from them again.
func TestWithWallet_PRC08_replacesTheRowsOfAnotherPart(t *testing.T) {
	t.Parallel()
	agreed := []pricing.Row{row("subtotal", 1000), row("total", 1000)}
	earlier := append(slices.Clone(agreed), row("wallet", -300), row("to_pay", 700))
	for part, want := range map[money.Amount][]pricing.Row{
		0:    earlier,
		1:    append(slices.Clone(agreed), row("wallet", -1), row("to_pay", 999)),
		1000: append(slices.Clone(agreed), row("wallet", -1000), row("to_pay", 0)),
	} {
		kept := slices.Clone(earlier)
		if diff := cmp.Diff(want, pricing.WithWallet(kept, 1000, part)); diff != "" {
			t.Errorf("%d: %s", part, diff)
		}
		if diff := cmp.Diff(earlier, kept); diff != "" {
			t.Errorf("%d changes the rows that are kept: %s", part, diff)
		}
	}
}

func TestWithRefund_TRAP_M8_addsWhatWasGivenBack(t *testing.T) {
	t.Parallel()
	agreed := []pricing.Row{row("total", 1000)}
	for refunded, want := range map[money.Amount][]pricing.Row{
		0:    agreed,
		1:    {row("total", 1000), row("refunded", -1), row("paid", 999)},
		1000: {row("total", 1000), row("refunded", -1000), row("paid", 0)},
	} {
		if diff := cmp.Diff(want, pricing.WithRefund(agreed, 1000, refunded)); diff != "" {
			t.Errorf("%d: %s", refunded, diff)
		}
	}
}

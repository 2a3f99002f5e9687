package pricing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func percent(rate int64) pricing.Discount {
	return pricing.Discount{Kind: pricing.Percent, Value: rate}
}
func flat(value int64) pricing.Discount { return pricing.Discount{Kind: pricing.Flat, Value: value} }

// dinner is two burgers of 10.00 with a 2.00 add-on each, and one soup of 5.00.
func dinner() pricing.Input {
	return pricing.Input{
		OrderType: pricing.Delivered,
		Lines: []pricing.Line{
			{Base: 1000, AddOns: 200, Quantity: 2},
			{Base: 500, Quantity: 1},
		},
	}
}

func TestDiscounts_PRC01_TRAP_D18_TRAP_D19(t *testing.T) {
	t.Parallel()
	store := func(in *pricing.Input, d pricing.Discount) {
		in.Store = pricing.StoreDiscount{Discount: d, Active: true}
	}
	tests := []struct {
		name    string
		edit    func(*pricing.Input)
		first   money.Amount
		second  money.Amount
		sources []pricing.Source
	}{
		{"none", func(*pricing.Input) {}, 0, 0, []pricing.Source{"", ""}},
		{"percent of the price, not of add-ons", func(in *pricing.Input) { in.Lines[0].Discount = percent(1000) },
			200, 0, []pricing.Source{"item", ""}},
		{"amount times quantity", func(in *pricing.Input) { in.Lines[0].Discount = flat(150) }, 300, 0, []pricing.Source{"item", ""}},
		{"never below zero", func(in *pricing.Input) { in.Lines[1].Discount = flat(501) }, 0, 500, []pricing.Source{"", "item"}},
		{"add-ons are still paid for", func(in *pricing.Input) { in.Lines[0].Discount = percent(20_000) }, 2000, 0, []pricing.Source{"item", ""}},
		{"the larger in money: the store's", func(in *pricing.Input) {
			in.Lines[0].Discount = flat(99)
			store(in, percent(1000))
		}, 200, 50, []pricing.Source{"store", "store"}},
		{"the larger in money: the item's", func(in *pricing.Input) {
			in.Lines[0].Discount = flat(101)
			store(in, percent(1000))
		}, 202, 50, []pricing.Source{"item", "store"}},
		{"equal: the item's", func(in *pricing.Input) {
			in.Lines[0].Discount = flat(100)
			store(in, percent(1000))
		}, 200, 50, []pricing.Source{"item", "store"}},
		{"not in its dates and hours", func(in *pricing.Input) {
			store(in, percent(1000))
			in.Store.Active = false
		}, 0, 0, []pricing.Source{"", ""}},
		{"at exactly the minimum purchase, add-ons counted", func(in *pricing.Input) {
			store(in, percent(1000))
			in.Store.MinPurchase = 2900
		}, 200, 50, []pricing.Source{"store", "store"}},
		{"a cent below the minimum purchase", func(in *pricing.Input) {
			store(in, percent(1000))
			in.Store.MinPurchase = 2901
		}, 0, 0, []pricing.Source{"", ""}},
		{"the minimum looks at the undiscounted subtotal", func(in *pricing.Input) {
			in.Lines[1].Discount = percent(10_000)
			store(in, percent(1000))
			in.Store.MinPurchase = 2900
		}, 200, 500, []pricing.Source{"store", "item"}},
		{"the cap is spread by share", func(in *pricing.Input) {
			store(in, percent(1000))
			in.Store.MaxDiscount = 100
		}, 80, 20, []pricing.Source{"store", "store"}},
		{"a cap that is just not reached", func(in *pricing.Input) {
			store(in, percent(1000))
			in.Store.MaxDiscount = 250
		}, 200, 50, []pricing.Source{"store", "store"}},
		{"the odd cent goes to the largest remainder", func(in *pricing.Input) {
			store(in, percent(1000))
			in.Store.MaxDiscount = 99
		}, 79, 20, []pricing.Source{"store", "store"}},
		{"the cap leaves item discounts alone", func(in *pricing.Input) {
			in.Lines[1].Discount = flat(300)
			store(in, percent(1000))
			in.Store.MaxDiscount = 70
		}, 70, 300, []pricing.Source{"store", "item"}},
		{"no second round: a capped line does not go back to its item's discount", func(in *pricing.Input) {
			in.Lines[0].Discount = flat(90)
			store(in, percent(1000))
			in.Store.MaxDiscount = 50
		}, 40, 10, []pricing.Source{"store", "store"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := dinner()
			tt.edit(&in)
			q := pricing.Price(in)
			got := []money.Amount{q.Lines[0].Discount, q.Lines[1].Discount, q.Discount}
			if diff := cmp.Diff([]money.Amount{tt.first, tt.second, tt.first + tt.second}, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.sources, []pricing.Source{q.Lines[0].Source, q.Lines[1].Source}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTax_PRC05_TRAP_M1_TRAP_M3(t *testing.T) {
	t.Parallel()
	one := func(price money.Amount) pricing.Input {
		return pricing.Input{OrderType: pricing.TakeAway, Lines: []pricing.Line{{Base: price, Quantity: 1}}}
	}
	tests := []struct {
		name       string
		in         pricing.Input
		edit       func(*pricing.Input)
		tax, total money.Amount
	}{
		{"on top", one(2499), func(in *pricing.Input) { in.TaxRate = 1075 }, 269, 2768},
		{"inside", one(2499), func(in *pricing.Input) { in.TaxRate, in.TaxIncluded = 1075, true }, 243, 2499},
		{"10 % inside 1.10", one(110), func(in *pricing.Input) { in.TaxRate, in.TaxIncluded = 1000, true }, 10, 110},
		{"19.99 less 25 % is 14.99", one(1999), func(in *pricing.Input) { in.Lines[0].Discount = percent(2500) }, 0, 1499},
		{"on what a discount leaves", one(1999), func(in *pricing.Input) {
			in.TaxRate, in.Lines[0].Discount = 1000, percent(2500)
		}, 150, 1649},
		{"on add-ons too", one(1000), func(in *pricing.Input) { in.TaxRate, in.Lines[0].AddOns = 1000, 500 }, 150, 1650},
		{"not on delivery", one(1000), func(in *pricing.Input) {
			in.OrderType, in.TaxRate, in.Delivery.Min = pricing.Delivered, 1000, 500
		}, 100, 1600},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.edit(&tt.in)
			if q := pricing.Price(tt.in); q.Tax != tt.tax || q.Total != tt.total {
				t.Errorf("tax %d and total %d, want %d and %d", q.Tax, q.Total, tt.tax, tt.total)
			}
		})
	}
}

// Each line is rounded once: three lines of 0.05 at 10 % pay 0.03, not 0.02.
func TestTaxIsRoundedPerLine_PRC07_TRAP_M2(t *testing.T) {
	t.Parallel()
	nickel := pricing.Line{Base: 5, Quantity: 1}
	in := pricing.Input{Lines: []pricing.Line{nickel, nickel, nickel}, TaxRate: 1000}
	if q := pricing.Price(in); q.Tax != 3 {
		t.Errorf("got %d", q.Tax)
	}
	in.Lines = []pricing.Line{{Base: 5, Quantity: 3}}
	if q := pricing.Price(in); q.Tax != 2 {
		t.Errorf("got %d", q.Tax)
	}
}

func TestFreeDeliveryLooksAtDiscountedItems_PRC04(t *testing.T) {
	t.Parallel()
	in := dinner() // 29.00
	in.Delivery = pricing.Delivery{Min: 300, FreeOver: 2900}
	if q := pricing.Price(in); q.Delivery != 0 || q.Total != 2900 {
		t.Errorf("at the threshold: %d", q.Delivery)
	}
	in.Lines[1].Discount = flat(1)
	if q := pricing.Price(in); q.Delivery != 300 || q.Total != 3199 {
		t.Errorf("a cent below it: %d", q.Delivery)
	}
}

func TestTakeAwayHasNoRider_PRC04_TRAP_M6(t *testing.T) {
	t.Parallel()
	in := dinner()
	in.Delivery, in.Tip = pricing.Delivery{Min: 300}, 100
	if q := pricing.Price(in); q.Delivery != 300 || q.Tip != 100 || q.Total != 3300 {
		t.Errorf("delivered: %+v", q.Totals)
	}
	in.OrderType = pricing.TakeAway
	if q := pricing.Price(in); q.Delivery != 0 || q.Tip != 0 || q.Total != 2900 {
		t.Errorf("taken away: %+v", q.Totals)
	}
}

func inputs() *rapid.Generator[pricing.Input] {
	discount := func(t *rapid.T, label string) pricing.Discount {
		return pricing.Discount{Kind: rapid.SampledFrom([]pricing.Kind{pricing.Percent, pricing.Flat}).Draw(t, label),
			Value: rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 12_000)).Draw(t, label+" value")}
	}
	return rapid.Custom(func(t *rapid.T) pricing.Input {
		in := pricing.Input{
			OrderType: rapid.SampledFrom([]pricing.OrderType{pricing.Delivered, pricing.TakeAway, pricing.Parcel}).Draw(t, "type"),
			Store: pricing.StoreDiscount{Discount: discount(t, "store"), MinPurchase: drawAmount(t, "min purchase", 20_000),
				MaxDiscount: drawAmount(t, "max discount", 3000) * drawAmount(t, "capped", 1), Active: rapid.Bool().Draw(t, "active")},
			TaxRate: money.Rate(rapid.Int64Range(0, 3000).Draw(t, "tax")), TaxIncluded: rapid.Bool().Draw(t, "included"),
			Delivery:         deliveries().Draw(t, "delivery"),
			AdditionalCharge: drawAmount(t, "additional", 500), AdditionalName: "Service fee",
			ExtraPackaging: drawAmount(t, "packaging", 500), Tip: drawAmount(t, "tip", 500),
			Deposit: drawAmount(t, "deposit", 5000),
		}
		in.Delivery.Unknown = rapid.Bool().Draw(t, "unknown")
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			in.Lines = append(in.Lines, pricing.Line{Base: drawAmount(t, "base", 5000), AddOns: drawAmount(t, "add-ons", 1000),
				Quantity: rapid.Int64Range(1, 20).Draw(t, "quantity"), Discount: discount(t, "item")})
		}
		return in
	})
}

func TestPriceAgainstFractions_PRC01_PRC03_PRC05_PRC07_TRAP_M2_TRAP_D1_TRAP_D19(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := inputs().Draw(t, "input")
		in.Coupon = coupons().Draw(t, "coupon")
		checkAgainstFractions(t, in)
	})
}

// The same for as many carts as rapid would only draw when it is asked to.
func TestTenThousandCartsAgainstFractions_PRC03_PRC07_TRAP_M2(t *testing.T) {
	t.Parallel()
	carts, offs := inputs(), coupons()
	for i := range 10_000 {
		in := carts.Example(i)
		in.Coupon = offs.Example(i)
		checkAgainstFractions(t, in)
	}
}

// failer is a test of either kind.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// checkAgainstFractions compares a quote with what the oracle computes.
func checkAgainstFractions(t failer, in pricing.Input) {
	q := pricing.Price(in)
	discounts, sources, subtotal := linesByFractions(in)
	checkCap(t, in, q, discounts, sources)
	parts, waived := couponByFractions(in, q.Lines, subtotal)

	want := pricing.Totals{OrderType: in.OrderType, TaxIncluded: in.TaxIncluded, Subtotal: subtotal,
		AdditionalCharge: in.AdditionalCharge, AdditionalName: in.AdditionalName, ExtraPackaging: in.ExtraPackaging, Deposit: in.Deposit}
	for i, l := range in.Lines {
		got := q.Lines[i]
		line := pricing.PricedLine{Unit: l.Base + l.AddOns, Discount: got.Discount, Source: sources[i]}
		line.Gross = line.Unit * money.Amount(l.Quantity)
		line.Coupon = parts[i]
		line.Taxable = line.Gross - line.Discount - line.Coupon
		line.Tax = taxByFractions(line.Taxable, in.TaxRate, in.TaxIncluded)
		line.Total = line.Taxable
		if !in.TaxIncluded {
			line.Total += line.Tax
		}
		if diff := cmp.Diff(line, got); diff != "" {
			t.Fatalf("line %d: %s", i, diff)
		}
		want.Discount += line.Discount
		want.CouponDiscount += line.Coupon
		want.Tax += line.Tax
		want.Total += line.Total
	}
	if in.OrderType != pricing.TakeAway {
		items := subtotal - want.Discount
		want.Tip = in.Tip
		if in.Delivery.Unknown {
			d := in.Delivery
			isFree := d.FreeForAll || d.StoreDelivers || d.FreeOver > 0 && items >= d.FreeOver
			want.DeliveryUnknown = !isFree && !waived
		} else {
			want.Delivery, want.DeliverySurge = feeByFractions(in.Delivery, items), surchargeByFractions(in.Delivery, items)
		}
		if waived {
			want.CouponDelivery, want.Delivery, want.DeliverySurge = want.Delivery, 0, 0
		}
	}
	want.Total += want.Delivery + want.Tip + want.AdditionalCharge + want.ExtraPackaging + want.Deposit
	if diff := cmp.Diff(want, q.Totals); diff != "" {
		t.Fatal(diff)
	}
	if q.Total < 0 {
		t.Fatalf("a total of %d", q.Total)
	}
}

// checkCap checks how the cap is spread. Below the cap nothing changes. At the cap
// the store's parts add up to it, each within a unit of its share.
func checkCap(t failer, in pricing.Input, q pricing.Quote, uncapped []money.Amount, sources []pricing.Source) {
	var wanted, given money.Amount
	for i, s := range sources {
		if s == pricing.StoreSource {
			wanted, given = wanted+uncapped[i], given+q.Lines[i].Discount
		}
	}
	limit := wanted
	if in.Store.MaxDiscount > 0 {
		limit = min(wanted, in.Store.MaxDiscount)
	}
	if given != limit {
		t.Fatalf("the store gives %d, want %d", given, limit)
	}
	for i, s := range sources {
		got := q.Lines[i].Discount
		if s != pricing.StoreSource {
			if got != uncapped[i] {
				t.Fatalf("line %d: discount %d, want %d", i, got, uncapped[i])
			}
			continue
		}
		// |got × wanted - uncapped × limit| < wanted: less than one unit from the exact share.
		if off := got*wanted - uncapped[i]*limit; off >= wanted || -off >= wanted {
			t.Fatalf("line %d has %d of %d, its share is %d of %d", i, got, limit, uncapped[i], wanted)
		}
	}
}

// Going back and forth in checkout changes nothing: the quote depends on the input
// alone. Without a cap and a coupon, the order of the lines does not change the total.
func TestPriceIsStable_TRAP_M5(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := inputs().Draw(t, "input")
		in.Coupon = coupons().Draw(t, "coupon")
		first := pricing.Price(in)
		pricing.Price(dinner())
		if diff := cmp.Diff(first, pricing.Price(in)); diff != "" {
			t.Fatal(diff)
		}
		in.Store.MaxDiscount, in.Coupon = 0, pricing.Coupon{}
		want := pricing.Price(in).Totals
		in.Lines = rapid.Permutation(in.Lines).Draw(t, "order")
		if diff := cmp.Diff(want, pricing.Price(in).Totals); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestAbsurdAmountsDoNotWrapAround_TRAP_M2(t *testing.T) {
	t.Parallel()
	line := pricing.Line{Base: money.Limit, AddOns: money.Limit, Quantity: 9999, Discount: percent(1)}
	lines := make([]pricing.Line, 500)
	for i := range lines {
		lines[i] = line
	}
	q := pricing.Price(pricing.Input{OrderType: pricing.Delivered, Lines: lines, TaxRate: 10_000,
		Delivery: pricing.Delivery{Metres: 1 << 62, PerKm: money.Limit, Surge: pricing.Surge{Kind: pricing.Percent, Value: 1 << 62}}})
	if q.Total <= 0 || q.Total < q.Subtotal || q.Delivery <= 0 {
		t.Errorf("wrapped around: %+v", q.Totals)
	}
}

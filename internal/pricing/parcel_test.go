package pricing_test

import (
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func TestParcelCharge_PCL01_PRC04(t *testing.T) {
	t.Parallel()
	// Two packages, 4 km: 2.00 and 0.50 a kilometre, 3.00 at least, 1.50 for the second.
	base := pricing.Carriage{Base: 200, PerKm: 50, Minimum: 300, Further: 150, Metres: 4000, Quantity: 2}
	tests := []struct {
		name string
		edit func(*pricing.Carriage)
		want pricing.ParcelCharge
	}{
		{"base, distance and the second package", func(*pricing.Carriage) {}, pricing.ParcelCharge{Base: 200, Distance: 200, Further: 150}},
		{"metres are not rounded to kilometres", func(k *pricing.Carriage) { k.Metres = 4499 }, pricing.ParcelCharge{Base: 200, Distance: 225, Further: 150}},
		{"half a cent rounds up", func(k *pricing.Carriage) { k.PerKm, k.Metres = 1, 4500 }, pricing.ParcelCharge{Base: 200, Distance: 5, Minimum: 95, Further: 150}},
		{"exactly the minimum", func(k *pricing.Carriage) { k.Metres = 2000 }, pricing.ParcelCharge{Base: 200, Distance: 100, Further: 150}},
		{"one metre's price below the minimum", func(k *pricing.Carriage) { k.Metres = 1980 }, pricing.ParcelCharge{Base: 200, Distance: 99, Minimum: 1, Further: 150}},
		{"further packages do not fill the minimum", func(k *pricing.Carriage) { k.Metres, k.Quantity = 0, 5 }, pricing.ParcelCharge{Base: 200, Minimum: 100, Further: 600}},
		{"one package", func(k *pricing.Carriage) { k.Quantity = 1 }, pricing.ParcelCharge{Base: 200, Distance: 200}},
		{"a surge in percent is of all of it", func(k *pricing.Carriage) { k.Surge = pricing.Surge{Kind: pricing.Percent, Value: 1000} },
			pricing.ParcelCharge{Base: 200, Distance: 200, Further: 150, Surge: 55}},
		{"a surge is of the minimum too", func(k *pricing.Carriage) {
			k.Metres, k.Quantity, k.Surge = 0, 1, pricing.Surge{Kind: pricing.Percent, Value: 1000}
		}, pricing.ParcelCharge{Base: 200, Minimum: 100, Surge: 30}},
		{"a fixed surge", func(k *pricing.Carriage) { k.Surge = pricing.Surge{Kind: pricing.Fixed, Value: 75} },
			pricing.ParcelCharge{Base: 200, Distance: 200, Further: 150, Surge: 75}},
		{"nothing is below zero", func(k *pricing.Carriage) {
			*k = pricing.Carriage{Base: -1, PerKm: -1, Minimum: -1, Further: -1, Metres: -1, Quantity: -1, Surge: pricing.Surge{Kind: pricing.Fixed, Value: -1}}
		}, pricing.ParcelCharge{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := base
			tt.edit(&k)
			if diff := cmp.Diff(tt.want, k.Charge()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParcelRows_PCL01_PRC08_TRAP_M8(t *testing.T) {
	t.Parallel()
	charge := pricing.ParcelCharge{Base: 200, Distance: 25, Minimum: 75, Further: 150, Surge: 45}
	priced := pricing.Price(pricing.Input{
		OrderType: pricing.Parcel, Lines: []pricing.Line{charge.Line()}, Parcel: charge, TaxRate: 1000, Tip: 100,
		Store:  pricing.StoreDiscount{Discount: pricing.Discount{Kind: pricing.Percent, Value: 5000}, Active: true},
		Coupon: pricing.Coupon{Kind: pricing.Percent, Value: 2000},
	})
	row := func(code pricing.Code, amount money.Amount) pricing.Row {
		return pricing.Row{Code: code, Label: "price_row." + string(code), Amount: amount}
	}
	want := []pricing.Row{
		row("parcel_base", 200), row("parcel_distance", 25), row("parcel_minimum", 75), row("parcel_further", 150), row("parcel_surge", 45),
		row("coupon_discount", -99), row("tax", 40), row("tip", 100), row("total", 536),
	}
	if diff := cmp.Diff(want, pricing.Rows(priced.Totals)); diff != "" {
		t.Error(diff)
	}
}

func carriages() *rapid.Generator[pricing.Carriage] {
	return rapid.Custom(func(t *rapid.T) pricing.Carriage {
		return pricing.Carriage{
			Base: drawAmount(t, "base", 2000), PerKm: drawAmount(t, "per km", 500), Minimum: drawAmount(t, "minimum", 3000), Further: drawAmount(t, "further", 1000),
			Metres: rapid.Int64Range(0, 80_000).Draw(t, "metres"), Quantity: rapid.Int64Range(1, 50).Draw(t, "packages"),
			Surge: pricing.Surge{Kind: rapid.SampledFrom([]pricing.Kind{"", pricing.Percent, pricing.Fixed}).Draw(t, "surge"), Value: rapid.Int64Range(0, 5000).Draw(t, "by")},
		}
	})
}

// chargeByFractions is the oracle for the whole charge.
func chargeByFractions(k pricing.Carriage) money.Amount {
	way := money.Amount(int64(k.Base)) + rounded(product(rat(k.PerKm), big.NewRat(k.Metres, 1000)))
	if way < k.Minimum {
		way = k.Minimum
	}
	all := way + money.Amount(int64(k.Further)*(k.Quantity-1))
	switch k.Surge.Kind {
	case pricing.Percent:
		all += rounded(product(rat(all), big.NewRat(k.Surge.Value, 10_000)))
	case pricing.Fixed:
		all += money.Amount(k.Surge.Value)
	}
	return all
}

func TestParcelCharge_PCL01_TRAP_R2_equalsTheOracleAndNeverFalls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		k := carriages().Draw(t, "carriage")
		if got, want := k.Charge().Total(), chargeByFractions(k); got != want {
			t.Fatalf("got %d, want %d", got, want)
		}
		further, more := k, k
		further.Metres += rapid.Int64Range(0, 5000).Draw(t, "metres more")
		more.Quantity += rapid.Int64Range(0, 5).Draw(t, "packages more")
		if further.Charge().Total() < k.Charge().Total() || more.Charge().Total() < k.Charge().Total() {
			t.Fatal("a longer way or more packages cost less")
		}
		parcel := pricing.Price(pricing.Input{
			OrderType: pricing.Parcel, Lines: []pricing.Line{k.Charge().Line()}, Parcel: k.Charge(), Coupon: coupons().Draw(t, "coupon"),
			TaxRate: money.Rate(rapid.Int64Range(0, 3000).Draw(t, "tax")), TaxIncluded: rapid.Bool().Draw(t, "included"),
		})
		var sum money.Amount
		for _, r := range pricing.Rows(parcel.Totals) {
			if r.Code == pricing.RowSubtotal || r.Code == pricing.RowDelivery {
				t.Fatalf("the row %s explains nothing", r.Code)
			}
			if r.Code != pricing.RowTotal && r.Code != pricing.RowTaxIncluded {
				sum += r.Amount
			}
		}
		if sum != parcel.Total {
			t.Fatalf("rows add up to %d, the total is %d", sum, parcel.Total)
		}
	})
}

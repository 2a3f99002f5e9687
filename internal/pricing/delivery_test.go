package pricing_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func TestDeliveryFee_PRC04(t *testing.T) {
	t.Parallel()
	// Items of 50.00, 4 km away, 10.00 per km, between 20.00 and 90.00.
	base := pricing.Delivery{Metres: 4000, PerKm: 1000, Min: 2000, Max: 9000}
	const items = 5000

	tests := []struct {
		name string
		edit func(*pricing.Delivery)
		want money.Amount
	}{
		{"distance times rate", func(*pricing.Delivery) {}, 4000},
		{"never below the minimum", func(d *pricing.Delivery) { d.Metres = 300 }, 2000},
		{"never above the maximum", func(d *pricing.Delivery) { d.Metres = 40_000 }, 9000},
		{"a maximum of zero is no cap", func(d *pricing.Delivery) { d.Metres, d.Max = 40_000, 0 }, 40_000},
		{"half a cent rounds up", func(d *pricing.Delivery) { d.PerKm, d.Metres = 1001, 2500 }, 2503},
		{"metres count, not kilometres", func(d *pricing.Delivery) { d.Metres = 2400 }, 2400},
		{"free at exactly the threshold", func(d *pricing.Delivery) { d.FreeOver = 5000 }, 0},
		{"charged one cent below it", func(d *pricing.Delivery) { d.FreeOver = 5001 }, 4000},
		{"free for all stores", func(d *pricing.Delivery) { d.FreeForAll = true }, 0},
		{"the store delivers itself", func(d *pricing.Delivery) { d.StoreDelivers = true }, 0},
		{"a surge in percent", func(d *pricing.Delivery) { d.Surge = pricing.Surge{Kind: pricing.Percent, Value: 1250} }, 4500},
		{"a fixed surge", func(d *pricing.Delivery) { d.Surge = pricing.Surge{Kind: pricing.Fixed, Value: 150} }, 4150},
		{"a surge raises the minimum too", func(d *pricing.Delivery) {
			d.Metres, d.Surge = 0, pricing.Surge{Kind: pricing.Percent, Value: 1000}
		}, 2200},
		{"and goes above the maximum", func(d *pricing.Delivery) {
			d.Metres, d.Surge = 40_000, pricing.Surge{Kind: pricing.Fixed, Value: 1}
		}, 9001},
		{"free stays free under a surge", func(d *pricing.Delivery) {
			d.FreeForAll, d.Surge = true, pricing.Surge{Kind: pricing.Fixed, Value: 150}
		}, 0},
		{"rate, distance and surge are rounded together", func(d *pricing.Delivery) {
			// A third of a cent and half of that: 0.501 cents. Rounded separately, each would be zero.
			d.PerKm, d.Metres, d.Min = 1, 334, 0
			d.Surge = pricing.Surge{Kind: pricing.Percent, Value: 5000}
		}, 1},
		{"a negative distance is none", func(d *pricing.Delivery) { d.Metres = -4000 }, 2000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := base
			tt.edit(&d)
			if got := d.Fee(items); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func deliveries() *rapid.Generator[pricing.Delivery] {
	return rapid.Custom(func(t *rapid.T) pricing.Delivery {
		return pricing.Delivery{
			Metres: rapid.Int64Range(0, 60_000).Draw(t, "metres"),
			PerKm:  drawAmount(t, "per km", 3000),
			Min:    drawAmount(t, "min", 3000),
			Max:    drawAmount(t, "max", 9000),
			Surge: pricing.Surge{Kind: rapid.SampledFrom([]pricing.Kind{"", pricing.Percent, pricing.Fixed}).Draw(t, "surge"),
				Value: rapid.Int64Range(0, 20_000).Draw(t, "surge value")},
			FreeOver: drawAmount(t, "free over", 20_000) * money.Amount(rapid.IntRange(0, 1).Draw(t, "threshold")),
		}
	})
}

func drawAmount(t *rapid.T, label string, limit int64) money.Amount {
	return money.Amount(rapid.Int64Range(0, limit).Draw(t, label))
}

// feeByFractions is the oracle: the rule in words, in exact kilometres.
func feeByFractions(d pricing.Delivery, items money.Amount) money.Amount {
	if d.FreeForAll || d.StoreDelivers || d.FreeOver != 0 && items >= d.FreeOver {
		return 0
	}
	fee := product(rat(d.PerKm), big.NewRat(d.Metres, 1000))
	if fee.Cmp(rat(d.Min)) < 0 {
		fee = rat(d.Min)
	}
	if d.Max != 0 && fee.Cmp(rat(d.Max)) > 0 {
		fee = rat(d.Max)
	}
	switch d.Surge.Kind {
	case pricing.Percent:
		fee.Add(fee, product(fee, big.NewRat(d.Surge.Value, 10_000)))
	case pricing.Fixed:
		fee.Add(fee, big.NewRat(d.Surge.Value, 1))
	}
	return rounded(fee)
}

func TestDeliveryFeeAgainstFractions_PRC04_PRC07(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d, items := deliveries().Draw(t, "delivery"), drawAmount(t, "items", 30_000)
		if got, want := d.Fee(items), feeByFractions(d, items); got != want {
			t.Fatalf("got %d, want %d", got, want)
		}
	})
}

// surchargeByFractions is what the surge adds to the fee, however it is rounded.
func surchargeByFractions(d pricing.Delivery, items money.Amount) money.Amount {
	without := d
	without.Surge = pricing.Surge{}
	return feeByFractions(d, items) - feeByFractions(without, items)
}

func TestDeliverySurchargeAgainstFractions_PRC04_API10(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d, items := deliveries().Draw(t, "delivery"), drawAmount(t, "items", 30_000)
		got, want := d.Surcharge(items), surchargeByFractions(d, items)
		if got != want || got < 0 || got > d.Fee(items) {
			t.Fatalf("got %d of %d, want %d", got, d.Fee(items), want)
		}
	})
}

func TestDeliveryFeeNeverFallsWithDistance_TRAP_M11(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		near, items := deliveries().Draw(t, "delivery"), drawAmount(t, "items", 30_000)
		far := near
		far.Metres += rapid.Int64Range(0, 1<<62).Draw(t, "further")
		if near.Fee(items) > far.Fee(items) {
			t.Fatalf("%d m cost %d, %d m cost %d", near.Metres, near.Fee(items), far.Metres, far.Fee(items))
		}
	})
}

// AlwaysFree is true exactly where no delivery, however far, is charged.
func TestAlwaysFree_PRC04(t *testing.T) {
	t.Parallel()
	charge := func(limit int64) *rapid.Generator[money.Amount] {
		return rapid.Map(rapid.Int64Range(0, limit), func(n int64) money.Amount { return money.Amount(n) })
	}
	rapid.Check(t, func(t *rapid.T) {
		d := pricing.Delivery{
			PerKm: charge(2).Draw(t, "per km"), Min: charge(2).Draw(t, "min"), StoreDelivers: rapid.Bool().Draw(t, "store delivers"),
			FreeOver: charge(2).Draw(t, "free over") * 1000,
			Surge:    pricing.Surge{Kind: rapid.SampledFrom([]pricing.Kind{"", pricing.Percent, pricing.Fixed}).Draw(t, "surge"), Value: rapid.Int64Range(0, 2).Draw(t, "by")},
		}
		d.Metres = 1_000_000 // far
		if fee := d.Fee(0); d.AlwaysFree() != (fee == 0) {
			t.Fatalf("always free %t, but a far delivery costs %d", d.AlwaysFree(), fee)
		}
	})
}

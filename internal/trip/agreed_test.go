package trip_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/trip"
)

// However a trip of some vehicles was discounted, more hours cost the sum of the hourly
// prices, and the tax on that. The oracle computes them in fractions, and knows no discount.
func TestAgreed_RNT09_RNT11_PRC05_moreHoursAreThoseOfTheOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(low, high int64, label string) int64 { return rapid.Int64Range(low, high).Draw(t, label) }
		hours, more, percent := number(1, 200, "hours"), number(1, 200, "more"), number(1, 300, "percent")
		rate, included := money.Rate(number(0, 2500, "tax")), rapid.Bool().Draw(t, "tax included")
		in := pricing.Input{OrderType: pricing.Rental, TaxRate: rate, TaxIncluded: included, Store: drawStoreDiscount(t)}
		perHour := int64(0)
		for range number(1, 3, "vehicles") {
			price, quantity := number(1, 5000, "hourly"), number(1, 6, "quantity")
			perHour += price * quantity
			in.Lines = append(in.Lines, pricing.TripLine(pricing.Rates{Hour: money.Amount(price)}, pricing.Trip{Type: pricing.Hourly, Hours: hours}, quantity, drawDiscount(t)))
		}
		q := pricing.Price(in)
		placed := trip.Trip{
			Type: pricing.Hourly, Hours: hours, Subtotal: q.Subtotal, Discount: q.Discount,
			Tax: q.Tax, TaxIncluded: included, TaxRate: &rate,
		}
		got := placed.Agreed().More(more, percent)

		want := halfUp(big.NewRat(perHour*more*percent, 100))
		tax := halfUp(big.NewRat(want*int64(rate), 10_000))
		if included {
			tax = halfUp(big.NewRat(want*int64(rate), 10_000+int64(rate)))
		} else {
			want += tax
		}
		if int64(got.Amount) != want || int64(got.Tax) != tax {
			t.Fatalf("%d hours more of %+v cost %+v, want %d with %d", more, placed, got, want, tax)
		}
	})
}

func drawDiscount(t *rapid.T) pricing.Discount {
	if rapid.Bool().Draw(t, "percent off") {
		return pricing.Discount{Kind: pricing.Percent, Value: rapid.Int64Range(0, 10_000).Draw(t, "percentage")}
	}
	return pricing.Discount{Kind: pricing.Flat, Value: rapid.Int64Range(0, 20_000).Draw(t, "amount")}
}

func drawStoreDiscount(t *rapid.T) pricing.StoreDiscount {
	return pricing.StoreDiscount{
		Discount: drawDiscount(t), Active: rapid.Bool().Draw(t, "of the provider"),
		MaxDiscount: money.Amount(rapid.Int64Range(0, 5000).Draw(t, "cap")),
	}
}

// halfUp rounds an amount that is not below zero.
func halfUp(r *big.Rat) int64 {
	doubled := new(big.Int).Mul(r.Num(), big.NewInt(2))
	doubled.Add(doubled, r.Denom())
	return new(big.Int).Quo(doubled, new(big.Int).Mul(r.Denom(), big.NewInt(2))).Int64()
}

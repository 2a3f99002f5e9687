package pricing_test

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

func TestLateHours_RNT11_everyHourThatHasBegun(t *testing.T) {
	t.Parallel()
	planned := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for late, want := range map[time.Duration]int64{
		-time.Hour: 0, 0: 0, 30 * time.Minute: 0, 30*time.Minute + 1: 1, time.Hour: 1, time.Hour + 1: 2, 25 * time.Hour: 25,
	} {
		if got := pricing.LateHours(planned, planned.Add(late), 30*time.Minute); got != want {
			t.Errorf("%s late are %d hours, want %d", late, got, want)
		}
	}
}

// More hours cost their part of the rent, and the tax on that by the rate of the trip. If
// that is not known, the tax has the same part in it as before.
func TestAgreedTrip_RNT11_PRC05_PRC07_TRAP_M2_moreHoursAgainstFractions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		trip := pricing.AgreedTrip{
			Rent: money.Amount(rapid.Int64Range(0, 10_000_000).Draw(t, "rent")), Hours: rapid.Int64Range(1, 1000).Draw(t, "hours"),
			TaxIncluded: rapid.Bool().Draw(t, "included"),
		}
		trip.Taxed = money.Amount(rapid.Int64Range(0, int64(trip.Rent)).Draw(t, "taxed"))
		trip.Tax = money.Amount(rapid.Int64Range(0, int64(trip.Taxed)).Draw(t, "tax"))
		if rapid.Bool().Draw(t, "rate known") {
			trip.TaxRate = new(money.Rate(rapid.Int64Range(0, 4000).Draw(t, "rate")))
		}
		hours, percent := rapid.Int64Range(-3, 500).Draw(t, "more"), rapid.Int64Range(0, 1000).Draw(t, "percent")
		got := trip.More(hours, percent)
		if hours <= 0 || percent == 0 {
			if got != (pricing.ExtraCost{}) {
				t.Fatalf("no hours cost %+v", got)
			}
			return
		}
		want := rounded(new(big.Rat).Mul(big.NewRat(int64(trip.Rent), trip.Hours), big.NewRat(hours*percent, 100)))
		tax := money.Amount(0)
		switch {
		case trip.TaxRate != nil:
			tax = taxByFractions(want, *trip.TaxRate, trip.TaxIncluded)
		case trip.Taxed > 0:
			tax = rounded(new(big.Rat).Mul(big.NewRat(int64(trip.Tax), int64(trip.Taxed)), big.NewRat(int64(want), 1)))
		}
		if !trip.TaxIncluded {
			want += tax
		}
		if got.Amount != want || got.Tax != tax {
			t.Fatalf("%+v: %d hours at %d %% cost %+v, want %d with %d", trip, hours, percent, got, want, tax)
		}
	})
}

// Of an hour for 300, a coupon leaves 10, or nothing: their tax says little about the rate.
func TestAgreedTrip_RNT11_PRC05_TRAP_M2_taxIsNotThatOfTheCoupon(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		trip pricing.AgreedTrip
		want pricing.ExtraCost
	}{
		"10 are left":      {pricing.AgreedTrip{Rent: 300, Taxed: 10, Tax: 1, TaxRate: new(money.Rate(800)), Hours: 1}, pricing.ExtraCost{Amount: 3240, Tax: 240}},
		"nothing is left":  {pricing.AgreedTrip{Rent: 300, TaxRate: new(money.Rate(800)), Hours: 1}, pricing.ExtraCost{Amount: 3240, Tax: 240}},
		"in the price":     {pricing.AgreedTrip{Rent: 300, Taxed: 10, Tax: 1, TaxRate: new(money.Rate(800)), TaxIncluded: true, Hours: 1}, pricing.ExtraCost{Amount: 3000, Tax: 222}},
		"no rate is known": {pricing.AgreedTrip{Rent: 300, Taxed: 10, Tax: 1, Hours: 1}, pricing.ExtraCost{Amount: 3300, Tax: 300}},
	} {
		if got := tt.trip.More(10, 100); got != tt.want {
			t.Errorf("%s: ten more hours cost %+v, want %+v", name, got, tt.want)
		}
	}
}

// The rows after the total, and the total, add up to what was paid in the end.
func TestTripEnd_RNT11_TRAP_M8_rowsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) money.Amount {
			return money.Amount(rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 1000)).Draw(t, name))
		}
		e := pricing.TripEnd{Deposit: amount("deposit"), Extension: amount("extension"), Late: amount("late"), Returned: rapid.Bool().Draw(t, "returned")}
		e.ExtensionTax, e.LateTax = e.Extension/11, e.Late/11
		e.Total = e.Deposit + amount("rent")
		e.Refunded = money.Amount(rapid.Int64Range(0, int64(e.Paid())).Draw(t, "refunded"))
		agreed := []pricing.Row{{Code: pricing.RowTotal, Amount: e.Total}}
		rows := e.Rows(agreed)
		sum, paid, due, taxes, back := money.Amount(0), money.Amount(-1), money.Amount(0), money.Amount(0), money.Amount(0)
		for _, r := range rows {
			switch r.Code {
			case pricing.RowPaid:
				paid = r.Amount
			case pricing.RowDepositBack:
				sum, back = sum+r.Amount, -r.Amount
			case pricing.RowAtReturn:
				due = r.Amount
			case pricing.RowExtensionTax, pricing.RowLateTax:
				taxes += r.Amount
			default:
				sum += r.Amount
			}
		}
		hasPaid := e.Refunded > 0 || e.Returned && e.Deposit+e.Extension+e.Late > 0
		if sum != e.Paid() || paid >= 0 && paid != e.Paid() || (paid >= 0) != hasPaid {
			t.Fatalf("%+v: rows %v add up to %d, paid are %d", e, rows, sum, e.Paid())
		}
		if e.Returned && back != max(e.Deposit-e.Extension-e.Late, 0) || !e.Returned && back != 0 {
			t.Fatalf("%+v: %d of the deposit come back", e, back)
		}
		if taxes != e.ExtensionTax+e.LateTax {
			t.Fatalf("%+v: the rows %v show a tax of %d", e, rows, taxes)
		}
		if e.Returned && due != 0 || !e.Returned && due != max(e.Extension+e.Late-e.Deposit, 0) {
			t.Fatalf("%+v: due at the return are %d", e, due)
		}
	})
}

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

// More hours cost their part of the rent, and the tax has the same part in it as before.
func TestAgreedTrip_RNT11_moreHoursAgainstFractions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		trip := pricing.AgreedTrip{
			Rent: money.Amount(rapid.Int64Range(0, 10_000_000).Draw(t, "rent")), Hours: rapid.Int64Range(1, 1000).Draw(t, "hours"),
			TaxIncluded: rapid.Bool().Draw(t, "included"),
		}
		trip.Taxed = money.Amount(rapid.Int64Range(0, int64(trip.Rent)).Draw(t, "taxed"))
		trip.Tax = money.Amount(rapid.Int64Range(0, int64(trip.Taxed)).Draw(t, "tax"))
		hours, percent := rapid.Int64Range(-3, 500).Draw(t, "more"), rapid.Int64Range(0, 1000).Draw(t, "percent")
		got := trip.More(hours, percent)
		if hours <= 0 || percent == 0 {
			if got != (pricing.Charge{}) {
				t.Fatalf("no hours cost %+v", got)
			}
			return
		}
		want := rounded(new(big.Rat).Mul(big.NewRat(int64(trip.Rent), trip.Hours), big.NewRat(hours*percent, 100)))
		tax := money.Amount(0)
		if trip.Taxed > 0 {
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

// The rows after the total, and the total, add up to what was paid in the end.
func TestTripEnd_RNT11_TRAP_M8_rowsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) money.Amount { return money.Amount(rapid.Int64Range(0, 1000).Draw(t, name)) }
		e := pricing.TripEnd{Deposit: amount("deposit"), Extension: amount("extension"), Late: amount("late"), Returned: rapid.Bool().Draw(t, "returned")}
		e.Total = e.Deposit + amount("rent")
		e.Refunded = money.Amount(rapid.Int64Range(0, int64(e.Paid())).Draw(t, "refunded"))
		agreed := []pricing.Row{{Code: pricing.RowTotal, Amount: e.Total}}
		rows := e.Rows(agreed)
		sum, paid, due := money.Amount(0), money.Amount(-1), money.Amount(0)
		for _, r := range rows {
			switch r.Code {
			case pricing.RowPaid:
				paid = r.Amount
			case pricing.RowAtReturn:
				due = r.Amount
			default:
				sum += r.Amount
			}
		}
		if sum != e.Paid() || paid >= 0 && paid != e.Paid() || paid < 0 && e.Refunded > 0 {
			t.Fatalf("%+v: rows %v add up to %d, paid are %d", e, rows, sum, e.Paid())
		}
		if e.Returned && due != 0 || !e.Returned && due != max(e.Extension+e.Late-e.Deposit, 0) {
			t.Fatalf("%+v: due at the return are %d", e, due)
		}
	})
}

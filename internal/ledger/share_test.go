package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hawker/internal/ledger"
	"hawker/internal/money"
)

func sumOf(entries []ledger.Entry) (sum money.Amount) {
	for _, e := range entries {
		sum += e.Amount
	}
	return sum
}

// However an amount is given back in parts, each account gives no more than it has, and all
// of it in the end.
func TestShare_TRAP_O3_partsAddUp(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		var left []ledger.Entry
		for i := range 1 + r.IntN(6) {
			left = append(left, ledger.Entry{Account: fmt.Sprint("store:", i), Amount: money.Amount(r.IntN(5000))})
		}
		if spent := sumOf(left) / 3; r.IntN(2) == 0 { // on a coupon
			left = append(left, ledger.Entry{Account: ledger.Coupons, Amount: -spent})
		}
		for sumOf(left) > 0 {
			amount := 1 + money.Amount(r.Int64N(int64(sumOf(left))))
			shares := ledger.Share(left, amount)
			if sumOf(shares) != amount {
				t.Fatalf("seed %d: the shares of %d add up to %d", seed, amount, sumOf(shares))
			}
			for i, s := range shares {
				before := left[i].Amount
				if left[i].Amount -= s.Amount; before >= 0 && (s.Amount < 0 || left[i].Amount < 0) || before < 0 && (s.Amount > 0 || left[i].Amount > 0) {
					t.Fatalf("seed %d: %d of %d was taken from %s", seed, s.Amount, before, s.Account)
				}
			}
		}
		for _, e := range left {
			if e.Amount != 0 {
				t.Fatalf("seed %d: %d is left of %s", seed, e.Amount, e.Account)
			}
		}
	}
}

func TestShare_TRAP_O3(t *testing.T) {
	t.Parallel()
	earned := []ledger.Entry{{Account: "store:1", Amount: 900}, {Account: ledger.Tax, Amount: 90}, {Account: ledger.Delivery, Amount: 110}, {Account: ledger.Coupons, Amount: -100}}
	got := ledger.Share(earned, 100)
	want := []ledger.Entry{{Account: "store:1", Amount: 90}, {Account: ledger.Tax, Amount: 9}, {Account: ledger.Delivery, Amount: 11}, {Account: ledger.Coupons, Amount: -10}}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("a tenth: %v, want %v", got, want)
		}
	}
	if got := ledger.Share(earned, 5000); sumOf(got) != 1000 {
		t.Errorf("more than there is: %v", got)
	}
	for name, got := range map[string][]ledger.Entry{
		"of nothing":                  ledger.Share(nil, 5),
		"of entries that add up to 0": ledger.Share([]ledger.Entry{{Account: ledger.Tax, Amount: 5}, {Account: ledger.Coupons, Amount: -5}}, 5),
		"no amount":                   ledger.Share(earned, 0),
		"an amount below zero":        ledger.Share(earned, -5),
	} {
		if got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

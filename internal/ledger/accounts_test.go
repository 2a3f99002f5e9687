package ledger_test

import (
	"testing"

	"hawker/internal/ledger"
)

// The names are in the database, so they stay as they are.
func TestAccounts_WAL01_haveTheirOwnerInTheirName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		account, want string
		owner         int64 // of a wallet; 0: it is none
		wallet, tip   bool
	}{
		{account: ledger.Store(10), want: "store:10"},
		{account: ledger.Provider(10), want: "provider:10"},
		{account: ledger.Rider(10), want: "rider:10", tip: true},
		{account: ledger.Gateway("card"), want: "gateway:card"},
		{account: ledger.Wallet(10), want: "wallet:10", owner: 10, wallet: true},
		{account: ledger.Points(10), want: "points:10"},
		{account: ledger.OwedPoints(10), want: "owed_points:10"},
		{account: ledger.Tips, want: "tips", tip: true},
		{account: ledger.Tax, want: "tax"},
		{account: "wallet:", want: "wallet:", wallet: true},
		{account: "wallet:9223372036854775808", want: "wallet:9223372036854775808", wallet: true}, // no int64
	} {
		if tt.account != tt.want {
			t.Errorf("the account is %q, want %q", tt.account, tt.want)
		}
		if got := ledger.OwnerOf(tt.account); got != tt.owner {
			t.Errorf("%s belongs to customer %d, want %d", tt.account, got, tt.owner)
		}
		if got := ledger.IsWallet(tt.account); got != tt.wallet {
			t.Errorf("%s is a wallet: %t", tt.account, got)
		}
		if got := ledger.IsTip(tt.account); got != tt.tip {
			t.Errorf("%s is a tip: %t", tt.account, got)
		}
	}
}

// So are the names of kinds and subjects.
func TestKinds_WAL01_haveTheIDOfWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		string(ledger.Refund(10)):           "refund:10",
		string(ledger.MoneyReturned("r-1")): "money_returned:r-1",
		string(ledger.ReturnFailed("r-1")):  "return_failed:r-1",
		ledger.Order(10).String():           "order:10",
		ledger.Other("trip", 10).String():   "trip:10",
		ledger.RefundOf(10, "3").String():   "payment_refund:3:10",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

package payment_test

import (
	"errors"
	"testing"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/refund"
)

// giveBack refunds units of an order's first line; 0: all that is left.
func (f fixture) giveBack(t *testing.T, o order.OrderDetails, units int64, toWallet bool) order.OrderDetails {
	t.Helper()
	d := refund.Decision{PurchaseID: o.ID, Approve: true, ToWallet: toWallet, Reason: "cold", Whole: units == 0, Refunded: f.order(t, o.Order).Refunded}
	if units > 0 {
		d.Lines = []refund.Line{{LineID: o.Lines[0].ID, Quantity: units}}
	}
	got, err := f.Orders.DecideRefund(t.Context(), f.Admin(t), d)
	if err != nil {
		t.Fatal(err)
	}
	f.DoJobs(t)
	return got
}

// What went into the wallet stays there, although it was spent: only the rest goes to the
// source later.
func TestRefund_O3_takesNothingFromTheWalletAgain(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 0)
		cash := f.Place(t, "in cash", ordertest.BuyNow(shopper, f.item, 2))
		card, page := f.placeByCard(t, "by card", shopper)
		f.Deliver(t, f.Gateway.Pay(*page.Session))
		for _, o := range []order.OrderDetails{cash, card} {
			from := ledger.Cash
			if o.PaymentMethod == purchase.DigitalPayment {
				from = ledger.Gateway("card")
			}
			f.deliver(t, o.Order)
			part := f.giveBack(t, o, 1, true).Refunded
			if got := f.Balance(t, ledger.Wallet(customer)); part == 0 || got != part {
				t.Fatalf("%s: %d was refunded, the wallet has %d", from, part, got)
			}
			f.Credit(t, customer, -part) // it is spent
			f.giveBack(t, o, 0, false)
			if wallet, left := f.Balance(t, ledger.Wallet(customer)), f.Sum(t, from); wallet != 0 || left != part {
				t.Errorf("%s: the wallet has %d, of the source %d is left, want 0 and %d", from, wallet, left, part)
			}
		}
		if sent := money.Amount(f.Number(t, `SELECT sent_back FROM charges`)); sent != card.Total-f.Sum(t, ledger.Gateway("card")) || f.Sum(t, ledger.Clearing) != 0 {
			t.Errorf("the card got %d of %d", sent, card.Total)
		}
	})
}

// Somebody with the link of an order may pay the rest of it from their wallet: that is
// where it goes back, in parts too, and first of all wallets that have paid.
func TestRefund_O3_goesToTheWalletThatHasPaid(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		mine, shopper := f.WithMoney(t, 300)
		theirs, _ := f.WithMoney(t, 10_000)
		o := f.Place(t, "two wallets", withWallet(ordertest.ByCard(ordertest.BuyNow(shopper, f.item, 3)), mine))
		o, err := f.Orders.ChangeMethod(t.Context(), order.Owner{Token: f.Tokens.Tracking(o.ID)},
			purchase.MethodChange{ID: o.ID, CustomerID: theirs, Method: purchase.WalletPayment})
		if err != nil {
			t.Fatal(err)
		}
		f.deliver(t, o.Order)
		have := func(when string, mineWant, theirsWant money.Amount) {
			t.Helper()
			if a, b := f.Balance(t, ledger.Wallet(mine)), f.Balance(t, ledger.Wallet(theirs)); a != mineWant || b != theirsWant {
				t.Errorf("%s: the shopper's wallet has %d, the other %d, want %d and %d", when, a, b, mineWant, theirsWant)
			}
		}
		left := 10_000 - (o.Total - 300)
		have("paid", 0, left)
		part := f.giveBack(t, o, 1, false).Refunded
		have("a part is back", 0, left+part)
		f.giveBack(t, o, 1, true)
		have("two parts are back", 0, left+2*part)
		f.giveBack(t, o, 0, false)
		have("all is back", 300, 10_000)
	})
}

// What goes back into the wallet of a deleted account is nobody's.
func TestRefund_PROF05_intoADeletedWalletIsBookedAway(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 10_000)
		r := ordertest.BuyNow(shopper, f.item, 3)
		r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
		o := f.Place(t, "from the wallet", r)
		f.deliver(t, o.Order)
		err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error {
			return errors.Join(f.Wallets.Erase(t.Context(), tx, customer), f.Orders.Anonymize(t.Context(), tx, shopper))
		})
		if err != nil {
			t.Fatal(err)
		}
		f.Exec(t, `UPDATE customers SET first_name = '', email = NULL, email_folded = NULL, phone = NULL, password_hash = '', erased_at = 1 WHERE id = $1`, customer)
		f.giveBack(t, o, 1, false)
		f.giveBack(t, o, 1, false)
		f.giveBack(t, o, 0, false)
		if wallet, away := f.Balance(t, ledger.Wallet(customer)), f.Sum(t, ledger.Abandoned); wallet != 0 || away != -10_000 {
			t.Errorf("the wallet has %d, %d is booked away", wallet, away)
		}
	})
}

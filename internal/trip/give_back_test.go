package trip_test

import (
	"testing"
	"time"

	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// Somebody with the link of a guest's trip may pay it from their wallet: its deposit goes
// back there, because a guest has none.
func TestDeposit_RNT11_goesBackToTheWalletThatHasPaid(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		customer, _ := f.WithMoney(t, 10_000)
		r := triptest.Request(f.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		d := f.Book(t, "key-1", r, time.Time{})
		_, err := f.Trips.ChangeMethod(t.Context(), purchase.Owner{Token: f.Tokens.Tracking(d.ID)},
			purchase.MethodChange{ID: d.ID, CustomerID: customer, Method: purchase.WalletPayment})
		if got := f.Balance(t, ledger.Wallet(customer)); err != nil || got != 10_000-7200 {
			t.Fatalf("paid: the wallet has %d, %v", got, err)
		}
		if rows := rowsOf(f.ReadTrip(t, d)); rows[pricing.RowWallet] != -7200 {
			t.Errorf("paid from the wallet: rows %v", rows)
		}
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		f.Clock.Advance(2 * time.Hour)
		f.MoveTrip(t, d.ID, trip.Completed)
		if got := f.Balance(t, ledger.Wallet(customer)); got != 10_000-2200 {
			t.Errorf("returned: the wallet has %d", got)
		}
	})
}

// A canceled trip says what came back of all that was paid, as one of which a part came back.
func TestCancel_RNT11_ORD01_TRAP_M8_theRowsHaveAllThatCameBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		customer, shopper := f.WithMoney(t, 2000)
		partly := func(key string) trip.Details {
			r := triptest.Request(shopper)
			r.CustomerID, r.PaymentMethod, r.UseWallet = customer, purchase.CashOnDelivery, true
			return f.Book(t, key, r, time.Time{})
		}
		all := ways(t, f)
		all["partly by wallet"] = partly
		for way, back := range map[string]money.Amount{"wallet": 7200, "card": 7200, "cash": 0, "partly by wallet": 2000} {
			d := all[way]("key of " + way)
			f.MoveTrip(t, d.ID, trip.Canceled)
			d = f.ReadTrip(t, d)
			rows := rowsOf(d)
			paid, known := rows[pricing.RowPaid]
			if rows[pricing.RowRefunded] != -back || known != (back > 0) || paid != 0 {
				t.Errorf("%s: rows %v, want %d back", way, d.Rows(), back)
			}
		}
	})
}

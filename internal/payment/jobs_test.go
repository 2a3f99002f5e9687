package payment_test

import (
	"testing"
	"time"

	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/payment"
)

func TestCheck_asksTheGatewayWhenNoWebhookCame(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		paid, left := f.OpenTopUp(t, customer, 5000, 0), f.OpenTopUp(t, customer, 300, 0)
		f.Gateway.Pay(*paid.Session)
		if err := f.Payments.Check(t.Context(), paid); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if f.Balance(t, ledger.Wallet(customer)) != 5000 {
			t.Error("the payment is not found by asking")
		}
		f.Clock.Advance(2 * time.Hour)
		f.DoJobs(t)
		if got := f.read(t, left.ID); got.State != payment.Expired || f.Gateway.Payable(*left.Session) {
			t.Errorf("nobody paid in time: %s, and its page can be paid: %t", got.State, f.Gateway.Payable(*left.Session))
		}
	})
}

// A debit can take days. No webhook comes, and its order is canceled meanwhile.
func TestCheck_CHK03_WAL02_findsMoneyThatWasOnItsWayForFiveDays(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.Customer(t)
		o, forOrder := f.placeByCard(t, "slow", shopper)
		topUp := f.OpenTopUp(t, customer, 5000, 0)
		for _, p := range []payment.Payment{forOrder, topUp} {
			f.Gateway.End(*p.Session, payment.Pending)
			if err := f.Payments.Check(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
		doDueJobs(t, f.Fixture)
		f.Clock.Advance(5 * 24 * time.Hour)
		doDueJobs(t, f.Fixture)
		if got := f.order(t, o.Order); got.Status != order.Canceled || f.read(t, topUp.ID).State != payment.Pending {
			t.Fatalf("after five days: %s", got.Status)
		}
		f.Gateway.Pay(*forOrder.Session)
		f.Gateway.Pay(*topUp.Session)
		f.Clock.Advance(10 * 24 * time.Hour)
		doDueJobs(t, f.Fixture)
		if got := f.Balance(t, ledger.Wallet(customer)); got != 5000 {
			t.Errorf("the wallet has %d", got)
		}
		if got := f.order(t, o.Order); got.PaymentStatus != "refunded" || len(f.Gateway.Refunds()) != 1 {
			t.Errorf("the order is %s, sent back: %+v", got.PaymentStatus, f.Gateway.Refunds())
		}
	})
}

func TestCheck_WAL01_aPageEndsAfterItsTime(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		gone, lastMoment := f.OpenTopUp(t, customer, 300, 0), f.OpenTopUp(t, customer, 5000, 0)
		f.Exec(t, `UPDATE payments SET session = 'session-gone' WHERE id = $1`, gone.ID)
		isPaid := false
		f.Gateway.Fail = func(call string) error {
			if call == "close" && !isPaid {
				isPaid = true
				f.Gateway.Pay(*lastMoment.Session)
			}
			return nil
		}
		f.Clock.Advance(2 * time.Hour)
		doDueJobs(t, f.Fixture)
		if got := f.read(t, gone.ID); got.State != payment.Expired {
			t.Errorf("the gateway does not know the page: %s", got.State)
		}
		if got := f.read(t, lastMoment.ID); got.State != payment.Paid || f.Balance(t, ledger.Wallet(customer)) != 5000 {
			t.Errorf("paid at the last moment: %s", got.State)
		}
	})
}

package payment_test

import (
	"errors"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
)

// cancelPaid cancels an order that was paid by card. It returns the id of its refund.
func (f fixture) cancelPaid(t *testing.T, key string) (order.OrderDetails, string) {
	t.Helper()
	o, page := f.placeByCard(t, key, f.Guest(t))
	f.Deliver(t, f.Gateway.Pay(*page.Session))
	if err := f.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByShopper, ""); err != nil {
		t.Fatal(err)
	}
	f.DoJobs(t)
	return o, f.text(t, `SELECT r.id FROM payment_refunds r JOIN charges c ON c.id = r.charge_id WHERE c.payment_id = $1`, page.ID)
}

func (f fixture) text(t *testing.T, query string, args ...any) string {
	t.Helper()
	found, err := db.One[string](t.Context(), f.DB.R, query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func (f fixture) refundStatus(t *testing.T, id string) payment.RefundStatus {
	t.Helper()
	return payment.RefundStatus(f.text(t, `SELECT status FROM payment_refunds WHERE id = $1`, id))
}

// A bank sends the money back days after the gateway said that it is done.
func TestRefund_ORD04_O3_failsAfterItWasDone(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		admin := f.Admin(t)
		o, id := f.cancelPaid(t, "key-1")
		for try := range 2 {
			if f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Clearing) != 0 || len(f.problems(t)) != 0 {
				t.Fatalf("try %d was not sent", try)
			}
			sentAs := f.sentAs(t, id)
			f.Clock.Advance(5 * 24 * time.Hour)
			f.Deliver(t, f.Gateway.Refunded(sentAs, payment.ReportedFailed))
			n := f.problems(t)
			if len(n) != 1 || n[0].Kind != payment.FailedRefund || n[0].ID != id || n[0].At != f.Clock.Now().UnixMilli() || n[0].Retries != try {
				t.Fatalf("problems: %+v", n)
			}
			if f.Sum(t, ledger.Gateway("card")) != o.Total || f.Sum(t, ledger.Clearing) != -o.Total {
				t.Errorf("the gateway has %d, %d must go back", f.Sum(t, ledger.Gateway("card")), -f.Sum(t, ledger.Clearing))
			}
			f.check(t)
			f.reconciles(t)
			if err := f.Payments.DecideRefund(t.Context(), admin, id, payment.Decision{Action: payment.Retry}); err != nil {
				t.Fatal(err)
			}
			f.check(t)
			f.DoJobs(t)
		}
		if f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Clearing) != 0 || f.refundStatus(t, id) != payment.RefundDone {
			t.Error("it was not sent at last")
		}
		f.reconciles(t)
	})
}

// Whatever the order in which a gateway reports it, and how often, a refund that failed at
// last has failed.
func TestRefund_O1_endsTheSameInEveryOrderOfItsReports(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Gateway.RefundState = payment.ReportedPending
		failed := 0
		permutations(4, func(sequence []int) {
			_, id := f.cancelPaid(t, "key")
			var hooks []paymenttest.Webhook
			for _, state := range []payment.ReportedState{payment.ReportedDone, payment.ReportedPending, payment.ReportedDone, payment.ReportedFailed} {
				hooks = append(hooks, f.Gateway.Refunded(id, state))
			}
			for _, i := range sequence {
				if err := f.Payments.Receive(t.Context(), "card", hooks[i].Header, hooks[i].Body); err != nil {
					t.Fatal(err)
				}
				f.handle(t)
			}
			failed++
			if n, err := f.Payments.CountProblems(t.Context()); err != nil || n != failed || f.refundStatus(t, id) != payment.RefundFailed {
				t.Errorf("%v: it is %s, of %d failed ones are listed %d, %v", sequence, f.refundStatus(t, id), failed, n, err)
			}
		})
		f.reconciles(t)
	})
}

// A refund that the gateway has made, although it refused to at another try, is not sent
// again.
func TestRefund_O3_aReportSaysMoreThanARefusal(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		for _, last := range []payment.ReportedState{payment.ReportedDone, payment.ReportedPending, payment.ReportedFailed} {
			f.Gateway.Fail = func(call string) error {
				if call == "refund" {
					return payment.ErrRefused
				}
				return nil
			}
			o, id := f.cancelPaid(t, string(last))
			if got := f.refundStatus(t, id); got != payment.RefundFailed {
				t.Fatalf("refused it is %s", got)
			}
			f.Gateway.Fail = nil
			charge := f.text(t, `SELECT c.ref FROM charges c JOIN payment_refunds r ON r.charge_id = c.id WHERE r.id = $1`, id)
			made := payment.RefundOrder{RefundID: id, Charge: charge, Money: payment.Money{Amount: o.Total, Digits: 2, Currency: "USD"}}
			if _, err := f.Gateway.Refund(t.Context(), made); err != nil {
				t.Fatal(err)
			}
			f.Deliver(t, f.Gateway.Refunded(id, last))
			want := map[payment.ReportedState]payment.RefundStatus{
				payment.ReportedDone: payment.RefundDone, payment.ReportedPending: payment.RefundPending, payment.ReportedFailed: payment.RefundFailed,
			}[last]
			if got := f.refundStatus(t, id); got != want {
				t.Errorf("reported as %s it is %s", last, got)
			}
			f.check(t)
		}
	})
}

func TestRefund_O3_isAskedAboutWhenNoWebhookCame(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Gateway.RefundState = payment.ReportedPending
		_, soon := f.cancelPaid(t, "soon")
		_, late := f.cancelPaid(t, "late")
		_, never := f.cancelPaid(t, "never")
		f.Gateway.Refunded(soon, payment.ReportedDone) // its webhook is lost
		f.Clock.Advance(time.Hour)
		f.DoJobs(t)
		if f.refundStatus(t, soon) != payment.RefundDone || f.refundStatus(t, late) != payment.RefundPending {
			t.Errorf("after an hour they are %s and %s", f.refundStatus(t, soon), f.refundStatus(t, late))
		}
		f.Gateway.Refunded(late, payment.ReportedFailed)
		f.Clock.Advance(3 * 24 * time.Hour)
		f.DoJobs(t)
		if n := f.problems(t); len(n) != 1 || n[0].ID != late || f.refundStatus(t, never) != payment.RefundPending {
			t.Errorf("after three days: %+v, %s", n, f.refundStatus(t, never))
		}
		f.reconciles(t)
	})
}

// The key of the gateway was revoked on Friday, and is replaced on Monday.
func TestRefund_O3_waitsForAGatewayThatIsAway(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Gateway.Fail = func(call string) error {
			if call == "refund" {
				return errors.New("the key is wrong")
			}
			return nil
		}
		_, id := f.cancelPaid(t, "key-1")
		for range 130 { // more than a day
			f.Clock.Advance(15 * time.Minute)
			doDueJobs(t, f.Fixture)
		}
		f.check(t)
		f.Gateway.Fail = nil
		f.Clock.Advance(15 * time.Minute)
		f.DoJobs(t)
		if f.refundStatus(t, id) != payment.RefundDone || f.Sum(t, ledger.Clearing) != 0 {
			t.Errorf("it is %s", f.refundStatus(t, id))
		}
	})
}

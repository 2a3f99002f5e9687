package payment_test

import (
	"slices"
	"testing"

	"hawker/internal/ledger"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
)

// permutations calls do with every order of n things.
func permutations(n int, do func(order []int)) {
	var extend func(chosen []int)
	extend = func(chosen []int) {
		if len(chosen) == n {
			do(chosen)
			return
		}
		for i := range n {
			if !slices.Contains(chosen, i) {
				extend(append(slices.Clone(chosen), i))
			}
		}
	}
	extend(nil)
}

func TestMerge_O1_endsTheSameInEveryOrderOfFiveEvents(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		permutations(5, func(sequence []int) {
			customer, _ := f.Customer(t)
			p := f.OpenTopUp(t, customer, 700, 0)
			session := *p.Session
			hooks := []paymenttest.Webhook{
				f.Gateway.End(session, payment.Pending), f.Gateway.End(session, payment.Failed),
				f.Gateway.Pay(session), f.Gateway.Pay(session), f.Gateway.End(session, payment.Expired),
			}
			for _, i := range sequence {
				if err := f.Payments.Receive(t.Context(), "card", hooks[i].Header, hooks[i].Body); err != nil {
					t.Fatal(err)
				}
				f.handle(t)
			}
			got, charges := f.read(t, p.ID), f.charges(t, p.ID)
			if got.State != payment.Paid || f.Balance(t, ledger.Wallet(customer)) != 700 || !slices.Equal(charges, []payment.ChargeStatus{payment.Accepted, payment.Returned}) {
				t.Errorf("%v: %s, %v", sequence, got.State, charges)
			}
		})
		f.DoJobs(t)
		if got := f.Sum(t, ledger.Clearing); got != 0 {
			t.Errorf("%d is still in the clearing account", got)
		}
		if got := f.Sum(t, ledger.Gateway("card")); got != 120*700 {
			t.Errorf("the gateway has %d", got)
		}
	})
}

func TestMerge_WAL02_holdsWhatDoesNotFit(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		for name, edit := range map[string]func(*payment.Report){
			"another amount":   func(r *payment.Report) { r.Charges[0].Money.Amount = 5001 },
			"another currency": func(r *payment.Report) { r.Charges[0].Money.Currency = "EUR" },
			"another payment":  func(r *payment.Report) { r.PaymentID = "nobody's" },
			"another page":     func(r *payment.Report) { r.Session = "session-other" },
		} {
			p := f.OpenTopUp(t, customer, 5000, 0)
			r := payment.Report{Session: *p.Session, PaymentID: p.ID, State: payment.Paid, Charges: []payment.Charge{{Ref: name, Money: p.Money()}}}
			edit(&r)
			f.Deliver(t, f.Gateway.Sign(payment.Event{Kind: "page.paid", Report: &r}))
			held := f.Number(t, `SELECT COUNT(*) FROM charges WHERE ref = $1 AND status = 'held' AND reason <> ''`, name)
			if held != 1 || f.Balance(t, ledger.Wallet(customer)) != 0 || f.Sum(t, ledger.Gateway("card")) != 0 {
				t.Errorf("%s: held %d, the wallet has %d", name, held, f.Balance(t, ledger.Wallet(customer)))
			}
		}
	})
}

package payment_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"hawker/internal/order"
	"hawker/internal/payment"
)

func TestReconcile_WAL02_namesEveryDifference(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		kept := f.OpenTopUp(t, customer, 5000, 0)
		f.Deliver(t, f.Gateway.Pay(*kept.Session))
		o, page := f.placeByCard(t, "refunded", f.Guest(t))
		f.Deliver(t, f.Gateway.Pay(*page.Session))
		if err := f.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByShopper, ""); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		find := func() []string {
			t.Helper()
			all, err := payment.Reconcile(t.Context(), f.DB.R, f.Gateway, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, d := range all {
				found = append(found, d.Kind+": "+d.What)
			}
			slices.Sort(found)
			return found
		}
		if got := find(); len(got) != 0 {
			t.Fatalf("both agree, but it found %q", got)
		}
		lost := f.OpenTopUp(t, customer, 700, 0)
		f.Gateway.Pay(*lost.Session) // its webhook is lost
		f.Gateway.Tamper(page.ID)
		f.Exec(t, `INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at) VALUES ('card', 'invented', NULL, 900, 2, 'USD', 'held', 'x', $1)`, f.Clock.Now().UnixMilli())
		want := []string{"charge: the amounts differ", "charge: the gateway does not list it", "charge: we do not know of it", "refund: the gateway does not list it as done"}
		if got := find(); !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
		f.Exec(t, `DELETE FROM charges WHERE ref = 'invented'`)
		f.Gateway.Untamper(page.ID)
		f.Clock.Advance(2 * time.Hour)
		f.DoJobs(t)
	})
}

func TestGatewaysUsed_WAL02_areThoseOfThePeriod(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		used := func(after time.Duration) []string {
			t.Helper()
			from := f.Clock.Now().Add(after)
			names, err := payment.GatewaysUsed(t.Context(), f.DB.R, from, from.Add(time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			return names
		}
		f.Exec(t, `INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at) VALUES ('former', 'r', NULL, 900, 2, 'USD', 'held', 'x', $1)`, f.Clock.Now().UnixMilli())
		customer, _ := f.Customer(t)
		page := f.OpenTopUp(t, customer, 5000, 0)
		if got := used(0); !slices.Equal(got, []string{page.Gateway, "former"}) {
			t.Errorf("in the hour: %q", got)
		}
		if got := used(time.Hour); len(got) != 0 {
			t.Errorf("an hour later: %q", got)
		}
	})
}

// dated is a gateway that lists everything by when it was made, as real ones do.
type dated struct {
	payment.Gateway
	made time.Time
}

func (g dated) List(ctx context.Context, from, to time.Time, yield func(payment.Record) error) error {
	return g.Gateway.List(ctx, from, to, func(r payment.Record) error {
		if r.At = g.made; r.At.Before(from) || !r.At.Before(to) {
			return nil
		}
		return yield(r)
	})
}

// A refund that took days is in the gateway's list of the day on which it was made.
func TestReconcile_WAL02_ORD04_aRefundThatTookDaysIsFound(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Gateway.RefundState = payment.ReportedPending
		o, id := f.cancelPaid(t, "slow")
		gateway := dated{f.Gateway, f.Clock.Now()}
		f.Clock.Advance(5 * 24 * time.Hour)
		f.Deliver(t, f.Gateway.Refunded(id, payment.ReportedDone))
		f.DoJobs(t)
		if got := f.refundStatus(t, id); got != payment.RefundDone {
			t.Fatalf("it is %s", got)
		}
		find := func() []payment.Difference {
			t.Helper()
			found, err := payment.Reconcile(t.Context(), f.DB.R, gateway, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		if found := find(); len(found) != 0 {
			t.Errorf("both agree, but it found %v", found)
		}
		page := f.text(t, `SELECT id FROM payments WHERE purchase_id = $1`, o.ID)
		f.Gateway.Tamper(page)
		if found := find(); len(found) != 1 || found[0].Kind != "refund" || found[0].What != "the gateway does not list it as done" {
			t.Errorf("one that is not done there: %v", found)
		}
		f.Gateway.Untamper(page)
	})
}

// differences compares the last hour with a gateway.
func (f fixture) differences(t *testing.T, g payment.Gateway) []payment.Difference {
	t.Helper()
	found, err := payment.Reconcile(t.Context(), f.DB.R, g, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const day = 24 * time.Hour

// A debit that took days is in the gateway's list of the day on which it began.
func TestReconcile_WAL02_aDebitThatTookDaysIsFound(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		arrived, gateway := f.OpenTopUp(t, customer, 5000, 0), dated{f.Gateway, f.Clock.Now()}
		f.Clock.Advance(40 * day)
		f.Deliver(t, f.Gateway.Pay(*arrived.Session))
		if found := f.differences(t, gateway); len(found) != 0 {
			t.Errorf("both agree, but it found %v", found)
		}
		f.Gateway.Tamper(arrived.ID)
		if found := f.differences(t, gateway); len(found) != 1 || found[0].What != "the amounts differ" {
			t.Errorf("it arrived with another amount: %v", found)
		}
		f.Clock.Advance(2 * time.Hour)
		if found := f.differences(t, gateway); len(found) != 0 {
			t.Errorf("a difference of another period: %v", found)
		}
		f.Gateway.Untamper(arrived.ID)
	})
}

func TestReconcile_WAL02_aDebitThatTookDaysIsMissedIfItsWebhookWasLost(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		lost, gateway := f.OpenTopUp(t, customer, 5000, 0), dated{f.Gateway, f.Clock.Now()}
		f.Gateway.Pay(*lost.Session)
		f.Clock.Advance(20 * day)
		if found := f.differences(t, gateway); len(found) != 1 || found[0].What != "we do not know of it" || found[0].PaymentID != lost.ID {
			t.Errorf("after 20 days: %v", found)
		}
		f.Clock.Advance(11 * day) // no comparison tells forever of what somebody has settled
		if found := f.differences(t, gateway); len(found) != 0 {
			t.Errorf("after 31 days: %v", found)
		}
	})
}

func TestReconcile_WAL02_ORD04_aRefundThatTookDaysIsMissedIfItsWebhookWasLost(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Gateway.RefundState = payment.ReportedPending
		_, id := f.cancelPaid(t, "slow")
		gateway := dated{f.Gateway, f.Clock.Now()}
		f.Clock.Advance(20 * day)
		if found := f.differences(t, gateway); len(found) != 0 {
			t.Errorf("on its way: %v", found)
		}
		f.Gateway.Refunded(id, payment.ReportedDone)
		if found := f.differences(t, gateway); len(found) != 1 || found[0].What != "it is done there, and here pending" {
			t.Errorf("done there: %v", found)
		}
	})
}

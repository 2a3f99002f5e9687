package payment_test

import (
	"slices"
	"testing"
	"time"

	"hawker/internal/order"
	"hawker/internal/payment"
)

func TestReconcile_WAL02_namesEveryDifference(t *testing.T) {
	both(t, func(t *testing.T, f fixture) {
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

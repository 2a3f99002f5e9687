package sandbox_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/payment"
)

// Every choice, in every way of sending webhooks. later are the webhooks after 5 seconds.
var outcomes = []struct {
	choice, webhooks string
	state            payment.State
	charges          int
	now, later       string
	finally          payment.State // after 5 seconds, if it is another
}{
	{"pay", "", payment.Paid, 1, "+0s page.paid 1", "", ""},
	{"pay", "at_once", payment.Paid, 1, "+0s page.paid 1", "", ""},
	{"pay", "late", payment.Paid, 1, "+20s page.paid 1", "", ""},
	{"pay", "twice", payment.Paid, 1, "+0s page.paid 1, +0s page.paid 1", "", ""},
	{"pay", "out_of_order", payment.Paid, 1, "+0s page.paid 1, +5s page.pending 0", "", ""},
	{"pay", "never", payment.Paid, 1, "", "", ""},
	{"pay_twice", "at_once", payment.Paid, 2, "+0s page.paid 1, +0s page.paid 2", "", ""},
	{"pay_twice", "late", payment.Paid, 2, "+20s page.paid 1, +20s page.paid 2", "", ""},
	{"pay_twice", "twice", payment.Paid, 2, "+0s page.paid 1, +0s page.paid 1, +0s page.paid 2, +0s page.paid 2", "", ""},
	{"pay_twice", "out_of_order", payment.Paid, 2, "+0s page.paid 2, +5s page.paid 1, +10s page.pending 0", "", ""},
	{"pay_twice", "never", payment.Paid, 2, "", "", ""},
	{"pay_later", "at_once", payment.Pending, 0, "+0s page.pending 0", "+0s page.paid 1", payment.Paid},
	{"pay_later", "late", payment.Pending, 0, "+20s page.pending 0", "+20s page.paid 1", payment.Paid},
	{"pay_later", "twice", payment.Pending, 0, "+0s page.pending 0, +0s page.pending 0", "+0s page.paid 1, +0s page.paid 1", payment.Paid},
	{"pay_later", "out_of_order", payment.Pending, 0, "", "+0s page.paid 1, +5s page.pending 0", payment.Paid},
	{"pay_later", "never", payment.Pending, 0, "", "", payment.Paid},
	{"fail_later", "at_once", payment.Pending, 0, "+0s page.pending 0", "+0s page.failed 0", payment.Failed},
	{"fail_later", "late", payment.Pending, 0, "+20s page.pending 0", "+20s page.failed 0", payment.Failed},
	{"fail_later", "twice", payment.Pending, 0, "+0s page.pending 0, +0s page.pending 0", "+0s page.failed 0, +0s page.failed 0", payment.Failed},
	{"fail_later", "out_of_order", payment.Pending, 0, "", "+0s page.failed 0, +5s page.pending 0", payment.Failed},
	{"fail_later", "never", payment.Pending, 0, "", "", payment.Failed},
	{"decline", "at_once", payment.Failed, 0, "+0s page.failed 0", "", ""},
	{"decline", "late", payment.Failed, 0, "+20s page.failed 0", "", ""},
	{"decline", "twice", payment.Failed, 0, "+0s page.failed 0, +0s page.failed 0", "", ""},
	{"decline", "out_of_order", payment.Failed, 0, "+0s page.failed 0, +5s page.pending 0", "", ""},
	{"decline", "never", payment.Failed, 0, "", "", ""},
	{"cancel", "at_once", payment.Canceled, 0, "+0s page.canceled 0", "", ""},
	{"cancel", "late", payment.Canceled, 0, "+20s page.canceled 0", "", ""},
	{"cancel", "twice", payment.Canceled, 0, "+0s page.canceled 0, +0s page.canceled 0", "", ""},
	{"cancel", "out_of_order", payment.Canceled, 0, "+0s page.canceled 0", "", ""},
	{"cancel", "never", payment.Canceled, 0, "", "", ""},
}

func TestChoices_sendTheirWebhooks(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		sessions := make([]string, len(outcomes))
		for i, o := range outcomes {
			id := o.choice + o.webhooks
			sessions[i] = s.open(id).Session
			if w := s.choose(sessions[i], "choice="+o.choice+"&webhooks="+o.webhooks); w.Code != 303 {
				t.Errorf("%s: status %d", id, w.Code)
			}
			if r := s.find(sessions[i]); r.State != o.state || len(r.Charges) != o.charges {
				t.Errorf("%s: found %+v", id, r)
			}
			if got := strings.Join(s.planned(id), ", "); got != o.now {
				t.Errorf("%s: webhooks %q, want %q", id, got, o.now)
			}
		}
		before := map[string][]string{} // webhooks that wait and are not new
		s.clock.Advance(5 * time.Second)
		for _, o := range outcomes {
			before[o.choice+o.webhooks] = s.planned(o.choice + o.webhooks)
		}
		if err := s.settleAll(); err != nil {
			t.Fatal(err)
		}
		for i, o := range outcomes {
			id, want, charges := o.choice+o.webhooks, o.finally, o.charges
			if want == "" {
				want = o.state
			}
			if o.choice == "pay_later" {
				charges = 1
			}
			if r := s.find(sessions[i]); r.State != want || len(r.Charges) != charges {
				t.Errorf("%s: found %+v later", id, r)
			}
			got := slices.DeleteFunc(s.planned(id), func(w string) bool { return slices.Contains(before[id], w) })
			if got := strings.Join(got, ", "); got != o.later {
				t.Errorf("%s: webhooks %q later, want %q", id, got, o.later)
			}
		}
	})
}

func TestChoices_payTwiceChargesTwice(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		p := s.open("p")
		s.choose(p.Session, "choice=pay_twice")
		r := s.find(p.Session)
		if len(r.Charges) != 2 || r.Charges[0].Ref == r.Charges[1].Ref || r.Charges[0].Money != checkout("p").Money || r.Charges[1].Money != checkout("p").Money {
			t.Errorf("charges %+v", r.Charges)
		}
	})
}

func TestChoices_payMoreChargesAnotherAmount(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		p := s.open("p")
		s.choose(p.Session, "choice=pay_more")
		r := s.find(p.Session)
		if len(r.Charges) != 1 || r.State != payment.Paid || r.Charges[0].Money.Amount != checkout("p").Money.Amount+10 {
			t.Errorf("found %+v", r)
		}
	})
}

func TestChoices_refusesOthers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		p := s.open("p")
		for form, want := range map[string]int{
			"":                              422,
			"choice=steal":                  422,
			"choice=pay&webhooks=sometimes": 422,
			"choice=pay&refunds=perhaps":    422,
			"choice=pay&x=" + strings.Repeat("x", 5<<10): 422,
		} {
			if w := s.choose(p.Session, form); w.Code != want {
				t.Errorf("%.30s: %d", form, w.Code)
			}
		}
		if w := s.choose("unknown", "choice=pay"); w.Code != 404 {
			t.Errorf("an unknown page: %d", w.Code)
		}
		if r := s.find(p.Session); r.State != payment.Open {
			t.Errorf("found %+v", r)
		}
	})
}

package sandbox_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/payment"
)

// onEngines runs a test on both engines, with a shop whose jobs do not run yet.
func onEngines(t *testing.T, run func(t *testing.T, s *shop)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, newShop(t, open(t), clock.NewManual(start)))
	})
}

func TestOpen_returnsOnePageForAPayment(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		first, again := s.open("p1"), s.open("p1")
		if first != again || len(first.Session) < 20 || first.URL != "http://127.0.0.1:8080/sandbox-pay/"+first.Session {
			t.Errorf("%+v and %+v", first, again)
		}
		if other := s.open("p2"); other == first {
			t.Error("two payments have one page")
		}
		inOtherDigits := checkout("p1")
		inOtherDigits.Money = payment.Money{Amount: 24990, Digits: 3, Currency: "USD"}
		if p, err := s.Open(t.Context(), inOtherDigits); err != nil || p != first {
			t.Errorf("the same amount: %+v, %v", p, err)
		}
		if r := s.find(first.Session); r.State != payment.Open || r.PaymentID != "p1" || r.Session != first.Session || r.Charges != nil {
			t.Errorf("found %+v", r)
		}
		n, err := db.One[int64](t.Context(), s.db.R, `SELECT COUNT(*) FROM jobs WHERE kind = 'sandbox.expire'`)
		if err != nil || n != 2 {
			t.Errorf("%d jobs end two pages, %v", n, err)
		}
	})
}

func TestOpen_refusesWhatCannotBePaid(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		s.open("taken")
		for what, edit := range map[string]func(*payment.Checkout){
			"no id":                func(c *payment.Checkout) { c.PaymentID = "" },
			"nothing to pay":       func(c *payment.Checkout) { c.Money.Amount = 0 },
			"less than nothing":    func(c *payment.Checkout) { c.Money.Amount = -1 },
			"four digits":          func(c *payment.Checkout) { c.Money.Digits = 4 },
			"no currency":          func(c *payment.Checkout) { c.Money.Currency = "usd" },
			"a script to return":   func(c *payment.Checkout) { c.ReturnURL = "javascript:alert(1)" },
			"a path to return":     func(c *payment.Checkout) { c.ReturnURL = "/orders/17" },
			"another amount later": func(c *payment.Checkout) { c.PaymentID, c.Money.Amount = "taken", 1 },
		} {
			c := checkout("new")
			edit(&c)
			if _, err := s.Open(t.Context(), c); !errors.Is(err, payment.ErrRefused) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

func TestClose_endsAnOpenPageOnly(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		closePage := func(session string) {
			t.Helper()
			if err := s.Close(t.Context(), session); err != nil {
				t.Fatal(err)
			}
		}
		p := s.open("closed")
		closePage(p.Session)
		closePage(p.Session)
		s.choose(p.Session, "choice=pay")
		if r := s.find(p.Session); r.State != payment.Expired || r.Charges != nil {
			t.Errorf("found %+v", r)
		}
		if got := strings.Join(s.planned("closed"), ", "); got != "+0s page.expired 0" {
			t.Errorf("webhooks: %s", got)
		}
		for choice, want := range map[string]payment.State{"pay": payment.Paid, "pay_later": payment.Pending, "decline": payment.Failed, "cancel": payment.Canceled} {
			p := s.open(choice)
			s.choose(p.Session, "choice="+choice)
			closePage(p.Session)
			if r := s.find(p.Session); r.State != want {
				t.Errorf("%s: found %+v", choice, r)
			}
		}
		if err := s.Close(t.Context(), "unknown"); !errors.Is(err, payment.ErrUnknown) {
			t.Errorf("an unknown page: %v", err)
		}
		if _, err := s.Find(t.Context(), "unknown"); !errors.Is(err, payment.ErrUnknown) {
			t.Errorf("an unknown page: %v", err)
		}
	})
}

func TestExpiry_nobodyPaysAfterIt(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		p := s.open("p")
		s.clock.Set(start.Add(30*time.Minute - time.Second))
		if r := s.find(p.Session); r.State != payment.Open {
			t.Errorf("before its end: %+v", r)
		}
		s.clock.Advance(time.Second)
		w := s.choose(p.Session, "choice=pay") // the job that ends the page has not run
		if r := s.find(p.Session); r.State != payment.Expired || r.Charges != nil || w.Code != 303 {
			t.Errorf("after its end: %+v, %d", r, w.Code)
		}
		if page := s.show(p.URL).Body.String(); !strings.Contains(page, "The time to pay is over.") || strings.Contains(page, "<form") {
			t.Errorf("it shows %s", page)
		}
		s.start()
		s.until("it is announced", func() bool { return len(s.received()) == 1 })
		if e := s.received()[0]; e.Kind != "page.expired" || e.Report.State != payment.Expired || e.Report.PaymentID != "p" {
			t.Errorf("got %+v", e)
		}
	})
}

func TestChoices_TRAP_O1_aDoubleSubmitChargesOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		p, other := s.open("p"), newShop(t, s.db, s.clock) // another instance
		var paying sync.WaitGroup
		for n := range 30 {
			instance := []*shop{s, other}[n%2]
			paying.Go(func() {
				if w := instance.choose(p.Session, "choice=pay"); w.Code != 303 || w.Header().Get("Location") != checkout("p").ReturnURL {
					t.Errorf("%d to %s", w.Code, w.Header().Get("Location"))
				}
			})
		}
		paying.Wait()
		s.choose(p.Session, "choice=cancel")
		if r := s.find(p.Session); r.State != payment.Paid || len(r.Charges) != 1 {
			t.Errorf("found %+v", r)
		}
		if got := strings.Join(s.planned("p"), ", "); got != "+0s page.paid 1" {
			t.Errorf("webhooks: %s", got)
		}
	})
}

func TestPrune_deletesOldPages(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		charge := s.paid("old", "")
		if _, err := s.Refund(t.Context(), payment.RefundOrder{RefundID: "r", Charge: charge.Ref, Money: charge.Money}); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(90*24*time.Hour + time.Second)
		s.open("new")
		s.start() // prunes at once, and then once a day
		left := func(table string) int64 {
			n, err := db.One[int64](t.Context(), s.db.R, `SELECT COUNT(*) FROM `+table)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		s.until("the old page is gone", func() bool { return left("sandbox_pages") == 1 })
		if n := left("sandbox_charges") + left("sandbox_refunds"); n != 0 {
			t.Errorf("%d charges and refunds are left", n)
		}
	})
}

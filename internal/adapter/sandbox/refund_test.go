package sandbox_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/money"
	"hawker/internal/payment"
)

func usd(amount money.Amount) payment.Money {
	return payment.Money{Amount: amount, Digits: 2, Currency: "USD"}
}

func (s *shop) refund(id, charge string, m payment.Money) (payment.RefundReport, error) {
	return s.Refund(s.t.Context(), payment.RefundOrder{RefundID: id, Charge: charge, Money: m})
}

func TestRefund_isDoneOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		c := s.paid("p", "")
		first, err := s.refund("r1", c.Ref, usd(1000))
		if err != nil || first.State != payment.ReportedDone || first.RefundID != "r1" || first.Ref == "" || first.Charge != c.Ref || first.Money != usd(1000) {
			t.Fatalf("%+v, %v", first, err)
		}
		if again, err := s.refund("r1", c.Ref, usd(1000)); err != nil || again != first {
			t.Errorf("again: %+v, %v", again, err)
		}
		if got := strings.Join(s.planned("r1"), ", "); got != "+0s refund.done" {
			t.Errorf("webhooks %s", got)
		}
		if rest, err := s.refund("r2", c.Ref, payment.Money{Amount: 14990, Digits: 3, Currency: "USD"}); err != nil || rest.Money != usd(1499) {
			t.Errorf("the rest, in other digits: %+v, %v", rest, err)
		}
	})
}

func TestRefund_refusesWhatCannotBe(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		c, other := s.paid("p", ""), s.paid("other", "")
		if _, err := s.refund("r1", c.Ref, usd(2000)); err != nil {
			t.Fatal(err)
		}
		for what, r := range map[string]payment.RefundOrder{
			"more than the rest":       {RefundID: "r2", Charge: c.Ref, Money: usd(500)},
			"nothing":                  {RefundID: "r2", Charge: c.Ref, Money: usd(0)},
			"less than nothing":        {RefundID: "r2", Charge: c.Ref, Money: usd(-1)},
			"another currency":         {RefundID: "r2", Charge: c.Ref, Money: payment.Money{Amount: 1, Digits: 2, Currency: "EUR"}},
			"a part of a cent":         {RefundID: "r2", Charge: c.Ref, Money: payment.Money{Amount: 1, Digits: 3, Currency: "USD"}},
			"beyond all limits":        {RefundID: "r2", Charge: c.Ref, Money: payment.Money{Amount: 1 << 62, Digits: 0, Currency: "USD"}},
			"an unknown charge":        {RefundID: "r2", Charge: "charge_x", Money: usd(1)},
			"no id":                    {Charge: c.Ref, Money: usd(1)},
			"the id with other money":  {RefundID: "r1", Charge: c.Ref, Money: usd(1)},
			"the id with other charge": {RefundID: "r1", Charge: other.Ref, Money: usd(2000)},
		} {
			if got, err := s.Refund(t.Context(), r); !errors.Is(err, payment.ErrRefused) {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
		}
		if _, err := s.refund("r3", c.Ref, usd(499)); err != nil {
			t.Errorf("the rest: %v", err)
		}
	})
}

func TestRefund_TRAP_O3_manyTogetherNeverExceedTheCharge(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		c := s.paid("p", "")
		var done atomic.Int64
		var refunding sync.WaitGroup
		for n := range 20 {
			for range 2 {
				refunding.Go(func() {
					_, err := s.refund(fmt.Sprint("r", n), c.Ref, usd(400))
					switch {
					case err == nil:
						done.Add(1)
					case !errors.Is(err, payment.ErrRefused):
						t.Error(err)
					}
				})
			}
		}
		refunding.Wait()
		if n := len(s.list(start)) - 1; done.Load() != 2*6 || n != 6 {
			t.Errorf("%d calls made %d refunds, want 12 and 6", done.Load(), n)
		}
	})
}

func TestRefund_comesLaterOrFails(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		slow, failing := s.paid("slow", "refunds=late"), s.paid("failing", "refunds=fail")
		for id, c := range map[string]payment.Charge{"r1": slow, "r2": failing} {
			if r, err := s.refund(id, c.Ref, c.Money); err != nil || r.State != payment.ReportedPending {
				t.Errorf("%s: %+v, %v", id, r, err)
			}
			if _, err := s.refund(id+"b", c.Ref, usd(1)); !errors.Is(err, payment.ErrRefused) {
				t.Errorf("%s: what is on its way is refunded again: %v", id, err)
			}
			if got := s.planned(id); got != nil {
				t.Errorf("%s: webhooks %s", id, got)
			}
		}
		s.clock.Advance(5 * time.Second)
		if err := s.settleAll(); err != nil {
			t.Fatal(err)
		}
		if r, err := s.refund("r1", slow.Ref, slow.Money); err != nil || r.State != payment.ReportedDone || strings.Join(s.planned("r1"), "") != "+0s refund.done" {
			t.Errorf("slow: %+v, %v, %s", r, err, s.planned("r1"))
		}
		if r, err := s.refund("r2", failing.Ref, failing.Money); err != nil || r.State != payment.ReportedFailed || r.Reason == "" || strings.Join(s.planned("r2"), "") != "+0s refund.failed" {
			t.Errorf("failing: %+v, %v, %s", r, err, s.planned("r2"))
		}
		if r, err := s.refund("r3", failing.Ref, failing.Money); err != nil || r.State != payment.ReportedPending {
			t.Errorf("the money of a refund that failed is not at the gateway: %+v, %v", r, err)
		}
		if err := s.settleAll(); err != nil {
			t.Fatal(err)
		}
		if slow, failing := s.planned("r1"), s.planned("r2"); len(slow)+len(failing) != 2 {
			t.Errorf("jobs that run again send again: %s, %s", slow, failing)
		}
	})
}

func TestList_hasChargesAndRefundsOfThePeriod(t *testing.T) {
	onEngines(t, func(t *testing.T, s *shop) {
		s.paid("before", "")
		s.clock.Set(start.Add(time.Minute))
		c := s.paid("p", "")
		wrong := s.paid("wrong", "refunds=fail")
		if _, err := s.refund("r", c.Ref, usd(100)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.refund("pending", wrong.Ref, usd(100)); err != nil {
			t.Fatal(err)
		}
		s.clock.Set(start.Add(2 * time.Minute))
		s.paid("after", "")
		all := s.list(start.Add(time.Minute))
		if len(all) != 3 || all[0].Charge == nil || *all[0].Charge != c || all[0].PaymentID != "p" || !all[0].At.Equal(start.Add(time.Minute)) || all[1].PaymentID != "wrong" ||
			all[2].Charge != nil || all[2].Refund == nil || all[2].Refund.RefundID != "r" || all[2].PaymentID != "p" || all[2].Refund.Money != usd(100) {
			t.Errorf("listed %+v", all)
		}
		stop := errors.New("stop")
		if err := s.List(t.Context(), start, start.Add(time.Hour), func(payment.Record) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("it does not stop: %v", err)
		}
	})
}

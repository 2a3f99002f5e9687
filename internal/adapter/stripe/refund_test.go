package stripe_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hawker/internal/adapter/stripe"
	"hawker/internal/payment"
)

var order = payment.RefundOrder{RefundID: "r1", Charge: "pi_1", Money: usd(1000)}

func refundJSON(id, refundID, status string) string {
	return `{"id":"` + id + `","amount":1000,"currency":"usd","charge":"ch_1","payment_intent":"pi_1","created":1772355600,"metadata":{"refund_id":"` + refundID + `"},"status":"` + status + `"}`
}

func TestRefund_isMadeOnce(t *testing.T) {
	t.Parallel()
	var made []string
	s := newStandIn(t, func(r request) (int, string) {
		if r.Method == http.MethodPost {
			made = append(made, refundJSON("re_1", r.Form.Get("metadata[refund_id]"), "succeeded"))
			return 200, made[0]
		}
		return 200, `{"data":[` + strings.Join(append([]string{refundJSON("re_0", "", "succeeded")}, made...), ",") + `],"has_more":false}`
	})
	want := payment.RefundReport{RefundID: "r1", Ref: "re_1", Charge: "pi_1", Money: usd(1000), State: payment.ReportedDone}
	for range 2 {
		if r, err := s.Refund(t.Context(), order); err != nil || r != want {
			t.Errorf("%+v, %v", r, err)
		}
	}
	calls := s.calls()
	if len(calls) != 3 || len(made) != 1 {
		t.Fatalf("%d calls, %d refunds", len(calls), len(made))
	}
	if c := calls[0]; c.Path != "/v1/refunds" || c.Method != http.MethodGet || c.Form.Get("payment_intent") != "pi_1" {
		t.Errorf("searched by %+v", c)
	}
	c := calls[1]
	if c.Path != "/v1/refunds" || c.Form.Get("payment_intent") != "pi_1" || c.Form.Get("amount") != "1000" || len(c.Form) != 3 || c.Header.Get("Idempotency-Key") != "refund_r1" {
		t.Errorf("made by %+v", c)
	}
}

func TestRefund_refusesWhatStripeRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		respond func(request) (int, string)
		order   payment.RefundOrder
		refused bool
	}{
		"already refunded": {func(r request) (int, string) {
			if r.Method == http.MethodPost {
				return refuse(400, "charge_already_refunded", "")
			}
			return 200, `{"data":[]}`
		}, order, true},
		"an unknown charge":           {func(request) (int, string) { return refuse(404, "resource_missing", "payment_intent") }, order, true},
		"an amount that Stripe lacks": {always(200, `{"data":[]}`), payment.RefundOrder{RefundID: "r1", Charge: "pi_1", Money: payment.Money{Amount: 5, Digits: 3, Currency: "USD"}}, true},
		"Stripe is down":              {always(503, ``), order, false},
		"too many calls":              {func(request) (int, string) { return refuse(429, "rate_limit", "") }, order, false},
	} {
		s := newStandIn(t, tt.respond)
		if r, err := s.Refund(t.Context(), tt.order); err == nil || errors.Is(err, payment.ErrRefused) != tt.refused || errors.Is(err, payment.ErrUnknown) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

func TestList_readsAllPages(t *testing.T) {
	t.Parallel()
	entries := map[string][]string{"/v1/charges": nil, "/v1/refunds": nil}
	for n := range 2*stripe.PageSize + 1 {
		status := "succeeded"
		if n%10 == 9 {
			status = "failed"
		}
		entries["/v1/charges"] = append(entries["/v1/charges"], fmt.Sprintf(
			`{"id":"ch_%d","amount":3000,"amount_captured":2499,"currency":"usd","payment_intent":"pi_%d","status":"%s","created":1772355600,"metadata":{"payment_id":"p%d"}}`, n, n, status, n))
		entries["/v1/refunds"] = append(entries["/v1/refunds"], refundJSON(fmt.Sprintf("re_%d", n), fmt.Sprintf("r%d", n), status))
	}
	s := newStandIn(t, func(r request) (int, string) {
		all, from := entries[r.Path], 0
		for i, e := range all {
			if after := r.Form.Get("starting_after"); after != "" && strings.HasPrefix(e, `{"id":"`+after+`"`) {
				from = i + 1
			}
		}
		to := min(from+stripe.PageSize, len(all))
		return 200, fmt.Sprintf(`{"data":[%s],"has_more":%t}`, strings.Join(all[from:to], ","), to < len(all))
	})
	charges, refunds := map[string]payment.Record{}, map[string]payment.Record{}
	err := s.List(t.Context(), start.Add(time.Millisecond), start.Add(24*time.Hour), func(r payment.Record) error {
		if r.Charge != nil {
			charges[r.Charge.Ref] = r
		} else {
			refunds[r.Refund.RefundID] = r
		}
		return nil
	})
	if err != nil || len(charges) != 91 || len(refunds) != 91 {
		t.Fatalf("%d charges, %d refunds, %v", len(charges), len(refunds), err)
	}
	if r := charges["pi_100"]; r.PaymentID != "p100" || r.Charge.Money != usd(2499) || !r.At.Equal(time.Unix(1772355600, 0)) || r.Refund != nil {
		t.Errorf("a charge: %+v", r)
	}
	if r := refunds["r100"]; r.Refund.Ref != "re_100" || r.Refund.Charge != "pi_1" || r.Refund.State != payment.ReportedDone || r.Charge != nil {
		t.Errorf("a refund: %+v", r)
	}
	if c := s.calls()[0]; len(s.calls()) != 6 || c.Form.Get("created[gte]") != "1772355601" || c.Form.Get("created[lt]") != "1772442000" {
		t.Errorf("%d calls, the first %+v", len(s.calls()), c)
	}
	stop := errors.New("stop")
	if err := s.List(t.Context(), start, start.Add(time.Hour), func(payment.Record) error { return stop }); !errors.Is(err, stop) || len(s.calls()) != 7 {
		t.Errorf("it does not stop: %v, %d calls", err, len(s.calls()))
	}
}

package stripe_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/adapter/signature"
	"hawker/internal/clock"
	"hawker/internal/payment"
)

func signed(header string) http.Header { return http.Header{"Stripe-Signature": {header}} }

func paidSession(status, paid string) string {
	return `{"id":"cs_1","object":"checkout.session","mode":"payment","status":"` + status + `","payment_status":"` + paid +
		`","payment_intent":"pi_1","amount_total":2499,"currency":"usd","metadata":{"payment_id":"p1"},"client_reference_id":"p1"}`
}

func TestReadEvent_readsWhatStripeSends(t *testing.T) {
	t.Parallel()
	g := gateway(t, "", clock.NewManual(start))
	page := func(state payment.State) payment.Event {
		r := &payment.Report{Session: "cs_1", PaymentID: "p1", State: state}
		if state == payment.Paid {
			r.Charges = []payment.Charge{{Ref: "pi_1", Money: usd(2499)}}
		}
		return payment.Event{Report: r}
	}
	refund := func(id string, state payment.ReportedState, reason string) payment.Event {
		return payment.Event{Refund: &payment.RefundReport{RefundID: id, Ref: "re_1", Charge: "pi_1", Money: usd(1000), State: state, Reason: reason}}
	}
	const refunded = `{"id":"re_1","object":"refund","amount":1000,"currency":"usd","charge":"ch_1","payment_intent":"pi_1","metadata":{"refund_id":"r1"},"status":`
	for _, tt := range []struct {
		kind, object string
		want         payment.Event
	}{
		{"checkout.session.completed", paidSession("complete", "paid"), page(payment.Paid)},
		{"checkout.session.completed", paidSession("complete", "unpaid"), page(payment.Pending)},
		{"checkout.session.async_payment_succeeded", paidSession("complete", "paid"), page(payment.Paid)},
		{"checkout.session.async_payment_failed", paidSession("complete", "unpaid"), page(payment.Failed)},
		{"checkout.session.expired", paidSession("expired", "unpaid"), page(payment.Expired)},
		{"checkout.session.completed", strings.Replace(paidSession("complete", "paid"), `"payment"`, `"subscription"`, 1), payment.Event{}},
		{"checkout.session.completed", strings.Replace(paidSession("complete", "paid"), `{"payment_id":"p1"}`, `{}`, 1), payment.Event{}},
		{"refund.created", refunded + `"pending"}`, refund("r1", payment.ReportedPending, "")},
		{"refund.created", refunded + `"requires_action"}`, refund("r1", payment.ReportedPending, "")},
		{"refund.updated", refunded + `"succeeded"}`, refund("r1", payment.ReportedDone, "")},
		{"refund.failed", refunded + `"failed","failure_reason":"expired_or_canceled_card"}`, refund("r1", payment.ReportedFailed, "expired or canceled card")},
		{"refund.updated", refunded + `"canceled"}`, refund("r1", payment.ReportedFailed, "canceled")},
		{"refund.created", strings.Replace(refunded, `{"refund_id":"r1"}`, `{}`, 1) + `"succeeded"}`, refund("", payment.ReportedDone, "")},
		{"charge.refunded", `{"id":"ch_1","object":"charge","payment_intent":"pi_1"}`, payment.Event{}},
		{"charge.refunded", `{"id":"ch_1","object":"charge","refunds":{"data":[` + refunded + `"succeeded"},{"id":"re_0"}]}}`, refund("r1", payment.ReportedDone, "")},
		{"payment_intent.created", `{"id":"pi_1"}`, payment.Event{}},
		{"customer.created", `{}`, payment.Event{}},
	} {
		body := []byte(`{"id":"evt_1","object":"event","type":"` + tt.kind + `","data":{"object":` + tt.object + `}}`)
		tt.want.ID, tt.want.Kind = "evt_1", tt.kind
		got, err := g.ReadEvent(signed(signature.Sign([]byte(secret), body, start)), body, start)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s %s: %v (-want +got)\n%s", tt.kind, tt.object, err, diff)
		}
	}
}

func TestReadEvent_refusesForgeries(t *testing.T) {
	t.Parallel()
	g := gateway(t, "", clock.NewManual(start))
	body := []byte(`{"id":"evt_1","type":"checkout.session.completed","data":{"object":` + paidSession("complete", "paid") + `}}`)
	good := signature.Sign([]byte(secret), body, start)
	stamp, v1, _ := strings.Cut(good, ",")
	for name, header := range map[string]string{
		"as it is": good, "several v1": stamp + ",v1=00," + v1 + ",v0=00", "five minutes old": signature.Sign([]byte(secret), body, start.Add(-5*time.Minute)),
	} {
		if e, err := g.ReadEvent(signed(header), body, start); err != nil || e.Report == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, forgery := range map[string]struct {
		header http.Header
		body   []byte
		now    time.Time
	}{
		"wrong secret":          {signed(signature.Sign([]byte("whsec_guess"), body, start)), body, start},
		"empty secret":          {signed(signature.Sign(nil, body, start)), body, start},
		"the secret key":        {signed(signature.Sign([]byte(key), body, start)), body, start},
		"sent again later":      {signed(good), body, start.Add(5*time.Minute + time.Second)},
		"from the future":       {signed(good), body, start.Add(-5*time.Minute - time.Second)},
		"a later time":          {signed("t=" + "1772355601," + v1), body, start},
		"changed body":          {signed(good), []byte(strings.Replace(string(body), "2499", "1", 1)), start},
		"longer body":           {signed(good), append([]byte(" "), body...), start},
		"no header":             {http.Header{}, body, start},
		"another header":        {http.Header{"Sandbox-Signature": {good}}, body, start},
		"no v1":                 {signed(stamp), body, start},
		"only v0":               {signed(stamp + "," + strings.Replace(v1, "v1", "v0", 1)), body, start},
		"no time":               {signed(v1), body, start},
		"several v1, all wrong": {signed(stamp + ",v1=00,v1=" + strings.Repeat("0", 64)), body, start},
		"cut short":             {signed(good[:len(good)-1]), body, start},
	} {
		if e, err := g.ReadEvent(forgery.header, forgery.body, forgery.now); !errors.Is(err, payment.ErrForged) || e.Report != nil {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

func TestReadEvent_refusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	g := gateway(t, "", clock.NewManual(start))
	for _, text := range []string{
		``, `[]`, `{}`, `{"id":"evt_1"}`, `{"type":"refund.created"}`,
		`{"id":"evt_1","type":"checkout.session.completed","data":{"object":[]}}`,
		`{"id":"evt_1","type":"refund.created","data":{}}`,
		`{"id":"evt_1","type":"charge.refunded","data":{"object":{"refunds":{"data":{}}}}}`,
	} {
		body := []byte(text)
		e, err := g.ReadEvent(signed(signature.Sign([]byte(secret), body, start)), body, start)
		if err == nil || errors.Is(err, payment.ErrForged) {
			t.Errorf("%s: %+v, %v", text, e, err)
		}
	}
}

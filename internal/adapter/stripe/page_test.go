package stripe_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/adapter/stripe"
	"hawker/internal/clock"
	"hawker/internal/payment"
)

const openPage = `{"id":"cs_test_1","object":"checkout.session","url":"https://checkout.stripe.com/c/pay/cs_test_1","status":"open"}`

func refuse(status int, code, param string) (int, string) {
	return status, `{"error":{"type":"invalid_request_error","code":"` + code + `","param":"` + param + `","message":"hush: something that a shopper typed"}}`
}

func TestOpen_sendsTheCheckout(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, always(200, openPage))
	p, err := s.Open(t.Context(), checkout())
	if err != nil || p != (payment.Page{Session: "cs_test_1", URL: "https://checkout.stripe.com/c/pay/cs_test_1"}) {
		t.Fatalf("%+v, %v", p, err)
	}
	r := s.calls()[0]
	want := map[string]string{
		"mode": "payment", "client_reference_id": "p1", "metadata[payment_id]": "p1", "payment_intent_data[metadata][payment_id]": "p1",
		"line_items[0][quantity]": "1", "line_items[0][price_data][currency]": "usd", "line_items[0][price_data][unit_amount]": "2499",
		"line_items[0][price_data][product_data][name]": "Order 17",
		"success_url": "https://shop.example/orders/17", "cancel_url": "https://shop.example/orders/17",
		"expires_at": strconv.FormatInt(start.Add(time.Hour).Unix(), 10), "locale": "pt-BR", "customer_email": "a@example.com",
	}
	got := map[string]string{}
	for name, values := range r.Form {
		got[name] = strings.Join(values, ", ")
	}
	if diff := cmp.Diff(want, got); diff != "" || r.Method != http.MethodPost || r.Path != "/v1/checkout/sessions" {
		t.Errorf("%s %s (-want +got):\n%s", r.Method, r.Path, diff)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer " + key, "Stripe-Version": "2026-08-26.dahlia", "Idempotency-Key": "page_p1",
		"Content-Type": "application/x-www-form-urlencoded",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestOpen_sendsTheSameAgain(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, always(200, openPage))
	for range 2 {
		if _, err := s.Open(t.Context(), checkout()); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(50 * time.Minute) // the end is near now
	}
	first, second := s.calls()[0], s.calls()[1]
	if diff := cmp.Diff(first.Form, second.Form); diff != "" || first.Header.Get("Idempotency-Key") != second.Header.Get("Idempotency-Key") {
		t.Errorf("Stripe would refuse the second call:\n%s", diff)
	}
}

// Stripe lets pages end between half an hour and a day from now.
func TestOpen_endsAsNearAsStripeAccepts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ wanted, minAfter, maxAfter time.Duration }{
		{-time.Hour, 31 * time.Minute, 41 * time.Minute},
		{10 * time.Minute, 31 * time.Minute, 41 * time.Minute},
		{72 * time.Hour, 23*time.Hour + 49*time.Minute, 23*time.Hour + 59*time.Minute},
	} {
		wanted := start.Add(tt.wanted)
		s := newStandIn(t, func(r request) (int, string) {
			if r.Form.Get("expires_at") == strconv.FormatInt(wanted.Unix(), 10) {
				return refuse(400, "", "expires_at")
			}
			return 200, openPage
		})
		c := checkout()
		c.ExpiresAt = wanted
		if _, err := s.Open(t.Context(), c); err != nil {
			t.Fatalf("%s: %v", tt.wanted, err)
		}
		last := s.calls()[len(s.calls())-1]
		stamp, _ := strconv.ParseInt(last.Form.Get("expires_at"), 10, 64)
		if after := time.Unix(stamp, 0).Sub(start); after < tt.minAfter || after > tt.maxAfter {
			t.Errorf("%s: it ends after %s", tt.wanted, after)
		}
		if k := last.Header.Get("Idempotency-Key"); !strings.HasPrefix(k, "page_p1_") {
			t.Errorf("%s: the key is %s", tt.wanted, k)
		}
		if _, err := s.Open(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		again := s.calls()[len(s.calls())-1]
		if again.Header.Get("Idempotency-Key") != last.Header.Get("Idempotency-Key") {
			t.Errorf("%s: the same page is opened twice", tt.wanted)
		}
	}
}

// The response to the first call was lost, and the shopper has changed the language since.
func TestOpen_opensAnotherPageForAnotherCheckout(t *testing.T) {
	t.Parallel()
	first := map[string]string{}
	s := newStandIn(t, func(r request) (int, string) {
		k, form := r.Header.Get("Idempotency-Key"), r.Form.Encode()
		if first[k] != "" && first[k] != form {
			return 400, `{"error":{"type":"idempotency_error","message":"hush"}}`
		}
		first[k] = form
		return 200, openPage
	})
	c := checkout()
	for _, language := range []string{"en", "de", "de", "en"} {
		c.Language = language
		if _, err := s.Open(t.Context(), c); err != nil {
			t.Errorf("%s: %v", language, err)
		}
	}
	if len(first) != 2 {
		t.Errorf("%d pages, want one for each language", len(first))
	}
}

func TestOpen_asksStripeForLess(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, func(r request) (int, string) {
		if r.Form.Has("customer_email") {
			return refuse(400, "email_invalid", "customer_email")
		}
		return 200, openPage
	})
	c := checkout()
	c.Title, c.Language = strings.Repeat("é", 300), "ar"
	if _, err := s.Open(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	r := s.calls()[1]
	if name := r.Form.Get("line_items[0][price_data][product_data][name]"); name != strings.Repeat("é", 250) || r.Form.Get("locale") != "auto" {
		t.Errorf("name %s, locale %s", name, r.Form.Get("locale"))
	}
	for language, want := range map[string]string{"en": "en", "en-GB": "en-GB", "de-AT": "de", "": "auto", "xx": "auto"} {
		c.Language = language
		if _, err := s.Open(t.Context(), c); err != nil || s.calls()[len(s.calls())-1].Form.Get("locale") != want {
			t.Errorf("%s: %v", language, err)
		}
	}
}

func TestOpen_refusesAPageWithoutAddress(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `{"id":"cs_1"}`, `{"id":"../x","url":"https://x.example"}`, `[]`, `x`} {
		s := newStandIn(t, always(200, body))
		if p, err := s.Open(t.Context(), checkout()); err == nil || errors.Is(err, payment.ErrRefused) {
			t.Errorf("%s: %+v, %v", body, p, err)
		}
	}
}

// What Stripe returns for a page, and what it means.
func TestFind_readsTheStateOfAPage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status, paid, intent string
		want                 payment.State
	}{
		{"open", "unpaid", `null`, payment.Open},
		{"open", "unpaid", `{"id":"pi_1","status":"requires_payment_method"}`, payment.Open},
		{"expired", "unpaid", `null`, payment.Expired},
		{"complete", "unpaid", `{"id":"pi_1","status":"processing"}`, payment.Pending},
		{"complete", "unpaid", `"pi_1"`, payment.Pending},
		{"complete", "unpaid", `{"id":"pi_1","status":"requires_payment_method"}`, payment.Failed},
		{"complete", "unpaid", `{"id":"pi_1","status":"canceled"}`, payment.Failed},
		{"complete", "paid", `{"id":"pi_1","status":"succeeded"}`, payment.Paid},
	} {
		s := newStandIn(t, always(200, `{"id":"cs_1","status":"`+tt.status+`","payment_status":"`+tt.paid+`","payment_intent":`+tt.intent+
			`,"amount_total":2499,"currency":"usd","metadata":{"payment_id":"p1"},"client_reference_id":"forged"}`))
		want := payment.Report{Session: "cs_1", PaymentID: "p1", State: tt.want}
		if tt.want == payment.Paid {
			want.Charges = []payment.Charge{{Ref: "pi_1", Money: usd(2499)}}
		}
		r, err := s.Find(t.Context(), "cs_1")
		if diff := cmp.Diff(want, r); err != nil || diff != "" {
			t.Errorf("%+v: %v\n%s", tt, err, diff)
		}
		if c := s.calls()[0]; c.Method != http.MethodGet || c.Path != "/v1/checkout/sessions/cs_1" || c.Form.Get("expand[]") != "payment_intent" {
			t.Errorf("called %+v", c)
		}
	}
}

func TestClose_leavesWhatHasEnded(t *testing.T) {
	t.Parallel()
	for status, refused := range map[string]bool{"expired": false, "complete": false, "open": true} {
		s := newStandIn(t, func(r request) (int, string) {
			if r.Method == http.MethodPost {
				return refuse(400, "", "")
			}
			return 200, `{"id":"cs_1","status":"` + status + `"}`
		})
		if err := s.Close(t.Context(), "cs_1"); errors.Is(err, payment.ErrRefused) != refused {
			t.Errorf("%s: %v", status, err)
		}
		if c := s.calls()[0]; c.Path != "/v1/checkout/sessions/cs_1/expire" {
			t.Errorf("called %s", c.Path)
		}
	}
}

func TestPages_ofNobodyAreUnknown(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, func(request) (int, string) { return refuse(404, "resource_missing", "id") })
	for _, id := range []string{"cs_1", "", "x", "cs_1/../../refunds", "cs_1?x=1"} {
		if _, err := s.Find(t.Context(), id); !errors.Is(err, payment.ErrUnknown) {
			t.Errorf("find %q: %v", id, err)
		}
		if err := s.Close(t.Context(), id); !errors.Is(err, payment.ErrUnknown) {
			t.Errorf("close %q: %v", id, err)
		}
	}
	if n := len(s.calls()); n != 2 {
		t.Errorf("%d calls, want one for each that looks like a page", n)
	}
}

func TestErrors_sayWhetherToTryAgain(t *testing.T) {
	t.Parallel()
	for status, refused := range map[int]bool{
		400: true, 402: true, 422: true, 401: false, 403: false, 408: false, 409: false, 425: false, 429: false, 500: false, 503: false, 302: false,
	} {
		s := newStandIn(t, func(request) (int, string) { return refuse(status, "some_code", "") })
		_, err := s.Open(t.Context(), checkout())
		if err == nil || errors.Is(err, payment.ErrRefused) != refused || errors.Is(err, payment.ErrUnknown) || !strings.Contains(err.Error(), strconv.Itoa(status)+" some_code") {
			t.Errorf("%d: %v", status, err)
		}
		if strings.Contains(err.Error(), "hush") {
			t.Errorf("%d: the error has a secret, or what somebody typed: %v", status, err)
		}
	}
	s := newStandIn(t, always(400, `{"error":{"code":"HUSH hush"}}`))
	if _, err := s.Open(t.Context(), checkout()); strings.Contains(strings.ToLower(err.Error()), "hush") {
		t.Errorf("a strange code is repeated: %v", err)
	}
}

func TestCalls_endInTime(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer server.Close()
	defer close(hang)
	g := gateway(t, server.URL, clock.NewManual(start))
	if g.Timeout() != httpclient.Timeout {
		t.Errorf("a call may take %s", g.Timeout())
	}
	g.Wait(50 * time.Millisecond)
	began := time.Now()
	_, err := g.Open(t.Context(), checkout())
	if err == nil || errors.Is(err, payment.ErrRefused) || strings.Contains(err.Error(), "hush") || time.Since(began) > 5*time.Second {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
	gone := gateway(t, "http://127.0.0.1:1", clock.NewManual(start))
	if err := gone.Close(t.Context(), "cs_1"); err == nil || errors.Is(err, payment.ErrRefused) || strings.Contains(err.Error(), "hush") {
		t.Errorf("without a server: %v", err)
	}
}

func TestNew_returnsAllMistakes(t *testing.T) {
	t.Parallel()
	_, err := stripe.New(stripe.Config{SecretKey: "pk_hush", WebhookSecret: "hush", URL: "hush"})
	for _, want := range []string{"sk_", "whsec_", "http(s)://host"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "hush") {
		t.Errorf("the error has a secret: %v", err)
	}
	if g, err := stripe.New(stripe.Config{SecretKey: "rk_live_x", WebhookSecret: "whsec_x", Clock: clock.System}); err != nil || g.Name() != "stripe" {
		t.Errorf("%v", err)
	}
}

package stripe_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/adapter/stripe"
	"hawker/internal/clock"
	"hawker/internal/money"
	"hawker/internal/payment"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

const (
	key    = "sk_test_hush"
	secret = "whsec_hush"
)

// request is a call that the stand-in got.
type request struct {
	Method, Path string
	Header       http.Header
	Form         url.Values // of the query or the body
}

// standIn is a small server in place of Stripe. It responds as respond says, and records
// the calls.
type standIn struct {
	*stripe.Gateway
	clock *clock.Manual

	mu      sync.Mutex
	got     []request
	respond func(r request) (status int, body string)
}

func newStandIn(t *testing.T, respond func(r request) (int, string)) *standIn {
	t.Helper()
	s := &standIn{clock: clock.NewManual(start), respond: respond}
	server := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.Gateway = gateway(t, server.URL, s.clock)
	return s
}

func gateway(t *testing.T, url string, c clock.Clock) *stripe.Gateway {
	t.Helper()
	g, err := stripe.New(stripe.Config{SecretKey: key, WebhookSecret: secret, URL: url, Clock: c})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (s *standIn) serve(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // a form that cannot be read is empty, and no test expects that
	got := request{Method: r.Method, Path: r.URL.Path, Header: r.Header, Form: r.Form}
	s.mu.Lock()
	s.got = append(s.got, got)
	s.mu.Unlock()
	status, body := s.respond(got)
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}

// calls returns the calls that it got.
func (s *standIn) calls() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

// always responds to every call in the same way.
func always(status int, body string) func(request) (int, string) {
	return func(request) (int, string) { return status, body }
}

func usd(cents money.Amount) payment.Money {
	return payment.Money{Amount: cents, Digits: 2, Currency: "USD"}
}

func checkout() payment.Checkout {
	return payment.Checkout{
		PaymentID: "p1", Money: usd(2499), Title: "Order 17", Email: "a@example.com", Language: "pt-BR",
		ReturnURL: "https://shop.example/orders/17", ExpiresAt: start.Add(time.Hour),
	}
}

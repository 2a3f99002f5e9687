package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/payment"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// shop is a shop that pays through a sandbox, and records the webhooks that it gets.
type shop struct {
	*sandbox.Gateway
	t     *testing.T
	db    *db.DB
	clock *clock.Manual
	jobs  *jobs.Queue
	http  *httptest.Server

	tap    func(http.Header, []byte) // sees every webhook; nil: none
	mu     sync.Mutex
	status int // of the response to the next webhook; 0: 200
	got    []payment.Event
}

// newShop makes a shop whose jobs do not run before start is called.
func newShop(t *testing.T, d *db.DB, c *clock.Manual) *shop {
	t.Helper()
	s := &shop{t: t, db: d, clock: c, jobs: jobs.New(d, c, slog.New(slog.NewTextHandler(t.Output(), nil)))}
	s.http = httptest.NewServer(http.HandlerFunc(s.receive))
	t.Cleanup(s.http.Close)
	g, err := sandbox.New(t.Context(), sandbox.Deps{
		DB: d, Clock: c, Jobs: s.jobs,
		WebhookURL: func() string { return s.http.URL + "/webhook" },
		Shop:       func(context.Context) (string, error) { return "Fish & Chips", nil },
		Styles:     []string{"/assets/shop.css"},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Gateway = g
	return s
}

// receive is the webhook endpoint of the shop.
func (s *shop) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	e, err := s.ReadEvent(r.Header, body, s.clock.Now())
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/webhook" || r.Header.Get("Content-Type") != "application/json" {
		s.t.Errorf("%s %s: %v", r.Method, r.URL, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tap != nil {
		s.tap(r.Header, body)
	}
	s.got = append(s.got, e)
	if s.status != 0 {
		w.WriteHeader(s.status)
		s.status = 0
	}
}

func (s *shop) received() []payment.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]payment.Event(nil), s.got...)
}

// start runs the jobs until the test ends, or until the function that it returns is called.
func (s *shop) start() (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.jobs.Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	s.t.Cleanup(stop)
	return stop
}

// until lets jobs run until a condition is true.
func (s *shop) until(what string, isTrue func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !isTrue(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("timed out: %s", what)
		}
		s.jobs.Wake()
	}
}

func checkout(paymentID string) payment.Checkout {
	return payment.Checkout{
		PaymentID: paymentID, Money: payment.Money{Amount: 2499, Digits: 2, Currency: "USD"}, Title: "Order 17",
		Language: "en", ReturnURL: "http://127.0.0.1:8080/orders/17?back=1", ExpiresAt: start.Add(30 * time.Minute),
	}
}

func (s *shop) open(paymentID string) payment.Page {
	s.t.Helper()
	p, err := s.Open(s.t.Context(), checkout(paymentID))
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// choose sends the form of a page: "choice=pay&webhooks=late".
func (s *shop) choose(session, form string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, sandbox.Path+session, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s *shop) show(path string) *httptest.ResponseRecorder {
	u, err := url.Parse(path)
	if err != nil {
		s.t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, u.Path, nil))
	return w
}

func (s *shop) find(session string) payment.Report {
	s.t.Helper()
	r, err := s.Find(s.t.Context(), session)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// paid opens a page and pays on it. It returns the charge.
func (s *shop) paid(paymentID, form string) payment.Charge {
	s.t.Helper()
	p := s.open(paymentID)
	s.choose(p.Session, "choice=pay&"+form)
	charges := s.find(p.Session).Charges
	if len(charges) != 1 {
		s.t.Fatalf("%d charges", len(charges))
	}
	return charges[0]
}

// planned returns the webhooks about a payment that wait to be sent, with the time from
// now and the number of charges: "+5s page.paid 1".
func (s *shop) planned(paymentID string) []string {
	s.t.Helper()
	rows, err := db.Many[struct {
		Body  string
		RunAt int64
	}](s.t.Context(), s.db.R, `SELECT body, run_at FROM jobs WHERE kind = 'sandbox.webhook' AND done_at IS NULL ORDER BY run_at, id`)
	if err != nil {
		s.t.Fatal(err)
	}
	var all []string
	for _, row := range rows {
		var e payment.Event
		if err := json.Unmarshal([]byte(row.Body), &e); err != nil {
			s.t.Fatal(err)
		}
		after := time.UnixMilli(row.RunAt).Sub(s.clock.Now())
		switch {
		case e.Report != nil && e.Report.PaymentID == paymentID:
			all = append(all, fmt.Sprintf("+%s %s %d", after, e.Kind, len(e.Report.Charges)))
		case e.Refund != nil && e.Refund.RefundID == paymentID:
			all = append(all, fmt.Sprintf("+%s %s", after, e.Kind))
		}
	}
	return all
}

// settleAll does what the jobs do that settle pages and refunds and are due.
func (s *shop) settleAll() error {
	rows, err := db.Many[struct{ Kind, Body string }](s.t.Context(), s.db.R,
		`SELECT kind, body FROM jobs WHERE kind LIKE 'sandbox.settle%' AND run_at <= $1 ORDER BY id`, s.clock.Now().UnixMilli())
	if err != nil {
		return err
	}
	for _, row := range rows {
		settle := s.Settle
		if row.Kind == "sandbox.settle_refund" {
			settle = s.SettleRefund
		}
		id, err := strconv.Unquote(row.Body)
		if err != nil {
			return err
		}
		if err := settle(s.t.Context(), id); err != nil {
			return err
		}
	}
	return nil
}

// list returns what the gateway lists for the minute after a time.
func (s *shop) list(from time.Time) []payment.Record {
	s.t.Helper()
	var all []payment.Record
	err := s.List(s.t.Context(), from, from.Add(time.Minute), func(r payment.Record) error {
		all = append(all, r)
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

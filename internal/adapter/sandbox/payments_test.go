package sandbox_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/verify"
)

// town is a town whose wallets are filled through a sandbox.
type town struct {
	*ordertest.Fixture
	sandbox  *sandbox.Gateway
	payments *payment.Service
}

func newTown(t *testing.T, d *db.DB) *town {
	t.Helper()
	w := &town{Fixture: ordertest.Open(t, d)}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := w.payments.Receive(r.Context(), "sandbox", r.Header, body); err != nil {
			t.Error(err)
			rw.WriteHeader(http.StatusInternalServerError)
		}
	}))
	t.Cleanup(server.Close)
	var err error
	w.sandbox, err = sandbox.New(t.Context(), sandbox.Deps{DB: d, Clock: w.Clock, Jobs: w.Jobs, WebhookURL: func() string { return server.URL }})
	if err != nil {
		t.Fatal(err)
	}
	w.payments = payment.New(payment.Deps{
		DB: d, Clock: w.Clock, Settings: w.Settings, Jobs: w.Jobs, Purchases: w.Purchases,
		Gateways: []payment.Gateway{w.sandbox}, Log: slog.New(slog.DiscardHandler),
	})
	return w
}

// topUp begins a payment into a wallet, and sends the form of its page.
func (w *town) topUp(t *testing.T, customer int64, form string) payment.Payment {
	t.Helper()
	p, err := w.payments.Begin(t.Context(), payment.Start{
		Gateway: "sandbox", CustomerID: customer, Amount: 1000, Title: "Wallet", ReturnURL: "https://shop.example/wallet", ExpiresAt: w.Clock.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, sandbox.Path+*p.Session, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w.sandbox.ServeHTTP(httptest.NewRecorder(), r)
	return p
}

// pass runs jobs while so much time passes.
func (w *town) pass(t *testing.T, long time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Jobs.Run(ctx) })
	defer running.Wait()
	defer cancel()
	for end := w.Clock.Now().Add(long); w.Clock.Now().Before(end); w.Clock.Advance(time.Second) {
		w.AwaitJobs(t)
	}
}

// However webhooks are sent, a payment ends as the shopper chose, money is credited once,
// and what was paid twice goes back.
func TestPayments_TRAP_O1_endAsTheShopperChose(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newTown(t, open(t))
		payments := make([]payment.Payment, len(outcomes))
		for i, o := range outcomes {
			customer, _ := w.Customer(t)
			payments[i] = w.topUp(t, customer, "choice="+o.choice+"&webhooks="+o.webhooks)
		}
		w.pass(t, 3*time.Minute) // so long that payments without webhooks are asked for
		for i, o := range outcomes {
			want := o.finally
			if want == "" {
				want = o.state
			}
			credited := money.Amount(0)
			if want == payment.Paid {
				credited = 1000
			}
			p, err := w.payments.Find(t.Context(), payments[i].ID)
			if err != nil || p.State != want {
				t.Errorf("%s %s: %s, want %s, %v", o.choice, o.webhooks, p.State, want, err)
			}
			charges, err := w.payments.Charges(t.Context(), p.ID)
			if n := len(charges); err != nil || (n > 0) != (want == payment.Paid) || (n == 2) != (o.choice == "pay_twice") {
				t.Errorf("%s %s: %+v, %v", o.choice, o.webhooks, charges, err)
			}
			if got := w.Balance(t, ledger.Wallet(*p.CustomerID)); got != credited {
				t.Errorf("%s %s: the wallet has %d, want %d", o.choice, o.webhooks, got, credited)
			}
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM payment_refunds WHERE status = 'done'`); n != 5 {
			t.Errorf("%d charges went back, want one for each that was paid twice", n)
		}
		report, err := verify.Run(t.Context(), w.DB)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range report.Checks {
			if len(c.Findings) > 0 {
				t.Errorf("%s: %q", c.Name, c.Findings)
			}
		}
	})
}

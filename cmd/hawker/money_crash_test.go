package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
)

// moneyCrashes is how often the program is killed on each engine while money moves.
const moneyCrashes = 10

// payer is a customer who pays into the wallet and from it.
type payer struct {
	*running
	token string

	mu   sync.Mutex
	paid []string // payments whose page said that they are paid
}

// Money is neither lost nor doubled by crashes in the middle of top-ups and paid orders:
// each payment that the gateway took is credited, once, and the books agree (WAL-02, W2).
func TestKillInTheMiddleOfPayments_WAL02_CHK04_TRAP_W2(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		data := demoData(t, engine)
		var payers []*payer
		for n := range moneyCrashes {
			payers = append(payers, payAndKill(t, data, n))
		}
		process, address := startProcess(t, os.Stderr, data)
		now := &running{t: t, url: address, data: data}
		for _, p := range payers {
			p.running = now
			for _, id := range p.paid {
				p.awaitPaid(id)
			}
		}
		_ = process.Process.Signal(os.Interrupt)
		_ = process.Wait()
		for _, command := range []string{"verify", "reconcile"} {
			if out, err := now.command(command); err != nil {
				t.Errorf("%s: %v\n%s", command, err, out)
			}
		}
	})
}

// payAndKill starts the program, lets a new customer pay, and kills it. Each crash may leave
// pages open, of which a customer can have only a few. It returns the customer with the payments
// that the gateway said are paid.
func payAndKill(t *testing.T, data []string, n int) *payer {
	t.Helper()
	process, address := startProcess(t, os.Stderr, data)
	p := signUpPayer(t, address, data, n)
	d := p.findDinner()
	dead := make(chan struct{})
	var all sync.WaitGroup
	again := func(do func(n int)) {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-dead:
					return
				default:
					do(n)
				}
			}
		})
	}
	again(func(int) { p.topUp() })
	again(func(int) { p.topUp() })
	again(func(n int) { p.orderFromWallet(d, fmt.Sprintf("wallet-%d-%d", rand.Int64(), n)) })
	p.awaitFirst()
	time.Sleep(rand.N(500 * time.Millisecond))
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	close(dead)
	all.Wait()
	_ = process.Wait() // the error says that it was killed
	return p
}

func signUpPayer(t *testing.T, address string, data []string, n int) *payer {
	t.Helper()
	p := &payer{running: &running{t: t, url: address, data: data}}
	var in signIn
	p.call("POST", "/auth/sign-up", nil, map[string]any{
		"name": "Payer", "email": fmt.Sprintf("payer%d@example.com", n), "phone": fmt.Sprintf("+120255601%02d", n),
		"password": filePassword, "confirm_password": filePassword, "tandc": true,
	}, &in)
	p.token = in.Token
	return p
}

func signInPayer(t *testing.T, address string, data []string) *payer {
	t.Helper()
	p := &payer{running: &running{t: t, url: address, data: data}}
	var in signIn
	p.call("POST", "/auth/login", nil, map[string]any{"login_type": "manual", "email_or_phone": samples[0].Email, "password": samples[0].Password}, &in)
	p.token = in.Token
	return p
}

// own sends a call of the customer, at a server that may be down.
func (p *payer) own(method, path, key string, body, into any) bool {
	return p.attemptWith(method, path, p.header(key), body, into)
}

// header has the customer's token, and the key of a call if there is one.
func (p *payer) header(key string) map[string]string {
	header := map[string]string{"Authorization": "Bearer " + p.token}
	if key != "" {
		header["Idempotency-Key"] = key
	}
	return header
}

// topUp pays on the sandbox's page, and notes the payment if the page says that it is paid.
func (p *payer) topUp() {
	var started struct {
		Link string `json:"redirect_link"`
		ID   string `json:"payment_id"`
	}
	if !p.own("POST", "/wallet/add-fund", "", map[string]any{"amount": 100, "payment_method": "sandbox"}, &started) {
		return
	}
	form := url.Values{"choice": {"pay"}, "webhooks": {"at_once"}, "refunds": {"at_once"}}
	call, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, started.Link, strings.NewReader(form.Encode()))
	if err != nil {
		return
	}
	call.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(call)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusSeeOther {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.paid = append(p.paid, started.ID)
	}
}

// awaitFirst waits for the first payment: a crash before it proves nothing.
func (p *payer) awaitFirst() {
	p.t.Helper()
	count := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.paid)
	}
	for deadline := time.Now().Add(30 * time.Second); count() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Error("nothing was paid")
			return
		}
	}
}

func (p *payer) orderFromWallet(d dinner, key string) {
	body := map[string]any{"source": "buy_now", "order_type": "delivery", "payment_method": "wallet", "address": d.address,
		"line": map[string]any{"item_id": d.item, "quantity": 5}}
	var quote struct {
		Total  float64
		Digest string
	}
	if !p.own("POST", "/checkout/quote", "", body, &quote) {
		return
	}
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	var placed placed
	if p.own("POST", "/orders", key, body, &placed) && rand.IntN(2) == 0 {
		p.own("POST", fmt.Sprintf("/orders/%d/cancel", placed.Order.ID), "", map[string]any{"reason": "mistake"}, nil)
	}
}

// awaitPaid waits until a payment is credited.
func (p *payer) awaitPaid(id string) {
	p.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		var payment struct{ Status string }
		p.own("POST", "/payments/"+id+"/check", "", nil, &payment)
		if payment.Status == "paid" {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("payment %s is %q", id, payment.Status)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

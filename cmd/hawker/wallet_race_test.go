package main

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// Two hundred orders spend a wallet that suffices for one hundred, at the same moment: at
// two servers on one PostgreSQL, and at one on SQLite. Exactly one hundred are placed, and
// nothing is left (W1).
func TestTwoServersSpendOneWallet_TRAP_W1(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		data, servers := demoData(t, engine), 1
		if engine == db.Postgres {
			servers = 2
		}
		var at []*payer
		for range servers {
			process, address := startProcess(t, os.Stderr, data)
			t.Cleanup(func() {
				_ = process.Process.Kill()
				_ = process.Wait()
			})
			at = append(at, signInPayer(t, address, data))
		}
		body, total := at[0].walletOrder(at[0].findDinner())
		fillWallet(t, optionsOf(data), 100*total)
		at[0].agree(body)
		var placed atomic.Int64
		var all sync.WaitGroup
		for n := range 200 {
			all.Go(func() {
				if at[n%servers].order(fmt.Sprintf("spend-%d", n), body) {
					placed.Add(1)
				}
			})
		}
		all.Wait()
		var wallet struct{ Balance float64 }
		if !at[0].own("GET", "/wallet", "", nil, &wallet) || placed.Load() != 100 || wallet.Balance != 0 {
			t.Errorf("%d orders were placed, and the wallet has %v", placed.Load(), wallet.Balance)
		}
		if out, err := at[0].command("verify"); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
	})
}

// order reports whether the order was placed. A call that a busy server could not answer is
// sent again with its key, so that the order is placed once.
func (p *payer) order(key string, body map[string]any) bool {
	for range 10 {
		response, _, err := p.send("POST", "/orders", p.header(key), body)
		if err != nil {
			return false
		}
		if response.StatusCode != http.StatusServiceUnavailable {
			return response.StatusCode < 300
		}
	}
	return false
}

// walletOrder is the body of an order that a wallet pays, and what it costs in minor units.
func (p *payer) walletOrder(d dinner) (map[string]any, money.Amount) {
	p.t.Helper()
	body := map[string]any{"source": "buy_now", "order_type": "delivery", "payment_method": "cash_on_delivery", "address": d.address,
		"line": map[string]any{"item_id": d.item, "quantity": 5}}
	total := p.agree(body)
	body["payment_method"] = "wallet"
	return body, money.Amount(math.Round(total * 100))
}

// agree puts the digest and the total of a quote into the body of an order.
func (p *payer) agree(body map[string]any) float64 {
	p.t.Helper()
	var quote struct {
		Total  float64
		Digest string
	}
	if !p.own("POST", "/checkout/quote", "", body, &quote) {
		p.t.Fatal("no quote")
	}
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	return quote.Total
}

// fillWallet credits the demo's first customer.
func fillWallet(t *testing.T, o db.Options, amount money.Amount) {
	t.Helper()
	d, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	id, err := db.One[int64](t.Context(), d.R, `SELECT id FROM customers WHERE email = $1`, samples[0].Email)
	if err != nil {
		t.Fatal(err)
	}
	account := ledger.Wallet(id)
	err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
		had, err := ledger.LockBalance(t.Context(), tx, account)
		if err != nil {
			return err
		}
		return ledger.Post(t.Context(), tx, ledger.Cashback, ledger.Other("test", "wallet"), clock.System.Now(),
			[]ledger.Entry{{Account: ledger.Rewards, Amount: amount - had}, {Account: account, Amount: had - amount}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

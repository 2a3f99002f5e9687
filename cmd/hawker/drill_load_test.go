package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/stock"
)

// load are guests who order all the time, each order under a key of its own. After a
// failure they try again with the same key, as the storefront does.
type load struct {
	t      *testing.T
	url    string
	client *http.Client
	d      dinner
	stop   context.CancelFunc
	all    sync.WaitGroup

	mu       sync.Mutex
	requests int
	placed   map[string]int64 // ids of acknowledged orders, by key
	failures []failure
}

// failure is a request that failed.
type failure struct {
	at   time.Time
	what string
}

// before is what the town had before the load.
type before struct{ orders, stock int64 }

// stocked gives the dinner a counted stock, so that it is checked, too.
func (f *fleet) stocked(d dinner) before {
	f.t.Helper()
	units := int64(1_000_000)
	err := db.InTx(f.t.Context(), f.town, func(tx *db.Tx) error {
		return stock.Count(f.t.Context(), tx, []stock.Counted{{Pool: stock.PoolOf(d.item, 0), Units: &units}}, time.Now())
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return before{orders: f.count(`SELECT COUNT(*) FROM orders`), stock: units}
}

func (f *fleet) count(query string) int64 {
	f.t.Helper()
	return (&outage{running: f.running, d: f.town}).count(query)
}

// startLoad starts so many guests.
func (f *fleet) startLoad(d dinner, guests int) *load {
	ctx, stop := context.WithCancel(f.t.Context())
	l := &load{t: f.t, url: f.url, d: d, stop: stop, placed: map[string]int64{},
		client: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * guests}}}
	for guest := range guests {
		l.all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				l.order(fmt.Sprintf("drill-%d-%d", guest, n))
			}
		})
	}
	return l
}

// end ends the load once every order that was begun is acknowledged.
func (l *load) end() {
	l.stop()
	l.all.Wait()
	l.client.CloseIdleConnections()
}

// order places one order, however often it must be tried.
func (l *load) order(key string) {
	var guest struct {
		ID string `json:"guest_id"`
	}
	l.until("/auth/guest", "", map[string]any{}, &guest)
	body := map[string]any{"guest_id": guest.ID, "source": "buy_now", "order_type": "delivery", "payment_method": "cash_on_delivery",
		"address": l.d.address, "line": map[string]any{"item_id": l.d.item, "quantity": ordered}}
	var quote struct {
		Total  float64
		Digest string
	}
	l.until("/checkout/quote", "", body, &quote)
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	var p placed
	l.until("/orders", key, body, &p)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.placed[key] = p.Order.ID
}

// until makes a call until it succeeds, for a minute at most.
func (l *load) until(path, key string, body, into any) {
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		err := l.post(path, key, body, into)
		l.mu.Lock()
		if l.requests++; err != nil {
			l.failures = append(l.failures, failure{time.Now(), path + ": " + err.Error()})
		}
		l.mu.Unlock()
		if err == nil || time.Now().After(end) || l.t.Context().Err() != nil {
			return
		}
	}
}

func (l *load) post(path, key string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, l.url+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.GetBody = nil // the client itself must not repeat a request that an instance may have
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("moduleId", "10")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	answer, err := l.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode > 299 {
		return fmt.Errorf("%d %.200s", answer.StatusCode, text)
	}
	return json.Unmarshal(text, into)
}

// check compares the acknowledged orders with those that exist, and the stock, the money and
// all else with each other.
func (f *fleet) check(l *load, b before) {
	f.t.Helper()
	ids := map[int64]bool{}
	for _, id := range l.placed {
		ids[id] = true
	}
	f.t.Logf("%d requests, %d failed; %d orders", l.requests, len(l.failures), len(ids))
	if len(ids) != len(l.placed) || ids[0] {
		f.t.Errorf("%d keys have %d orders", len(l.placed), len(ids))
	}
	if n := f.count(`SELECT COUNT(*) FROM orders`) - b.orders; n != int64(len(ids)) {
		f.t.Errorf("there are %d new orders, %d were acknowledged", n, len(ids))
	}
	for id := range ids {
		if f.count(fmt.Sprint(`SELECT COUNT(*) FROM orders WHERE id = `, id)) != 1 {
			f.t.Errorf("order %d was acknowledged and does not exist", id)
		}
	}
	left := f.count(fmt.Sprint(`SELECT quantity FROM stock WHERE item_id = `, l.d.item))
	if want := b.stock - ordered*int64(len(ids)); left != want {
		f.t.Errorf("%d units are left, want %d", left, want)
	}
	for _, command := range []string{"verify", "reconcile"} {
		if out, err := f.command(command); err != nil {
			f.t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

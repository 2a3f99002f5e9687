package shopping_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// BenchmarkPlace measures placed orders through HTTP on databases that wait for
// their disk: each of an item of its own with stock, and all of one item.
func BenchmarkPlace(b *testing.B) {
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		for _, hot := range []bool{false, true} {
			name := map[bool]string{false: "spread", true: "hot"}[hot]
			b.Run(string(engine)+"/"+name, func(b *testing.B) { benchmarkPlace(b, engine, hot) })
		}
	}
}

func benchmarkPlace(b *testing.B, engine db.Dialect, hot bool) {
	options := db.Options{Dir: b.TempDir()}
	if engine == db.Postgres {
		server, err := dbtest.StartPostgres(true)
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = server.Stop() }()
		options = db.Options{URL: server.URL}
	}
	database, err := db.Open(b.Context(), options)
	if err != nil {
		b.Fatal(err)
	}
	defer database.Close()
	if err := db.Migrate(b.Context(), database); err != nil {
		b.Fatal(err)
	}
	c := apitest.NewGuestAPI(b, database, api.Deps{})
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	go c.Orders.Run(ctx)
	server := httptest.NewServer(c)
	defer server.Close()

	bodies := benchmarkOrders(b, c, hot)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	b.ResetTimer()
	var next, failed atomic.Int64
	var clients sync.WaitGroup
	for range 16 {
		clients.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(bodies)); i = next.Add(1) - 1 {
				r, _ := http.NewRequest("POST", server.URL+call.Prefix+"/orders", strings.NewReader(bodies[i]))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Idempotency-Key", fmt.Sprintf("bench-%06d", i))
				resp, err := client.Do(r)
				if err != nil {
					failed.Add(1)
					continue
				}
				if resp.StatusCode != 200 {
					failed.Add(1)
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
		})
	}
	clients.Wait()
	b.StopTimer()
	if failed.Load() > 0 {
		b.Fatalf("%d of %d failed", failed.Load(), len(bodies))
	}
	b.ReportMetric(float64(len(bodies))/b.Elapsed().Seconds(), "orders/s")
}

// benchmarkOrders are b.N orders that were quoted and agreed to.
func benchmarkOrders(b *testing.B, c *apitest.GuestAPI, hot bool) []string {
	store := c.Store(b, nil)
	items := make([]catalog.Item, 200)
	for i := range items {
		items[i] = c.Item(b, store, 1000, 1_000_000, nil)
	}
	bodies := make([]string, b.N)
	var q apitest.Quote
	for i := range bodies {
		item := items[i%len(items)]
		if hot {
			item = items[0]
		}
		c.GuestID = c.NewGuest(b)
		line := func(body map[string]any) {
			body["source"], body["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": 2}
		}
		if err := json.Unmarshal([]byte(c.Call(b, "POST", "/checkout/quote", c.CheckoutBody(line)).Body), &q); err != nil {
			b.Fatal(err)
		}
		bodies[i] = c.CheckoutBody(func(body map[string]any) {
			line(body)
			body["accepted_total"], body["quote_digest"] = q.Total, q.Digest
		})
	}
	return bodies
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// running is a running server.
type running struct {
	t    *testing.T
	url  string
	data []string // the flags of its data
	stop func() error

	older   bool   // it is an older version, whose responses our document does not describe
	printed string // until it was ready
	metrics string // the address of its metrics, if it has --metrics-addr
}

// startDemo serves the demo town, filled before.
func startDemo(t *testing.T, engine db.Dialect, flags ...string) *running {
	t.Helper()
	return startCommand(t, demoData(t, engine), append([]string{"demo"}, flags...)...)
}

// startNewDemo serves the demo town on a new database, like an owner.
func startNewDemo(t *testing.T, engine db.Dialect, flags ...string) *running {
	t.Helper()
	return startCommand(t, dataOf(t, dbtest.Empty(t, engine)), append([]string{"demo"}, flags...)...)
}

func startCommand(t *testing.T, data []string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	var out bytes.Buffer // complete when the server is ready
	args = slices.Concat(args[:1], []string{"--addr", "127.0.0.1:0", "--drain", "0s", "--log", "error"}, args[1:], data)
	go func() { ended <- run(ctx, args, func(string) string { return "" }, &out, ready) }()
	r := &running{t: t, data: data, stop: func() error { cancel(); return <-ended }}
	select {
	case r.url = <-ready:
		r.printed = out.String()
		_, rest, _ := strings.Cut(r.printed, "serves its metrics at ")
		r.metrics, _, _ = strings.Cut(rest, "\n")
	case err := <-ended:
		t.Fatalf("%v ended: %v", args, err)
	}
	stopped := false
	stop := r.stop
	r.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		return stop()
	}
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return r
}

// command runs another command on the same data, and returns what it printed.
func (r *running) command(args ...string) (string, error) {
	var out bytes.Buffer
	err := run(r.t.Context(), append(args, r.data...), func(string) string { return "" }, &out, nil)
	return out.String(), err
}

// call calls the API and decodes the response. A status above 299 fails the test.
func (r *running) call(method, path string, header map[string]string, body, into any) {
	r.t.Helper()
	status, text := r.try(method, path, header, body)
	if status > 299 {
		r.t.Fatalf("%s %s: %d: %s", method, path, status, text)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(text, into); err != nil {
		r.t.Fatalf("%s %s: %s: %v", method, path, text, err)
	}
}

func (r *running) try(method, path string, header map[string]string, body any) (int, []byte) {
	r.t.Helper()
	answer, out, err := r.send(method, path, header, body)
	if err != nil {
		r.t.Fatal(err)
	}
	if !r.older {
		apitest.Published().Check(r.t, method, "/api/v1"+path, answer.StatusCode, answer.Header, out)
	}
	return answer.StatusCode, out
}

// attempt calls a server that may be down. It returns false unless the call succeeds.
func (r *running) attempt(method, path, key string, body, into any) bool {
	header := map[string]string{}
	if key != "" {
		header["Idempotency-Key"] = key
	}
	return r.attemptWith(method, path, header, body, into)
}

// attemptWith is attempt with any headers. into nil: the response is not read.
func (r *running) attemptWith(method, path string, header map[string]string, body, into any) bool {
	answer, out, err := r.send(method, path, header, body)
	return err == nil && answer.StatusCode < 300 && (into == nil || json.Unmarshal(out, into) == nil)
}

func (r *running) send(method, path string, header map[string]string, body any) (*http.Response, []byte, error) {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body) // maps of simple values always encode
	}
	call, err := http.NewRequestWithContext(r.t.Context(), method, r.url+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	call.Header.Set("moduleId", "10")
	if body != nil {
		call.Header.Set("Content-Type", "application/json")
	}
	for name, value := range header {
		call.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	out, err := io.ReadAll(answer.Body)
	return answer, out, err
}

// dinner is a dish without required options, at an open store.
type dinner struct {
	item, store int64
	address     map[string]any
}

func (r *running) findDinner() dinner {
	r.t.Helper()
	var stores struct {
		Stores []struct {
			ID                  int64
			Latitude, Longitude float64
		}
	}
	r.call("GET", "/stores?open_now=true&type=delivery&limit=100", nil, nil, &stores)
	for _, store := range stores.Stores {
		var list struct {
			Items []struct {
				ID             int64
				AvailableNow   bool             `json:"available_now"`
				Stock          *int64           `json:"stock"`
				FoodVariations []map[string]any `json:"food_variations"`
			}
		}
		r.call("GET", fmt.Sprintf("/items?store_id=%d&limit=100", store.ID), nil, nil, &list)
		for _, i := range list.Items {
			if i.AvailableNow && len(i.FoodVariations) == 0 && i.Stock == nil {
				return dinner{item: i.ID, store: store.ID, address: map[string]any{
					"address": "7 Test Lane", "latitude": store.Latitude, "longitude": store.Longitude,
					"contact_person_name": "Asha Rao", "contact_person_number": "+12025550123",
				}}
			}
		}
	}
	r.t.Fatal("there is no dish to order")
	return dinner{}
}

// placed is a placed order, with its tracking token.
type placed struct {
	Order struct {
		ID     int64   `json:"id"`
		Status string  `json:"order_status"`
		Total  float64 `json:"total"`
	} `json:"order"`
	Token string `json:"tracking_token"`
}

// order creates a guest, and quotes and places an order.
func (r *running) order(d dinner, key string) placed {
	r.t.Helper()
	var guest struct {
		ID string `json:"guest_id"`
	}
	r.call("POST", "/auth/guest", nil, map[string]any{}, &guest)
	var lines []struct {
		ID    int64
		Total float64
	}
	r.call("POST", "/cart", nil, map[string]any{"guest_id": guest.ID, "item_id": d.item, "quantity": 5}, &lines)
	body := map[string]any{"guest_id": guest.ID, "source": "cart", "order_type": "delivery", "payment_method": "cash_on_delivery", "address": d.address}
	var quote struct {
		Total    float64
		Digest   string
		Problems []struct{ Message string }
	}
	r.call("POST", "/checkout/quote", nil, body, &quote)
	if len(quote.Problems) > 0 {
		r.t.Fatalf("the quote has problems: %v", quote.Problems)
	}
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	var p placed
	r.call("POST", "/orders", map[string]string{"Idempotency-Key": key}, body, &p)
	if p.Order.Total != quote.Total {
		r.t.Errorf("quoted %v, ordered at %v", quote.Total, p.Order.Total)
	}
	return p
}

func engines(t *testing.T, test func(t *testing.T, engine db.Dialect)) {
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, engine)
		})
	}
}

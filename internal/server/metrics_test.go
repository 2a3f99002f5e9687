package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzhttp"

	"hawker/internal/server"
)

// Behind everything that copies a request, the metrics still know its route, and
// no more routes than there are.
func TestMetricsKnowTheRoute(t *testing.T) {
	t.Parallel()
	calls, pages := http.NewServeMux(), http.NewServeMux()
	ok := func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "ok") }
	calls.HandleFunc("GET /api/v1/items/{id}", ok)
	calls.HandleFunc("POST /api/v1/orders", func(http.ResponseWriter, *http.Request) { panic("secret") })
	calls.HandleFunc("GET /api/v1/orders/{id}/events", ok)
	calls.HandleFunc("/api/v1/", http.NotFound)
	pages.Handle("GET /store/{slug}", gzhttp.GzipHandler(http.HandlerFunc(ok)))
	health, metrics := server.NewHealth(), server.NewMetrics()
	s := httptest.NewServer(server.Handler(server.Config{API: calls, Page: pages, RateLimits: true}, health, metrics))
	t.Cleanup(s.Close)
	for n := range 30 {
		for _, path := range []string{"/api/v1/items/", "/store/", "/api/v1/nothing/", "/api/v1/orders/"} {
			if path == "/api/v1/orders/" {
				get(t, fmt.Sprintf("%s%s%d/events?token=secret", s.URL, path, n))
				continue
			}
			get(t, fmt.Sprintf("%s%s%d", s.URL, path, n))
		}
	}
	if answer, err := http.Post(s.URL+"/api/v1/orders", "application/json", nil); err == nil {
		answer.Body.Close()
	}

	// CONNECT is a method for which a mux may return the path in place of a pattern.
	for n, method := range []string{"CONNECT", "PATCH", "X-HUSH"} {
		r, err := http.NewRequest(method, fmt.Sprintf("%s/api/v1/orders/hush%d/", s.URL, n), nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := http.DefaultTransport.RoundTrip(r); err == nil {
			answer.Body.Close()
		}
	}

	diagnostics := httptest.NewServer(server.Diagnostics(metrics))
	t.Cleanup(diagnostics.Close)
	_, text := get(t, diagnostics.URL+"/metrics")
	for _, want := range []string{
		`hawker_http_request_seconds_count{method="GET",route="/api/v1/items/{id}",status="200"} 30`,
		`hawker_http_request_seconds_count{method="GET",route="/store/{slug}",status="200"} 30`,
		`hawker_http_request_seconds_count{method="GET",route="unmatched",status="404"} 30`,
		`hawker_http_request_seconds_count{method="POST",route="/api/v1/orders",status="500"} 1`,
		`hawker_http_request_seconds_count{method="other",route="unmatched",status="404"} 3`,
		`hawker_http_responses_total{class="5xx"} 1`,
		`hawker_streams_total{status="200"} 30`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	if n := strings.Count(text, "hawker_http_request_seconds_count{"); n != 5 {
		t.Errorf("%d series are counted, want 5", n)
	}
}

// What is logged on behalf of a request carries the id that the shopper sees.
func TestLinesOfARequestCarryItsID(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	log := slog.New(server.Log(slog.NewJSONHandler(&text, nil))).With("part", "api")
	s, _ := behind(t, server.Config{API: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		log.ErrorContext(context.WithoutCancel(r.Context()), "request failed")
	})}, nil)
	answer, _ := get(t, s.URL+"/api/v1/items")
	var line struct {
		ID   string `json:"request_id"`
		Part string
	}
	if err := json.Unmarshal(text.Bytes(), &line); err != nil || line.ID == "" || line.ID != answer.Header.Get("X-Request-Id") || line.Part != "api" {
		t.Errorf("the line %s does not carry the id %s: %v", text.String(), answer.Header.Get("X-Request-Id"), err)
	}
}

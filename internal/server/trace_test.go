package server_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"hawker/internal/server"
)

// A request is a span with its route and its id, which the log has too. A client decides
// neither whether there is a trace nor its id. Streams and checks of health have none.
func TestRequestsAreTracedByRoute(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	provider := sdk.NewTracerProvider(sdk.WithSyncer(spans))
	var text bytes.Buffer
	log := slog.New(server.Log(slog.NewJSONHandler(&text, nil)))
	calls := http.NewServeMux()
	calls.HandleFunc("GET /api/v1/items/{id}", func(w http.ResponseWriter, r *http.Request) {
		log.InfoContext(r.Context(), "in the call")
		w.WriteHeader(http.StatusTeapot)
	})
	calls.HandleFunc("GET /api/v1/orders/{id}/events", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "event") })
	s := httptest.NewServer(server.Handler(server.Config{API: calls, Page: http.NotFoundHandler(), Spans: provider}, server.NewHealth(), server.NewMetrics()))
	t.Cleanup(s.Close)

	r, err := http.NewRequest(http.MethodGet, s.URL+"/api/v1/items/7?token=hush", nil)
	if err != nil {
		t.Fatal(err)
	}
	const foreign = "4bf92f3577b34da6a3ce929d0e0e4736"
	r.Header.Set("traceparent", "00-"+foreign+"-00f067aa0ba902b7-00")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	for _, path := range []string{"/api/v1/orders/7/events", "/healthz", "/readyz"} {
		if answer, _ := get(t, s.URL+path); answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}

	got := spans.GetSpans()
	if len(got) != 1 || got[0].Name != "GET /api/v1/items/{id}" {
		t.Fatalf("the spans are %v", got)
	}
	for _, want := range []attribute.KeyValue{
		attribute.String("http.route", "/api/v1/items/{id}"), attribute.Int("http.response.status_code", http.StatusTeapot),
		attribute.String("request_id", answer.Header.Get("X-Request-Id")),
	} {
		if !slices.Contains(got[0].Attributes, want) {
			t.Errorf("the span has no %v", want)
		}
	}
	id := got[0].SpanContext.TraceID().String()
	if id == foreign {
		t.Error("a client has chosen the id of a trace")
	}
	if !strings.Contains(text.String(), `"trace_id":"`+id+`"`) {
		t.Errorf("the line has not the id of the trace: %s", text.String())
	}
}

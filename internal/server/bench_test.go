package server_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"hawker/internal/server"
)

// BenchmarkRequest is what the server itself costs: a call that does nothing, behind
// everything that each request passes.
func BenchmarkRequest(b *testing.B) {
	slog.SetDefault(slog.New(server.Log(slog.NewJSONHandler(io.Discard, nil))))
	calls := http.NewServeMux()
	calls.HandleFunc("GET /api/v1/items/{id}", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	h := server.Handler(server.Config{API: calls, Page: http.NotFoundHandler()}, server.NewHealth(), server.NewMetrics())
	r := httptest.NewRequest(http.MethodGet, "/api/v1/items/77", http.NoBody)
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}

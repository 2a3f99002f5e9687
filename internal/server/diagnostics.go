package server

import (
	"net/http"
	"net/http/pprof"
)

// Diagnostics serves metrics and profiles for the owner. It must be on an address that
// is not public.
func Diagnostics(m *Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

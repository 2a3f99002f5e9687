package server

import (
	"net/http"
	"net/http/pprof"
)

// Operator answers what the people who run the server look at: figures, and
// profiles of what it is doing. It belongs on an address that shoppers cannot
// reach.
func Operator(m *Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

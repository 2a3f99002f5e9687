// Package server puts the edges on one mux, behind the middleware that every
// request passes, and runs it until it is told to stop.
package server

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Config is what a running server is made of.
type Config struct {
	API  http.Handler // everything under /api/
	Page http.Handler // everything else: pages, files, pictures

	// TrustedProxies are the networks whose forwarded addresses count.
	TrustedProxies []netip.Prefix
	// RateLimits refuses floods from one address.
	RateLimits bool
	// Origin is where shoppers come to, such as https://shop.example; "" when only
	// their request knows. With https they are told to stay there.
	Origin string
}

// Handler is the whole server: what a request meets, outermost first.
func Handler(c Config, health *Health, metrics *Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", health.alive)
	mux.HandleFunc("GET /readyz", health.ready)
	mux.Handle("/api/", limitFloods(c.RateLimits, compress(c.API)))
	mux.Handle("/", c.Page)

	var h http.Handler = mux
	h = securityHeaders(h, c.Origin)
	h = recoverPanics(h)
	h = metrics.measure(h)
	h = logRequests(h)
	h = identifyRequests(h)
	return realAddress(h, c.TrustedProxies)
}

// compress packs API answers; events must leave at once and stay as they are.
func compress(h http.Handler) http.Handler {
	packed := gzhttp.GzipHandler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			h.ServeHTTP(w, r)
			return
		}
		packed.ServeHTTP(w, r)
	})
}

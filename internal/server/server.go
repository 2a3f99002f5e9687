// Package server is the HTTP server around the API and the pages: one mux, the
// middleware that every request passes (rate limits, security headers, logs,
// metrics), health checks, and a graceful stop. It does not know what the handlers
// do.
package server

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

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
	// Others are whom pages may deal with beside this server; usually nobody.
	Others Others
}

// Others are foreign addresses that the content security policy lets a page use,
// as its sources write them.
type Others struct {
	Scripts, Frames, Calls []string
}

// Handler is the whole server: what a request meets, outermost first.
func Handler(c Config, health *Health, metrics *Metrics) http.Handler {
	c.API, c.Page = noteRoute(c.API), noteRoute(c.Page)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", health.alive)
	mux.HandleFunc("GET /readyz", health.ready)
	mux.Handle("/api/", limitFloods(c.RateLimits, answer(c.API)))
	pages, files := limitPages(c.RateLimits, within(longest, c.Page), c.Page)
	mux.Handle("/", pages)
	mux.Handle("/assets/", files) // what takes as long as the line of who fetches it
	mux.Handle("/media/", files)

	var h http.Handler = mux
	h = securityHeaders(h, c.Origin, c.Others)
	h = recoverPanics(h)
	h = metrics.measure(h)
	h = logRequests(h)
	h = identifyRequests(h)
	return realAddress(h, c.TrustedProxies)
}

// longest is how long an answer may take: whoever waits for a database that does
// not answer is told so, and no longer holds a connection to it.
const longest = 15 * time.Second

// answer packs API answers and bounds their time; events must leave at once, stay
// as they are, and last.
func answer(h http.Handler) http.Handler {
	packed := within(longest, gzhttp.GzipHandler(h))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isStream(r) {
			h.ServeHTTP(w, r)
			return
		}
		packed.ServeHTTP(w, r)
	})
}

// isStream tells calls that last from those that are answered.
func isStream(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/api/") && strings.HasSuffix(r.URL.Path, "/events")
}

// within bounds the time of an answer.
func within(most time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), most)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

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
	"go.opentelemetry.io/otel/trace"
)

// Config is what the server is made of.
type Config struct {
	API  http.Handler // everything under /api/
	Page http.Handler // everything else: pages, files, pictures

	// TrustedProxies are the networks whose forwarded addresses are used.
	TrustedProxies []netip.Prefix
	// RateLimits limits requests by client address.
	RateLimits bool
	// Origin is the public URL, such as https://shop.example; "" for that of each
	// request. With https, browsers are told to use no other scheme.
	Origin string
	// Spans makes spans of requests; nil: none.
	Spans trace.TracerProvider
	// External are sources of other sites that pages may use; usually none.
	External ExternalSources
}

// ExternalSources are sources of other sites in the content security policy.
type ExternalSources struct {
	Scripts, Frames, Calls, Images []string
}

// Handler returns the whole server.
func Handler(c Config, health *Health, metrics *Metrics) http.Handler {
	c.API, c.Page = noteRoute(c.API), noteRoute(c.Page)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", health.alive)
	mux.HandleFunc("GET /readyz", health.ready)
	mux.Handle("/api/", limitCalls(c.RateLimits, compressed(c.API)))
	pages, files := limitPages(c.RateLimits, withTimeout(ResponseTimeout, c.Page), c.Page)
	mux.Handle("/", pages)
	mux.Handle("/assets/", files) // no timeout: it depends on the client's connection
	mux.Handle("/media/", files)
	mux.Handle("/tiles/", files)

	var h http.Handler = mux
	h = securityHeaders(h, c.Origin, c.External)
	h = recoverPanics(h)
	h = metrics.measure(h)
	h = logRequests(h)
	h = traceRequests(h, c.Spans)
	h = identifyRequests(h)
	return realAddress(h, c.TrustedProxies)
}

// ResponseTimeout bounds the time of a response. When the database does not respond, a
// client gets an error and its request no longer occupies a connection.
const ResponseTimeout = 15 * time.Second

// FormTimeout bounds the time in which a form with pictures arrives: over a slow line it takes
// long. The handler that reads it starts ResponseTimeout afterwards.
const FormTimeout = 2 * time.Minute

// compressed compresses the API's responses and bounds their time. Event streams are
// exempt: events must be sent at once, and streams last.
func compressed(h http.Handler) http.Handler {
	gzip := gzhttp.GzipHandler(h)
	withGzip, forms := withTimeout(ResponseTimeout, gzip), withTimeout(FormTimeout+ResponseTimeout, gzip)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isStream(r) {
			h.ServeHTTP(w, r)
			return
		}
		if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
			forms.ServeHTTP(w, r)
			return
		}
		withGzip.ServeHTTP(w, r)
	})
}

func isStream(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/api/") && strings.HasSuffix(r.URL.Path, "/events")
}

func withTimeout(timeout time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"
)

type contextKey int

const (
	requestIDKey contextKey = iota
	routeKey
)

// RequestID returns the id of the request in the log, "" outside a request.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey).(string)
	return id
}

// identifyRequests gives every request a new id. An id that a client sends is not used,
// because it could be anything.
func identifyRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()[:16]
		w.Header().Set("X-Request-Id", id)
		ctx := context.WithValue(r.Context(), requestIDKey, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, routeKey, new(string))))
	})
}

// noteRoute wraps a mux and notes which of its patterns matched. Outer middleware has
// another copy of the request, and could not see the pattern.
func noteRoute(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if noted, ok := r.Context().Value(routeKey).(*string); ok {
				*noted = r.Pattern
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// route returns the pattern of the path, such as /api/v1/items/{id}. It has few values,
// and no secret that a path may contain.
func route(r *http.Request) string {
	pattern := r.Pattern
	if noted, ok := r.Context().Value(routeKey).(*string); ok && *noted != "" {
		pattern = *noted
	}
	if _, path, found := strings.Cut(pattern, " "); found { // the method is logged separately
		return path
	}
	return pattern
}

// logRequests logs one line a request, with the route's pattern and never with the URL:
// a path or a query may contain a secret.
func logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		level := slog.LevelDebug
		if rec.status >= http.StatusInternalServerError && !errors.Is(r.Context().Err(), context.Canceled) {
			level = slog.LevelError // unless the client has canceled the request
		}
		slog.Log(r.Context(), level, "request", "method", r.Method,
			"route", route(r), "status", rec.status, "bytes", rec.bytes, "took", time.Since(start))
	})
}

// recoverPanics turns a panic of a request into a 500.
func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) { // the client has gone
				panic(v)
			}
			slog.ErrorContext(r.Context(), "panic", "route", route(r), "value", v, "stack", string(debug.Stack()))
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			const sentence = "Something went wrong. Please try again."
			fmt.Fprintf(w, `{"errors":[{"code":"internal","message":%q}],"message":%q}`, sentence, sentence)
		}()
		next.ServeHTTP(w, r)
	})
}

// contentSecurityPolicy lets a page load only what this server sends. Pictures have the
// public URL also where the page was opened by another. Styles may be inline because
// the component kit writes them; scripts may not. blob: is for the map's worker and for
// pictures before their upload.
func contentSecurityPolicy(origin string, others Others) string {
	self := func(and ...string) string { return strings.TrimSpace("'self' " + strings.Join(and, " ")) }
	return "default-src 'self'; script-src " + self(others.Scripts...) + "; style-src 'self' 'unsafe-inline'; img-src " + self(origin) + " data: blob:; " +
		"font-src 'self'; connect-src " + self(others.Calls...) + "; frame-src " + self(others.Frames...) + "; worker-src 'self' blob:; manifest-src 'self'; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

func securityHeaders(next http.Handler, origin string, others Others) http.Handler {
	allowed, secure := contentSecurityPolicy(origin, others), strings.HasPrefix(origin, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", allowed)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// realAddress uses a forwarded address only from a trusted proxy: other clients can
// send any.
func realAddress(next http.Handler, trusted []netip.Prefix) http.Handler {
	if len(trusted) == 0 {
		return next
	}
	isTrusted := func(a netip.Addr) bool {
		for _, network := range trusted {
			if network.Contains(a.Unmap()) {
				return true
			}
		}
		return false
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !isTrusted(peer.Addr()) {
			next.ServeHTTP(w, r)
			return
		}
		// The nearest hop is the last; go back to the first that is no trusted proxy.
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
			if err != nil {
				break
			}
			// A proxy on both address families writes ::ffff:192.0.2.1. As IPv6, all such
			// addresses would be in one /64.
			r.RemoteAddr = net.JoinHostPort(hop.Unmap().String(), "0")
			if !isTrusted(hop) {
				break
			}
		}
		next.ServeHTTP(w, r)
	})
}

// recorder remembers the status and size of a response. Unwrap lets streams flush and
// set deadlines.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

func (r *recorder) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() }

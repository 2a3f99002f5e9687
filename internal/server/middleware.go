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

// RequestID is the id under which a request stands in the log, "" outside one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey).(string)
	return id
}

// identifyRequests gives every request an id of ours: an id sent from outside
// could be anything.
func identifyRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()[:16]
		w.Header().Set("X-Request-Id", id)
		ctx := context.WithValue(r.Context(), requestIDKey, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, routeKey, new(string))))
	})
}

// noteRoute stands right before a mux and notes which of its patterns answered.
// What stands further out has another copy of the request, and could not see it.
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

// route is the path's pattern, such as /api/v1/items/{id}: few words, and no
// secret that a path may hold.
func route(r *http.Request) string {
	pattern := r.Pattern
	if noted, ok := r.Context().Value(routeKey).(*string); ok && *noted != "" {
		pattern = *noted
	}
	if _, path, found := strings.Cut(pattern, " "); found { // the method is told beside it
		return path
	}
	return pattern
}

// logRequests writes one line a request. It holds the route's pattern, never
// the address: a path or a query may hold a secret.
func logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		level := slog.LevelDebug
		if rec.status >= http.StatusInternalServerError && !errors.Is(r.Context().Err(), context.Canceled) {
			level = slog.LevelError // nobody waits for the answer of a request that was given up
		}
		slog.Log(r.Context(), level, "request", "method", r.Method,
			"route", route(r), "status", rec.status, "bytes", rec.bytes, "took", time.Since(start))
	})
}

// recoverPanics turns a crash of one request into its own 500.
func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) { // a client that went away
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

// policy lets the page load what the server itself sends and nothing else; its
// pictures have the public address even where the page was come to by another.
// Styles may be inline because the component kit writes them; scripts may not.
// blob: is for the map's worker and for pictures before their upload.
func policy(origin string, others Others) string {
	self := func(and ...string) string { return strings.TrimSpace("'self' " + strings.Join(and, " ")) }
	return "default-src 'self'; script-src " + self(others.Scripts...) + "; style-src 'self' 'unsafe-inline'; img-src " + self(origin) + " data: blob:; " +
		"font-src 'self'; connect-src " + self(others.Calls...) + "; frame-src " + self(others.Frames...) + "; worker-src 'self' blob:; manifest-src 'self'; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

func securityHeaders(next http.Handler, origin string, others Others) http.Handler {
	allowed, secure := policy(origin, others), strings.HasPrefix(origin, "https://")
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

// realAddress believes a forwarded address only from a proxy that is trusted:
// anybody else could write whatever they like there.
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
		// The nearest hop stands last; walk back to the first that is not ours.
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
			if err != nil {
				break
			}
			// A proxy that listens on both families writes ::ffff:192.0.2.1; by their
			// networks of the sixth version all such addresses would be one.
			r.RemoteAddr = net.JoinHostPort(hop.Unmap().String(), "0")
			if !isTrusted(hop) {
				break
			}
		}
		next.ServeHTTP(w, r)
	})
}

// recorder remembers what was answered. Unwrap keeps flushing and deadlines
// reachable for streams.
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

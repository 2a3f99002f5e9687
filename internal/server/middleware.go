package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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

// unmatched is the route of all requests that match none.
const unmatched = "unmatched"

// route returns the pattern of the path, such as /api/v1/items/{id}. It has few values,
// and no secret that a path may contain.
func route(r *http.Request, status int) string {
	pattern := r.Pattern
	if noted, ok := r.Context().Value(routeKey).(*string); ok && *noted != "" {
		pattern = *noted
	}
	if _, path, found := strings.Cut(pattern, " "); found { // the method is logged separately
		pattern = path
	}
	refused := status == http.StatusNotFound || status == http.StatusMethodNotAllowed
	// A pattern that ends in / has taken what no other did. For CONNECT, which no route has,
	// the mux may return the path in place of a pattern.
	if pattern == "" || strings.HasSuffix(pattern, "/") && refused || method(r.Method) == otherMethod {
		return unmatched
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
		slog.Log(r.Context(), level, "request", "method", method(r.Method),
			"route", route(r, rec.status), "status", rec.status, "bytes", rec.bytes, "took", time.Since(start))
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
			slog.ErrorContext(r.Context(), "panic", "route", route(r, http.StatusInternalServerError), "value", v, "stack", string(debug.Stack()))
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			sentence := sentenceFor(r, "Something went wrong. Please try again.")
			fmt.Fprintf(w, `{"errors":[{"code":"internal","message":%q}],"message":%q}`, sentence, sentence)
		}()
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

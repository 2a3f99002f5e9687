package server

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Run serves until ctx ends. Then it is not ready, so that a load balancer sends no more
// requests, ends its streams, and closes each connection after its response. It stops
// when no request has come for a moment, at the latest after the time of drain, and lets
// running requests finish.
func Run(ctx context.Context, listener net.Listener, h http.Handler, health *Health, drain time.Duration) error {
	var calls traffic
	srv := &http.Server{
		Handler:           calls.count(closing(h, health)),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second, // streams extend it themselves
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          log.New(newErrorLog(), "", 0),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener) }()

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("stopping", "drain", drain)
	health.Drain()
	calls.waitForQuiet(drain)

	last, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := srv.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	return err
}

// closing tells the clients of a server that stops to close their connections. Otherwise
// a client might send its next request on a connection that is being closed.
func closing(h http.Handler, health *Health) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-health.Draining():
			w.Header().Set("Connection", "close")
		default:
		}
		h.ServeHTTP(w, r)
	})
}

// traffic counts requests.
type traffic struct {
	mu      sync.Mutex
	running int
	last    time.Time // when the last one ended
}

func (t *traffic) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.add(1)
		defer t.add(-1)
		h.ServeHTTP(w, r)
	})
}

func (t *traffic) add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running, t.last = t.running+n, time.Now()
}

// quiet is how long a stopping server must get no request before it assumes that none will
// come: clients have noticed, or there are none.
const quiet = 500 * time.Millisecond

// waitForQuiet waits until no request has come for a moment, and at most so long.
func (t *traffic) waitForQuiet(maxWait time.Duration) {
	end := time.Now().Add(maxWait)
	t.add(0) // quiet begins now at the earliest
	for !t.isQuiet() && time.Now().Before(end) {
		time.Sleep(min(quiet/20, time.Until(end)))
	}
}

func (t *traffic) isQuiet() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.running == 0 && time.Since(t.last) >= quiet
}

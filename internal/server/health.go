package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Health answers whether the process lives and whether it should be sent work.
type Health struct {
	needs    []need
	draining chan struct{}
	once     sync.Once
}

// need is what must work before work is wanted.
type need struct {
	name string
	ok   func(context.Context) error
}

// NewHealth needs nothing yet.
func NewHealth() *Health { return &Health{draining: make(chan struct{})} }

// Require adds what must work; /readyz names what does not. Call it before the
// server runs.
func (h *Health) Require(name string, ok func(context.Context) error) {
	h.needs = append(h.needs, need{name, ok})
}

// Draining is closed when the server has begun to stop: streams end themselves.
func (h *Health) Draining() <-chan struct{} { return h.draining }

// Drain says, from now on, that no new work is wanted.
func (h *Health) Drain() { h.once.Do(func() { close(h.draining) }) }

func (h *Health) alive(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "alive\n") }

func (h *Health) ready(w http.ResponseWriter, r *http.Request) {
	select {
	case <-h.draining:
		http.Error(w, "draining", http.StatusServiceUnavailable)
		return
	default:
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	for _, need := range h.needs {
		if err := need.ok(ctx); err != nil {
			slog.WarnContext(ctx, "not ready", "need", need.name, "cause", err)
			http.Error(w, "not ready: "+need.name, http.StatusServiceUnavailable)
			return
		}
	}
	_, _ = io.WriteString(w, "ready\n")
}

package server

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"
)

// Health answers whether the process lives and whether it should be sent work.
type Health struct {
	ping     func(context.Context) error
	draining chan struct{}
	once     sync.Once
}

// NewHealth asks ping, the database's, whether work can be done.
func NewHealth(ping func(context.Context) error) *Health {
	return &Health{ping: ping, draining: make(chan struct{})}
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
	if err := h.ping(ctx); err != nil {
		http.Error(w, "no database", http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ready\n")
}

package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Health serves /healthz, whether the process is alive, and /readyz, whether it should
// get requests.
type Health struct {
	needs    []requirement
	draining chan struct{}
	once     sync.Once

	mu      sync.Mutex // held while the requirements are checked
	checked time.Time
	found   string // then: why it was not ready, "" if it was
}

const (
	// checkTime is how long the requirements may take.
	checkTime = 2 * time.Second
	// checkEvery is how long their result is kept: anybody may ask, however often.
	checkEvery = 500 * time.Millisecond
)

// requirement must be met before the process is ready.
type requirement struct {
	name string
	ok   func(context.Context) error
}

// NewHealth returns a Health without requirements.
func NewHealth() *Health { return &Health{draining: make(chan struct{})} }

// Require adds a requirement; /readyz names those that are not met. Call it before the
// server runs.
func (h *Health) Require(name string, ok func(context.Context) error) {
	h.needs = append(h.needs, requirement{name, ok})
}

// Draining returns a channel that is closed when the server begins to stop. Streams must
// end then.
func (h *Health) Draining() <-chan struct{} { return h.draining }

// Drain makes the process not ready from now on.
func (h *Health) Drain() { h.once.Do(func() { close(h.draining) }) }

func (h *Health) alive(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "alive\n") }

// Ready reports whether the process should get requests.
func (h *Health) Ready(ctx context.Context) bool { return h.unmet(ctx) == "" }

func (h *Health) ready(w http.ResponseWriter, r *http.Request) {
	if unmet := h.unmet(r.Context()); unmet != "" {
		http.Error(w, unmet, http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ready\n")
}

// unmet returns why the process is not ready, "" if it is.
func (h *Health) unmet(ctx context.Context) string {
	select {
	case <-h.draining:
		return "draining"
	default:
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.checked) >= checkEvery {
		h.check(context.WithoutCancel(ctx)) // the result is not for this caller alone
	}
	return h.found
}

// check checks the requirements, and logs when the result is another one than before.
func (h *Health) check(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	before := h.found
	var cause error
	h.found, cause = h.firstUnmet(ctx)
	h.checked = time.Now()
	switch h.found {
	case before:
	case "":
		slog.InfoContext(ctx, "ready again")
	default:
		slog.WarnContext(ctx, h.found, "cause", cause)
	}
}

func (h *Health) firstUnmet(ctx context.Context) (unmet string, cause error) {
	for _, need := range h.needs {
		if err := need.ok(ctx); err != nil {
			return "not ready: " + need.name, err
		}
	}
	return "", nil
}

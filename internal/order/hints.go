package order

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/bus"
)

// Topic is where the bus says which orders changed: ids with spaces between
// (see Changed).
const Topic = "order"

// Changed reads a hint. all means that any order may have changed.
func Changed(payload string) (ids []int64, all bool) {
	if payload == bus.Resync {
		return nil, true
	}
	for word := range strings.FieldsSeq(payload) {
		if id, err := strconv.ParseInt(word, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids, false
}

// hints gathers which orders changed here and passes on who waits for which.
// Gathering keeps placing quick: a thousand orders are a few messages, sent by
// somebody else.
type hints struct {
	mu       sync.Mutex
	pending  []int64
	wake     chan struct{}
	watchers map[int64]map[chan struct{}]struct{}
}

func newHints() *hints {
	return &hints{wake: make(chan struct{}, 1), watchers: map[int64]map[chan struct{}]struct{}{}}
}

// perMessage keeps a message well below what a bus carries.
const perMessage = 300

// unsent is how many hints are kept while nobody announces them. Those who wait
// look again every few seconds anyway.
const unsent = 10_000

// changed notes that an order changed. It never waits.
func (h *hints) changed(orderID int64) {
	h.mu.Lock()
	if len(h.pending) < unsent {
		h.pending = append(h.pending, orderID)
	}
	h.mu.Unlock()
	nudge(h.wake)
}

// take answers what is to be announced.
func (h *hints) take() []int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := h.pending
	h.pending = nil
	return taken
}

// watch answers a channel that is nudged when the order may have changed.
func (h *hints) watch(orderID int64) (changed <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers[orderID] == nil {
		h.watchers[orderID] = map[chan struct{}]struct{}{}
	}
	h.watchers[orderID][c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers[orderID], c)
		if len(h.watchers[orderID]) == 0 {
			delete(h.watchers, orderID)
		}
	}
}

// tell nudges those who wait for the orders.
func (h *hints) tell(ids []int64, all bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if all {
		for id := range h.watchers {
			h.nudgeAll(id)
		}
		return
	}
	for _, id := range ids {
		h.nudgeAll(id)
	}
}

func (h *hints) nudgeAll(orderID int64) {
	for c := range h.watchers[orderID] {
		nudge(c)
	}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it will look anyway
	}
}

// Watch answers a channel that is nudged when the order may have changed, on
// this instance or another. Run must run.
func (s *Service) Watch(orderID int64) (changed <-chan struct{}, cancel func()) {
	return s.hints.watch(orderID)
}

// Run tells everybody which orders changed here, and hears which changed
// elsewhere, until ctx ends. It is for a goroutine of its own.
func (s *Service) Run(ctx context.Context) {
	heard, cancel := s.Bus.Subscribe(Topic)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case payload := <-heard:
			s.hints.tell(Changed(payload))
		case <-s.hints.wake:
			s.publish(ctx, s.hints.take())
		}
	}
}

func (s *Service) publish(ctx context.Context, ids []int64) {
	for len(ids) > 0 {
		some := ids[:min(len(ids), perMessage)]
		ids = ids[len(some):]
		words := make([]string, len(some))
		for i, id := range some {
			words[i] = strconv.FormatInt(id, 10)
		}
		if err := s.Bus.Publish(ctx, Topic, strings.Join(words, " ")); err != nil {
			// Others look again every few seconds; trying with the rest would keep
			// our own watchers waiting for each of its deadlines.
			s.Log.WarnContext(ctx, "others were not told of changed orders", "orders", len(some)+len(ids), "cause", err)
			s.hints.tell(some, false)
			s.hints.tell(ids, false)
			return
		}
	}
}

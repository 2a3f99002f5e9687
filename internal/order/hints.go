package order

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/bus"
)

// Topic is where the bus says what changed: keys with spaces between.
const Topic = "order"

// orderKey names an order in a hint.
func orderKey(id int64) string { return strconv.FormatInt(id, 10) }

// shopperKey names all orders of a shopper in a hint.
func shopperKey(id int64) string { return "s" + strconv.FormatInt(id, 10) }

// hints collects what changed here and tells those who wait for it. Collecting
// keeps placing quick: a thousand orders are a few messages, sent by somebody else.
type hints struct {
	mu       sync.Mutex
	pending  []string
	wake     chan struct{}
	watchers map[string]map[chan struct{}]struct{} // by key
}

func newHints() *hints {
	return &hints{wake: make(chan struct{}, 1), watchers: map[string]map[chan struct{}]struct{}{}}
}

// perMessage is how many keys, each of at most 21 bytes with its space, a message
// has: well below the 8 kB that a bus carries.
const perMessage = 300

// unsent is how many hints are kept while nobody announces them. Those who wait
// look again every few seconds anyway.
const unsent = 10_000

// changed notes what changed. It never waits.
func (h *hints) changed(keys ...string) {
	h.mu.Lock()
	if len(h.pending) < unsent {
		h.pending = append(h.pending, keys...)
	}
	h.mu.Unlock()
	nudge(h.wake)
}

// take returns what is to be announced.
func (h *hints) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := h.pending
	h.pending = nil
	return taken
}

// watch returns a channel that is nudged when the key may have changed.
func (h *hints) watch(key string) (changed <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers[key] == nil {
		h.watchers[key] = map[chan struct{}]struct{}{}
	}
	h.watchers[key][c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers[key], c)
		if len(h.watchers[key]) == 0 {
			delete(h.watchers, key)
		}
	}
}

// tell nudges those who wait for the keys.
func (h *hints) tell(keys []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, key := range keys {
		h.nudgeAll(key)
	}
}

// tellAll nudges everybody: hints were missed.
func (h *hints) tellAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key := range h.watchers {
		h.nudgeAll(key)
	}
}

func (h *hints) nudgeAll(key string) {
	for c := range h.watchers[key] {
		nudge(c)
	}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it will look anyway
	}
}

// Watch returns a channel that is nudged when the order may have changed, on
// this instance or another. Run must run.
func (s *Service) Watch(orderID int64) (changed <-chan struct{}, cancel func()) {
	return s.hints.watch(orderKey(orderID))
}

// WatchAll is Watch of all orders of a shopper: it is nudged when one is placed,
// moves or becomes theirs, not when its rider moves.
func (s *Service) WatchAll(shopperID int64) (changed <-chan struct{}, cancel func()) {
	return s.hints.watch(shopperKey(shopperID))
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
			if payload == bus.Resync {
				s.hints.tellAll()
			} else {
				s.hints.tell(strings.Fields(payload))
			}
		case <-s.hints.wake:
			s.publish(ctx, s.hints.take())
		}
	}
}

func (s *Service) publish(ctx context.Context, keys []string) {
	for some := range slices.Chunk(keys, perMessage) {
		if err := s.Bus.Publish(ctx, Topic, strings.Join(some, " ")); err != nil {
			// Others look again every few seconds; trying with the rest would keep
			// our own watchers waiting for each of its deadlines.
			s.Log.WarnContext(ctx, "others were not told of changed orders", "hints", len(keys), "cause", err)
			s.hints.tell(keys)
			return
		}
	}
}

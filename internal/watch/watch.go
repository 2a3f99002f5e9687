// Package watch wakes the watchers of a key when what it stands for may have changed, on
// this instance or another. A key stands for what somebody watches: one order, one trip,
// all orders of a shopper, a store or a zone, or all conversations of a party.
package watch

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"hawker/internal/bus"
)

// Hub collects the keys of what changed here, and wakes those who watch them. Changed
// only adds the keys: Run publishes those of many changes in few messages. Safe for
// concurrent use.
type Hub struct {
	bus   bus.Bus
	topic string
	log   *slog.Logger

	mu       sync.Mutex
	pending  []string
	wake     chan struct{}
	watchers map[string]map[chan struct{}]struct{} // by key
}

// New makes a hub with a topic of its own on the bus. Call Run too.
func New(b bus.Bus, topic string, log *slog.Logger) *Hub {
	return &Hub{bus: b, topic: topic, log: log, wake: make(chan struct{}, 1), watchers: map[string]map[chan struct{}]struct{}{}}
}

// keysPerMessage bounds a message, which is a list of keys with spaces between them. A
// key has at most 20 bytes, and the bus carries 8 kB.
const keysPerMessage = 300

// maxPending bounds the keys that are not yet published. Watchers read again every few
// seconds anyway.
const maxPending = 10_000

// Changed says that what has these keys may have changed. Call it after the commit. It
// does not wait. A key has no spaces.
func (h *Hub) Changed(keys ...string) {
	h.mu.Lock()
	if len(h.pending) < maxPending {
		h.pending = append(h.pending, keys...)
	}
	h.mu.Unlock()
	signal(h.wake)
}

// take returns the keys to publish.
func (h *Hub) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := h.pending
	h.pending = nil
	return taken
}

// Watch returns a channel that gets a value when the key may have changed.
func (h *Hub) Watch(key string) (changed <-chan struct{}, cancel func()) {
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

// notify wakes the watchers of the keys.
func (h *Hub) notify(keys []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, key := range keys {
		h.signalAll(key)
	}
}

// notifyAll wakes all watchers, after messages were lost.
func (h *Hub) notifyAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key := range h.watchers {
		h.signalAll(key)
	}
}

func (h *Hub) signalAll(key string) {
	for c := range h.watchers[key] {
		signal(c)
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it has one already
	}
}

// Run publishes what changed here, and reads what changed elsewhere, until ctx ends. Call
// it in a goroutine of its own.
func (h *Hub) Run(ctx context.Context) {
	heard, cancel := h.bus.Subscribe(h.topic)
	defer cancel()
	var publisher sync.WaitGroup
	publisher.Go(func() { h.publishChanges(ctx) })
	defer publisher.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case payload := <-heard:
			if payload == bus.Resync {
				h.notifyAll()
			} else {
				h.notify(strings.Fields(payload))
			}
		}
	}
}

// publishChanges has a goroutine of its own, because it waits for the database: hints that
// nobody reads meanwhile would become one Resync, which wakes every watcher at once.
func (h *Hub) publishChanges(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
			h.publish(ctx, h.take())
		}
	}
}

func (h *Hub) publish(ctx context.Context, keys []string) {
	keys = distinct(keys)
	for some := range slices.Chunk(keys, keysPerMessage) {
		if err := h.bus.Publish(ctx, h.topic, strings.Join(some, " ")); err != nil {
			// Other instances read again every few seconds. Publishing the rest would make
			// our own watchers wait for one deadline each.
			h.log.WarnContext(ctx, "changes were not published", "topic", h.topic, "keys", len(keys), "cause", err)
			h.notify(keys)
			return
		}
	}
}

// distinct returns keys without repeated ones.
func distinct(keys []string) []string { return slices.Compact(slices.Sorted(slices.Values(keys))) }

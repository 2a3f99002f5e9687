package order

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/bus"
)

// Topic is the bus topic of changed orders. A message is a list of keys, separated by
// spaces.
const Topic = "order"

// orderKey is the key of an order in a message.
func orderKey(id int64) string { return strconv.FormatInt(id, 10) }

// shopperKey is the key of all orders of a shopper in a message.
func shopperKey(id int64) string { return "s" + strconv.FormatInt(id, 10) }

// storeKey is the key of all orders of a store in a message.
func storeKey(id int64) string { return "v" + strconv.FormatInt(id, 10) }

// zoneKey is the key of all orders of a zone in a message.
func zoneKey(id int64) string { return "z" + strconv.FormatInt(id, 10) }

// anyKey is watched by who watches all orders. No message has it: any zone's key stands
// for it.
const anyKey = "any"

// orderKeys are the keys of an order that was placed or has moved: those who watch it,
// its shopper, its store and its zone read again.
func orderKeys(o Order) []string {
	return []string{orderKey(o.ID), shopperKey(o.ShopperID), storeKey(o.StoreID), zoneKey(o.ZoneID)}
}

// hints collects the keys of what changed here, and wakes those who watch them. Placing
// an order only adds its keys: a goroutine publishes those of many orders in few
// messages.
type hints struct {
	mu       sync.Mutex
	pending  []string
	wake     chan struct{}
	watchers map[string]map[chan struct{}]struct{} // by key
}

func newHints() *hints {
	return &hints{wake: make(chan struct{}, 1), watchers: map[string]map[chan struct{}]struct{}{}}
}

// keysPerMessage bounds a message. A key has at most 21 bytes with its space, and the
// bus carries 8 kB.
const keysPerMessage = 300

// mostPending bounds the keys that are not yet published. Watchers read again every few
// seconds anyway.
const mostPending = 10_000

// changed adds keys to publish. It does not wait.
func (h *hints) changed(keys ...string) {
	h.mu.Lock()
	if len(h.pending) < mostPending {
		h.pending = append(h.pending, keys...)
	}
	h.mu.Unlock()
	signal(h.wake)
}

// take returns the keys to publish.
func (h *hints) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := h.pending
	h.pending = nil
	return taken
}

// watch returns a channel that gets a value when the key may have changed.
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

// notify wakes the watchers of the keys.
func (h *hints) notify(keys []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	any := false
	for _, key := range keys {
		h.signalAll(key)
		any = any || strings.HasPrefix(key, "z")
	}
	if any {
		h.signalAll(anyKey)
	}
}

// notifyAll wakes all watchers, after messages were lost.
func (h *hints) notifyAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key := range h.watchers {
		h.signalAll(key)
	}
}

func (h *hints) signalAll(key string) {
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

// Watch returns a channel that gets a value when the order may have changed, on this
// instance or another. It needs Run.
func (s *Service) Watch(orderID int64) (changed <-chan struct{}, cancel func()) {
	return s.hints.watch(orderKey(orderID))
}

// WatchAll is Watch for all orders of a shopper: one is placed, moves or becomes
// theirs. A rider's position is not among these changes.
func (s *Service) WatchAll(shopperID int64) (changed <-chan struct{}, cancel func()) {
	return s.hints.watch(shopperKey(shopperID))
}

// WatchStaff is Watch for all orders that a member of staff works on.
func (s *Service) WatchStaff(who Staff) (changed <-chan struct{}, cancel func()) {
	switch who.Actor {
	case ByVendor:
		return s.hints.watch(storeKey(who.StoreID))
	case ByRider:
		return s.hints.watch(zoneKey(who.ZoneID))
	}
	return s.hints.watch(anyKey)
}

// Run publishes which orders changed here, and reads which changed elsewhere, until ctx
// ends. Call it in a goroutine of its own.
func (s *Service) Run(ctx context.Context) {
	heard, cancel := s.Bus.Subscribe(Topic)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case payload := <-heard:
			if payload == bus.Resync {
				s.hints.notifyAll()
			} else {
				s.hints.notify(strings.Fields(payload))
			}
		case <-s.hints.wake:
			s.publish(ctx, s.hints.take())
		}
	}
}

func (s *Service) publish(ctx context.Context, keys []string) {
	for some := range slices.Chunk(keys, keysPerMessage) {
		if err := s.Bus.Publish(ctx, Topic, strings.Join(some, " ")); err != nil {
			// Other instances read again every few seconds. Publishing the rest would make
			// our own watchers wait for one deadline each.
			s.Log.WarnContext(ctx, "changed orders were not published", "hints", len(keys), "cause", err)
			s.hints.notify(keys)
			return
		}
	}
}

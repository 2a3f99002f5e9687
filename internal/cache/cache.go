// Package cache keeps values in memory by key, up to a bound. It knows nothing of
// what it keeps.
//
// A single value that is loaded as a whole is package recent's.
package cache

import (
	"context"
	"sync"
	"time"

	"hawker/internal/clock"
)

// Options are the bounds of a cache.
type Options[V any] struct {
	Max    int           // bounds the sum of the costs
	Cost   func(V) int   // of a value, such as its bytes, and always the same; nil: 1
	MaxAge time.Duration // a value of this age is no longer returned; 0: no limit
	Clock  clock.Clock   // needed with MaxAge
}

// Cache is a bounded map. Values are shared: nobody may change what one points to.
// Safe for concurrent use.
//
// When it is full it evicts by SIEVE: values in the order of their arrival, sparing
// those that were read since they were last considered. Unlike with LRU, a read moves
// nothing.
type Cache[K comparable, V any] struct {
	options Options[V]

	mu      sync.Mutex
	entries map[K]*entry[K, V]
	newest  *entry[K, V]
	oldest  *entry[K, V]
	hand    *entry[K, V] // the next to consider for eviction; nil: the oldest
	cost    int
	loads   map[*load[K]]struct{} // under way
	stats   Stats
}

// Stats are how a cache is used, counted since it was made.
type Stats struct {
	Hits, Misses int64
	Evictions    int64 // values that were removed because others needed their place
	Entries      int64 // now
}

type entry[K comparable, V any] struct {
	key          K
	value        V
	at           time.Time
	read         bool         // since it was last considered for eviction
	newer, older *entry[K, V] // in the order of arrival
}

// New makes an empty cache.
func New[K comparable, V any](o Options[V]) *Cache[K, V] {
	if o.Cost == nil {
		o.Cost = func(V) int { return 1 }
	}
	return &Cache[K, V]{options: o, entries: map[K]*entry[K, V]{}, loads: map[*load[K]]struct{}{}}
}

// Get returns the value of a key.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.get(key, now)
}

// Put stores the value of a key.
func (c *Cache[K, V]) Put(key K, value V) {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, value, now)
	c.evict()
}

// Stats returns the current stats.
func (c *Cache[K, V]) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.stats
	now.Entries = int64(len(c.entries))
	return now
}

// load is one call of GetMany that is loading.
type load[K comparable] struct {
	invalid map[K]struct{} // keys that were invalidated since it began
	all     bool           // all keys were
}

// GetMany returns the values of keys, and loads those that are missing with one call.
// A key that load does not return is absent. What is invalidated during the load is
// returned and not stored.
func (c *Cache[K, V]) GetMany(ctx context.Context, keys []K, loadMissing func(ctx context.Context, missing []K) (map[K]V, error)) (map[K]V, error) {
	now := c.now() // values are as old as the beginning of their load
	values, missing, running := c.begin(keys, now)
	if len(missing) == 0 {
		return values, nil
	}
	loaded, err := loadMissing(ctx, missing)
	c.end(running, loaded, now)
	if err != nil {
		return nil, err
	}
	for key, value := range loaded {
		values[key] = value
	}
	return values, nil
}

func (c *Cache[K, V]) begin(keys []K, now time.Time) (values map[K]V, missing []K, running *load[K]) {
	values = make(map[K]V, len(keys))
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range keys {
		if value, ok := c.get(key, now); ok {
			values[key] = value
		} else {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		running = &load[K]{}
		c.loads[running] = struct{}{}
	}
	return values, missing, running
}

func (c *Cache[K, V]) end(running *load[K], loaded map[K]V, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.loads, running)
	if running.all {
		return
	}
	for key, value := range loaded {
		if _, invalid := running.invalid[key]; !invalid {
			c.put(key, value, now)
		}
	}
	c.evict()
}

// Invalidate removes keys, and keeps running loads from storing them.
func (c *Cache[K, V]) Invalidate(keys ...K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range keys {
		if e, ok := c.entries[key]; ok {
			c.remove(e)
		}
	}
	for running := range c.loads {
		if running.invalid == nil {
			running.invalid = map[K]struct{}{}
		}
		for _, key := range keys {
			running.invalid[key] = struct{}{}
		}
	}
}

// InvalidateAll removes all keys, and keeps running loads from storing any.
func (c *Cache[K, V]) InvalidateAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = map[K]*entry[K, V]{}
	c.newest, c.oldest, c.hand, c.cost = nil, nil, nil, 0
	for running := range c.loads {
		running.all = true
	}
}

func (c *Cache[K, V]) now() time.Time {
	if c.options.MaxAge == 0 {
		return time.Time{}
	}
	return c.options.Clock.Now()
}

func (c *Cache[K, V]) get(key K, now time.Time) (value V, ok bool) {
	e, ok := c.entries[key]
	if !ok || c.options.MaxAge > 0 && now.Sub(e.at).Abs() >= c.options.MaxAge { // the clock may be set back
		c.stats.Misses++
		return value, false
	}
	c.stats.Hits++
	e.read = true
	return e.value, true
}

func (c *Cache[K, V]) put(key K, value V, now time.Time) {
	e, ok := c.entries[key]
	if ok {
		c.cost -= c.options.Cost(e.value)
	} else {
		e = &entry[K, V]{key: key, older: c.newest}
		c.entries[key] = e
		if c.newest != nil {
			c.newest.newer = e
		} else {
			c.oldest = e
		}
		c.newest = e
	}
	e.value, e.at = value, now
	c.cost += c.options.Cost(value)
}

// evict removes values until the others fit.
func (c *Cache[K, V]) evict() {
	for c.cost > c.options.Max {
		e := c.hand
		if e == nil {
			e = c.oldest
		}
		c.hand = e.newer
		if e.read {
			e.read = false
			continue
		}
		c.stats.Evictions++
		c.remove(e)
	}
}

func (c *Cache[K, V]) remove(e *entry[K, V]) {
	if e.newer != nil {
		e.newer.older = e.older
	} else {
		c.newest = e.older
	}
	if e.older != nil {
		e.older.newer = e.newer
	} else {
		c.oldest = e.newer
	}
	if c.hand == e {
		c.hand = e.newer
	}
	delete(c.entries, e.key)
	c.cost -= c.options.Cost(e.value)
}

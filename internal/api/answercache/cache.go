// Package answercache keeps encoded HTTP responses for a second, so that what many
// clients ask for at once is rendered once.
package answercache

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/singleflight"

	"hawker/internal/cache"
	"hawker/internal/clock"
	"hawker/internal/recent"
)

const (
	// MaxKeyLength is the length of the longest key, in bytes.
	MaxKeyLength = 2048

	// maxAge is one half of recent.Oldest: what a response is rendered from may be
	// as old as the other half.
	maxAge        = recent.MaxAge
	maxResponses  = 4096
	maxBytes      = 16 << 20
	renderTimeout = 10 * time.Second
)

// etagVersion begins every ETag. Change it when the hash changes. 64 bits are
// enough: a forged ETag gains nothing.
const etagVersion = "2-"

// Cache keeps responses to public reads. It must not be given a response that
// contains anything of one shopper. Safe for concurrent use.
type Cache struct {
	clock clock.Clock
	vary  string

	flights singleflight.Group

	hits, misses atomic.Int64

	mu        sync.RWMutex
	responses map[string]*response  // by key
	queue     []*response           // the oldest first; includes removed ones
	byItem    map[int64][]*response // those that show an item, the oldest first
	bytes     int
	evictions int64
	changes   recent.Changes // of items
}

// New returns an empty cache. vary is the Vary header of every response.
func New(c clock.Clock, vary string) *Cache {
	return &Cache{clock: c, vary: vary, responses: map[string]*response{}, byItem: map[int64][]*response{}}
}

// StockChanged removes the responses that show these items. Other instances show
// the change once their responses are too old.
func (c *Cache) StockChanged(itemIDs []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes.Record(itemIDs)
	for _, id := range itemIDs {
		for _, r := range c.byItem[id] {
			c.remove(r) // evictOldest takes it off the queue later
		}
		delete(c.byItem, id)
	}
}

// remove takes a response out of the lookup.
func (c *Cache) remove(r *response) {
	if c.responses[r.key] == r {
		delete(c.responses, r.key)
	}
}

// Serve responds from the cache, or has next respond and caches that. Of concurrent
// requests with one key, next serves one and the others wait. It returns an error, and has
// not responded, if the context of the request ends meanwhile or next panics.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, key string, next http.Handler) error {
	resp, changes := c.lookup(key)
	if resp != nil {
		c.hits.Add(1)
	} else {
		c.misses.Add(1)
		// Requests after a change must not wait for a response begun before it.
		flight := c.flights.DoChan(strconv.FormatInt(changes, 10)+key, func() (any, error) {
			rendered, err := c.render(r, key, next)
			if err != nil {
				return nil, err
			}
			rendered.changes = changes
			c.store(rendered)
			return rendered, nil
		})
		select {
		case done := <-flight:
			if done.Err != nil {
				return done.Err
			}
			resp = done.Val.(*response)
		case <-r.Context().Done():
			return r.Context().Err()
		}
	}
	r.Pattern = resp.pattern
	resp.write(w, r, c.vary)
	return nil
}

// lookup returns the cached response, or nil, and how many changes there were.
func (c *Cache) lookup(key string) (*response, int64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	r := c.responses[key]
	if r != nil && c.clock.Now().Sub(r.at).Abs() >= maxAge { // Abs: a clock may be set back
		r = nil
	}
	return r, c.changes.Count()
}

// render records the response of next. It does not end when its client goes,
// because others may wait for the same response. A panic of next would end the program,
// because no request has this goroutine.
func (c *Cache) render(r *http.Request, key string, next http.Handler) (resp *response, err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(r.Context(), "panic", "value", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), renderTimeout)
	defer cancel()
	shown := &shownItems{}
	request := r.WithContext(context.WithValue(ctx, shownItemsKey{}, shown))
	recorder := &recorder{header: http.Header{}, status: http.StatusOK}

	resp = &response{key: key, at: c.clock.Now()}
	next.ServeHTTP(recorder, request)
	resp.status, resp.header, resp.body = recorder.status, recorder.header, recorder.body.Bytes()
	resp.pattern, resp.items = request.Pattern, shown.ids
	if resp.status == http.StatusOK {
		resp.etag = fmt.Sprintf("%s%016x", etagVersion, xxhash.Sum64(resp.body))
	}
	return resp, nil
}

// store adds a response, and evicts the oldest until everything fits. It does not
// store what is refused, too large, or shows an item that changed meanwhile.
func (c *Cache) store(r *response) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.status != http.StatusOK || c.changes.Since(r.changes, r.items...) || len(r.body) > maxBytes/8 {
		return
	}
	if other := c.responses[r.key]; other != nil && other.changes > r.changes {
		return // the other is newer, though it was finished earlier
	}
	c.responses[r.key] = r
	c.queue = append(c.queue, r)
	for _, id := range r.items {
		c.byItem[id] = append(c.byItem[id], r)
	}
	c.bytes += r.size()
	for len(c.queue) > 0 && r.at.Sub(c.queue[0].at) >= maxAge {
		c.evictOldest()
	}
	for len(c.queue) > maxResponses || c.bytes > maxBytes {
		c.evictions++ // only those that were not too old
		c.evictOldest()
	}
}

// Stats returns how the cache is used. A request that waits for the response of another
// one is a miss.
func (c *Cache) Stats() cache.Stats {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return cache.Stats{Hits: c.hits.Load(), Misses: c.misses.Load(), Evictions: c.evictions, Entries: int64(len(c.responses))}
}

func (c *Cache) evictOldest() {
	r := c.queue[0]
	c.queue[0], c.queue = nil, c.queue[1:]
	r.evicted = true
	c.bytes -= r.size()
	c.remove(r)
	for _, id := range r.items {
		rest := c.byItem[id]
		for len(rest) > 0 && rest[0].evicted { // it is the first, or StockChanged deleted the list
			rest[0], rest = nil, rest[1:]
		}
		if len(rest) == 0 {
			delete(c.byItem, id)
		} else {
			c.byItem[id] = rest
		}
	}
}

// shownItems collects which items the response that is being rendered shows.
type shownItems struct{ ids []int64 }

type shownItemsKey struct{}

// NoteItem notes that the response that is being rendered shows an item.
func NoteItem(ctx context.Context, itemID int64) {
	if shown, ok := ctx.Value(shownItemsKey{}).(*shownItems); ok {
		shown.ids = append(shown.ids, itemID)
	}
}

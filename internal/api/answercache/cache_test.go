package answercache_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"hawker/internal/api/answercache"
	"hawker/internal/clock"
)

// get asks the cache for a URL, which is the key too, and returns the body.
func get(c *answercache.Cache, url string, next http.HandlerFunc) string {
	w := httptest.NewRecorder()
	if err := c.Serve(w, httptest.NewRequest(http.MethodGet, url, http.NoBody), url, next); err != nil {
		return err.Error()
	}
	return w.Body.String()
}

func TestCache_concurrentRequestsShareOneResponse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cache, rendered := answercache.New(clock.System, ""), atomic.Int64{}
		ask := func() string {
			return get(cache, "/items", func(w http.ResponseWriter, _ *http.Request) {
				n := rendered.Add(1)
				time.Sleep(100 * time.Millisecond)
				fmt.Fprintf(w, "response %d", n)
			})
		}
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if got := ask(); got != "response 1" {
					t.Errorf("got %q", got)
				}
			})
		}
		synctest.Wait()
		hasty, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		r := httptest.NewRequestWithContext(hasty, http.MethodGet, "/items", http.NoBody)
		if err := cache.Serve(httptest.NewRecorder(), r, "/items", http.NotFoundHandler()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a request that has no time to wait: %v", err)
		}
		cache.StockChanged([]int64{1})
		if got := ask(); got != "response 2" {
			t.Errorf("after a change: %q", got)
		}
		wg.Wait()
		if got := ask(); got != "response 2" || rendered.Load() != 2 {
			t.Errorf("cached %q after %d were rendered", got, rendered.Load())
		}
	})
}

// What is rendered for several requests runs in no goroutine of theirs, where the server
// would turn a panic into an error.
func TestCache_returnsAPanic(t *testing.T) {
	t.Parallel()
	cache := answercache.New(clock.System, "")
	if got := get(cache, "/items", func(http.ResponseWriter, *http.Request) { panic("no items") }); got != "panic: no items" {
		t.Errorf("got %q", got)
	}
	if got := get(cache, "/items", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "items") }); got != "items" {
		t.Errorf("afterwards: %q", got)
	}
}

// When there is no more room, the oldest responses are rendered again and the
// newest are not, and each URL gets its own.
func TestCache_evictsTheOldest(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ size, maxCached, minCached int }{
		"by their number": {10, 4096, 4096},
		"by their bytes":  {100_000, 160, 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cache, rendered := answercache.New(clock.NewManual(time.Unix(0, 0)), ""), 0
			body := strings.Repeat("x", tt.size)
			ask := func(n int) (cached bool) {
				t.Helper()
				before, url := rendered, fmt.Sprint("/?page=", n)
				got := get(cache, url, func(w http.ResponseWriter, r *http.Request) {
					rendered++
					fmt.Fprint(w, r.URL, body)
				})
				if !strings.HasPrefix(got, url+"x") {
					t.Fatalf("asked for %s, got %.20s", url, got)
				}
				return rendered == before
			}
			const asked = 6000
			for n := range asked {
				ask(n)
			}
			for n := asked - tt.minCached; n < asked; n++ {
				if !ask(n) {
					t.Fatalf("page %d of %d is no longer cached", n, asked)
				}
			}
			for n := range asked - tt.maxCached - 200 {
				if ask(n) {
					t.Fatalf("page %d of %d is still cached", n, asked)
				}
			}
		})
	}
}

// The index by item is pruned with the responses: an item that is shown in many
// must not keep them in memory.
func TestCache_freesWhatItEvicts(t *testing.T) { // not parallel: it counts all memory
	c := clock.NewManual(time.Unix(0, 0))
	cache := answercache.New(c, "")
	body := strings.Repeat("x", 1000)
	ask := func(from, to int) {
		for n := from; n < to; n++ {
			get(cache, fmt.Sprint("/?page=", n), func(w http.ResponseWriter, r *http.Request) {
				answercache.NoteItem(r.Context(), 1)
				answercache.NoteItem(r.Context(), int64(n+2))
				fmt.Fprint(w, body)
			})
			if n%7 == 0 {
				cache.StockChanged([]int64{int64(n)})
			}
			if n%100 == 0 {
				c.Advance(200 * time.Millisecond)
			}
		}
	}
	ask(0, 5000)
	before := heap()
	ask(5000, 50_000)
	if grown := heap() - before; grown > 10<<20 {
		t.Errorf("45,000 more responses of 1 kB take %d bytes", grown)
	}
	runtime.KeepAlive(cache)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

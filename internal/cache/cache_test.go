package cache_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/cache"
	"hawker/internal/clock"
)

var start = time.Unix(1000, 0)

func TestCache_agesAndIsInvalidated(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(start)
	aging := cache.New[string](cache.Options[int]{Max: 10, MaxAge: time.Second, Clock: c})
	lasting := cache.New[string](cache.Options[int]{Max: 10})
	for name, of := range map[string]*cache.Cache[string, int]{"aging": aging, "lasting": lasting} {
		of.Put("a", 1)
		of.Put("b", 2)
		of.Put("a", 3)
		if a, ok := of.Get("a"); !ok || a != 3 {
			t.Errorf("%s: a is %d, %t", name, a, ok)
		}
		of.Invalidate("b", "never there")
		if _, ok := of.Get("b"); ok {
			t.Errorf("%s: b is there after it was invalidated", name)
		}
	}
	for _, step := range []struct {
		by    time.Duration
		there bool
	}{{999 * time.Millisecond, true}, {time.Millisecond, false}, {-2 * time.Second, false}} {
		c.Advance(step.by)
		if _, ok := aging.Get("a"); ok != step.there {
			t.Errorf("%v after it was put: there: %t", c.Now().Sub(start), ok)
		}
	}
	if _, ok := lasting.Get("a"); !ok {
		t.Error("a value aged in a cache without ages")
	}
	lasting.InvalidateAll()
	if _, ok := lasting.Get("a"); ok {
		t.Error("a value is there after all were invalidated")
	}
	lasting.Put("a", 4)
	if a, _ := lasting.Get("a"); a != 4 {
		t.Errorf("a is %d", a)
	}
}

// Whatever is put, read and invalidated, a cache returns what was put last, and its
// costs stay within their bound.
func TestCache_isABoundedMap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		limit := rapid.IntRange(0, 20).Draw(r, "limit")
		c := cache.New[int](cache.Options[string]{Max: limit, Cost: func(s string) int { return len(s) }})
		last := map[int]string{}
		r.Repeat(map[string]func(*rapid.T){
			"put": func(r *rapid.T) {
				key, value := rapid.IntRange(0, 9).Draw(r, "key"), strings.Repeat("x", rapid.IntRange(0, 25).Draw(r, "cost"))
				c.Put(key, value)
				last[key] = value
			},
			"get": func(r *rapid.T) { c.Get(rapid.IntRange(0, 9).Draw(r, "key")) },
			"invalidate": func(r *rapid.T) {
				key := rapid.IntRange(0, 9).Draw(r, "key")
				c.Invalidate(key)
				delete(last, key)
			},
			"invalidate all": func(*rapid.T) {
				c.InvalidateAll()
				clear(last)
			},
			"": func(r *rapid.T) {
				cost := 0
				for key := range 10 {
					value, ok := c.Get(key)
					if ok && value != last[key] {
						r.Fatalf("%d is %q, want %q", key, value, last[key])
					}
					cost += len(value)
				}
				if cost > limit {
					r.Fatalf("costs %d of %d", cost, limit)
				}
			},
		})
	})
}

func TestCache_isFullAndKeepsWhatIsRead(t *testing.T) {
	t.Parallel()
	const limit = 100
	c := cache.New[int](cache.Options[int]{Max: limit})
	for key := range 10_000 {
		c.Put(key, key)
		for favorite := range 10 {
			if _, ok := c.Get(favorite); !ok && favorite < key {
				t.Fatalf("%d is read all the time and was evicted by %d", favorite, key)
			}
		}
	}
	held := 0
	for key := range 10_000 {
		if _, ok := c.Get(key); ok {
			held++
		}
	}
	if held != limit {
		t.Errorf("%d values are kept, want %d", held, limit)
	}
}

// loader counts what it loads; keys from 100 on do not exist.
type loader struct{ loads [][]int }

func (l *loader) load(_ context.Context, missing []int) (map[int]int, error) {
	l.loads = append(l.loads, slices.Sorted(slices.Values(missing)))
	loaded := map[int]int{}
	for _, key := range missing {
		if key < 100 {
			loaded[key] = len(l.loads)
		}
	}
	return loaded, nil
}

func TestGetMany_loadsWhatIsMissing(t *testing.T) {
	t.Parallel()
	c := cache.New[int](cache.Options[int]{Max: 10})
	l := &loader{}
	for _, ask := range []struct {
		keys []int
		want map[int]int
	}{
		{nil, map[int]int{}},
		{[]int{1, 2}, map[int]int{1: 1, 2: 1}},
		{[]int{1, 2, 3}, map[int]int{1: 1, 2: 1, 3: 2}},
		{[]int{3, 200}, map[int]int{3: 2}},
		{[]int{200}, map[int]int{}}, // what does not exist is not stored
	} {
		values, err := c.GetMany(t.Context(), ask.keys, l.load)
		if diff := cmp.Diff(ask.want, values); err != nil || diff != "" {
			t.Errorf("%v: %s, %v", ask.keys, diff, err)
		}
	}
	if diff := cmp.Diff([][]int{{1, 2}, {3}, {200}, {200}}, l.loads); diff != "" {
		t.Error(diff)
	}
	broken := errors.New("broken")
	if _, err := c.GetMany(t.Context(), []int{1, 4}, func(context.Context, []int) (map[int]int, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("a failed load: %v", err)
	}
	if values, err := c.GetMany(t.Context(), []int{1, 4}, l.load); err != nil || values[4] == 0 {
		t.Errorf("after a failed load: %v, %v", values, err)
	}
}

func TestGetMany_doesNotStoreWhatWasInvalidatedMeanwhile(t *testing.T) {
	t.Parallel()
	for name, invalidate := range map[string]func(*cache.Cache[int, int]){
		"one": func(c *cache.Cache[int, int]) { c.Invalidate(1) },
		"all": func(c *cache.Cache[int, int]) { c.InvalidateAll() },
	} {
		c := cache.New[int](cache.Options[int]{Max: 10})
		value := 5
		get := func(meanwhile func()) map[int]int {
			values, err := c.GetMany(t.Context(), []int{1, 2}, func(_ context.Context, missing []int) (map[int]int, error) {
				loaded := map[int]int{}
				for _, key := range missing {
					loaded[key] = value
				}
				meanwhile()
				return loaded, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return values
		}
		if first := get(func() { value = 4; invalidate(c) }); first[1] != 5 || first[2] != 5 {
			t.Errorf("%s: the load returned %v", name, first)
		}
		then := get(func() {})
		if then[1] != 4 || (then[2] == 4) != (name == "all") {
			t.Errorf("%s: afterwards it returns %v", name, then)
		}
	}
}

// Everything at once, under the race detector. A value is never older than the last
// invalidation of its key that had ended before it was asked for.
func TestCache_isSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	const keys = 8
	c := cache.New[int](cache.Options[int]{Max: 5})
	var mu sync.Mutex
	truth := map[int]int{}
	var all sync.WaitGroup
	for n := range 8 {
		random := rand.New(rand.NewPCG(3, uint64(n)))
		all.Go(func() {
			for range 500 {
				key := random.IntN(keys)
				switch random.IntN(4) {
				case 0:
					mu.Lock()
					truth[key]++
					mu.Unlock()
					c.Invalidate(key)
				case 1:
					if random.IntN(20) == 0 {
						c.InvalidateAll()
					}
				default:
					mu.Lock()
					least := maps.Clone(truth)
					mu.Unlock()
					values, err := c.GetMany(t.Context(), []int{key, (key + 1) % keys}, func(_ context.Context, missing []int) (map[int]int, error) {
						mu.Lock()
						defer mu.Unlock()
						loaded := map[int]int{}
						for _, key := range missing {
							loaded[key] = truth[key]
						}
						return loaded, nil
					})
					if err != nil || values[key] < least[key]-8 {
						t.Errorf("%d is %d, want at least %d, %v", key, values[key], least[key], err)
					}
				}
			}
		})
	}
	all.Wait()
	for key := range keys {
		c.Invalidate(key)
		if _, ok := c.Get(key); ok {
			t.Errorf("%d is there after it was invalidated", key)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	c := cache.New[int](cache.Options[int]{Max: 1000})
	for key := range 1000 {
		c.Put(key, key)
	}
	b.ReportAllocs()
	key := 0
	for b.Loop() {
		c.Get(key)
		key = (key + 1) % 1000
	}
}

func TestCache_countsHitsMissesAndEvictions(t *testing.T) {
	t.Parallel()
	c := cache.New[int](cache.Options[int]{Max: 2})
	for key := range 3 {
		c.Put(key, key)
	}
	c.Get(2)
	if _, err := c.GetMany(t.Context(), []int{2, 7}, func(context.Context, []int) (map[int]int, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	if got, want := c.Stats(), (cache.Stats{Hits: 2, Misses: 1, Evictions: 1, Entries: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

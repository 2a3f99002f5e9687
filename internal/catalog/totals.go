package catalog

import (
	"sync"
	"time"
)

// mostTotals bounds how many lists' totals are remembered: each is a few
// hundred bytes of SQL.
const mostTotals = 2048

// totals remembers for a moment how long a list is, by its SQL. Counting walks
// all of a list, of which the page itself needs only the top.
type totals struct {
	mu    sync.Mutex
	known map[string]total
}

type total struct {
	n  int
	at time.Time
}

func (t *totals) of(now time.Time, key string, count func() (int, error)) (int, error) {
	t.mu.Lock()
	known, ok := t.known[key]
	t.mu.Unlock()
	if ok && now.Sub(known.at).Abs() < maxAge {
		return known.n, nil
	}
	n, err := count()
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) >= mostTotals {
		clear(t.known)
	}
	t.known[key] = total{n: n, at: now}
	return n, nil
}

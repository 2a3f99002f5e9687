package catalog

import (
	"context"
	"maps"
	"sync"
	"time"

	"hawker/internal/recent"
)

// stockMemory remembers what is left of items for a moment, as lists show it. Whoever sells
// reads StockOf in their own transaction. Safe for concurrent use.
type stockMemory struct {
	mu      sync.Mutex
	known   map[int64]counted
	changes recent.Changes
}

type counted struct {
	stock Stock // nil: not counted; shared, so nobody may change it
	at    time.Time
}

// of answers the stock of items, of which read reads those that it does not
// know, or no longer. Items without a limit are absent.
func (m *stockMemory) of(ctx context.Context, now time.Time, ids []int64, read func(context.Context, []int64) (map[int64]Stock, error)) (map[int64]Stock, error) {
	stock, missing, count := m.recall(now, ids)
	if len(missing) == 0 {
		return stock, nil
	}
	found, err := read(ctx, missing)
	if err != nil {
		return nil, err
	}
	m.keep(now, missing, found, count)
	maps.Copy(stock, found)
	return stock, nil
}

func (m *stockMemory) recall(now time.Time, ids []int64) (stock map[int64]Stock, missing []int64, count int64) {
	stock = make(map[int64]Stock, len(ids))
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		c, ok := m.known[id]
		switch {
		case !ok || now.Sub(c.at).Abs() >= maxAge:
			missing = append(missing, id)
		case c.stock != nil:
			stock[id] = c.stock
		}
	}
	return stock, missing, m.changes.Count()
}

// keep remembers what was read when count changes had happened, but of no item
// that changed while it was read.
func (m *stockMemory) keep(now time.Time, ids []int64, found map[int64]Stock, count int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) >= mostItems {
		m.known = map[int64]counted{}
	}
	for _, id := range ids {
		if !m.changes.Since(count, id) {
			m.known[id] = counted{stock: found[id], at: now}
		}
	}
}

// forget has the next list read the stock of these items.
func (m *stockMemory) forget(ids []int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Note(ids)
	for _, id := range ids {
		delete(m.known, id)
	}
}

package catalog

import (
	"context"
	"sync"
	"time"
)

// What is remembered of items. Reading a row and the documents in it costs more
// than all else of a list, and a busy town shows the same few hundred items over
// and over.
const (
	mostItems     = 4096
	mostItemBytes = 16 << 20
)

// memory remembers items, for as long as what else is shown may be old: an
// import, on this instance or another, needs to tell nobody. What is left of an
// item is no part of it: see stockMemory. Safe for concurrent use.
type memory struct {
	mu    sync.Mutex
	known map[int64]remembered
	bytes int
}

type remembered struct {
	item *Item // shared: nobody may change it
	at   time.Time
}

// of answers the items that are sold among ids, of which read reads those that
// it does not know, or no longer.
func (m *memory) of(ctx context.Context, now time.Time, ids []int64, read func(context.Context, []int64) (map[int64]*Item, error)) (map[int64]*Item, error) {
	items, missing := m.recall(now, ids)
	if len(missing) == 0 {
		return items, nil
	}
	found, err := read(ctx, missing)
	if err != nil {
		return nil, err
	}
	m.keep(now, found)
	for id, item := range found {
		items[id] = item
	}
	return items, nil
}

func (m *memory) recall(now time.Time, ids []int64) (items map[int64]*Item, missing []int64) {
	items = make(map[int64]*Item, len(ids))
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		if r, ok := m.known[id]; ok && now.Sub(r.at).Abs() < maxAge {
			items[id] = r.item
		} else {
			missing = append(missing, id)
		}
	}
	return items, missing
}

// keep remembers items as of now. When there is no room it begins anew: what is
// worth remembering comes back within moments.
func (m *memory) keep(now time.Time, items map[int64]*Item) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, item := range items {
		if len(m.known) >= mostItems || m.bytes > mostItemBytes {
			clear(m.known)
			m.bytes = 0
		}
		if old, ok := m.known[id]; ok {
			m.bytes -= old.item.weight()
		}
		m.known[id] = remembered{item: item, at: now}
		m.bytes += item.weight()
	}
}

// weight is about what an item takes in memory, in bytes: its row, its longest
// text, and each thing in its documents as one.
func (i *Item) weight() int {
	const row, part = 1 << 10, 96
	o := i.Options.V
	parts := len(i.Pictures.V) + len(i.Tags.V) + len(i.Nutritions.V) + len(i.Allergies.V) + len(i.GenericNames.V) +
		len(o.Variations) + len(o.AddOns)
	for _, a := range o.Axes {
		parts += 1 + len(a.Options)
	}
	for _, g := range o.Groups {
		parts += 1 + len(g.Values)
	}
	return row + len(i.Description) + part*parts
}

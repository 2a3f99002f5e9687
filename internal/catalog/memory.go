package catalog

import (
	"context"
	"sync"
	"time"

	"hawker/internal/recent"
)

// memory remembers a V of each of some items. Reading a row and the documents in
// it costs more than all else of a list, and a busy town shows the same items over
// and over. Safe for concurrent use.
type memory[V any] struct {
	maxAge    time.Duration // 0: until it is forgotten
	weigh     func(V) int   // about what a V takes, in bytes
	mostBytes int           // of all that is remembered

	mu      sync.Mutex
	known   map[int64]remembered[V]
	bytes   int
	changes recent.Changes
}

type remembered[V any] struct {
	value V // shared: nobody may change what it points to
	at    time.Time
}

// of returns what is known of the items, and reads of the database what is not
// known or too old. What is not there is absent.
func (m *memory[V]) of(ctx context.Context, now time.Time, ids []int64, read func(context.Context, []int64) (map[int64]V, error)) (map[int64]V, error) {
	values, missing, count := m.recall(now, ids)
	if len(missing) == 0 {
		return values, nil
	}
	found, err := read(ctx, missing)
	if err != nil {
		return nil, err
	}
	m.keep(now, found, count)
	for id, value := range found {
		values[id] = value
	}
	return values, nil
}

func (m *memory[V]) recall(now time.Time, ids []int64) (values map[int64]V, missing []int64, count int64) {
	values = make(map[int64]V, len(ids))
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		if r, ok := m.known[id]; ok && (m.maxAge == 0 || now.Sub(r.at).Abs() < m.maxAge) {
			values[id] = r.value
		} else {
			missing = append(missing, id)
		}
	}
	return values, missing, m.changes.Count()
}

// keep remembers what was read when count changes had happened, but of no item
// that changed while it was read.
func (m *memory[V]) keep(now time.Time, found map[int64]V, count int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[int64]remembered[V]{}
	}
	for id, value := range found {
		if m.changes.Since(count, id) {
			continue
		}
		m.drop(id)
		m.known[id] = remembered[V]{value, now}
		m.bytes += m.weigh(value)
	}
	for id := range m.known { // in no order: any may go
		if m.bytes <= m.mostBytes {
			break
		}
		m.drop(id)
	}
}

func (m *memory[V]) drop(id int64) {
	if r, ok := m.known[id]; ok {
		m.bytes -= m.weigh(r.value)
		delete(m.known, id)
	}
}

// forget has these items read when they are next asked for.
func (m *memory[V]) forget(ids []int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.Note(ids)
	for _, id := range ids {
		m.drop(id)
	}
}

// forgetAll has every item read when it is next asked for.
func (m *memory[V]) forgetAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changes.NoteAll()
	m.known, m.bytes = nil, 0
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

package catalog

import (
	"sync/atomic"
	"time"

	"hawker/internal/hours"
)

// openState is whether a store is open, until that changes.
type openState struct {
	from  time.Time
	state hours.State
}

func (s *openState) isValidAt(t time.Time) bool {
	change := s.state.OpensAt
	if s.state.Open {
		change = s.state.ClosesAt
	}
	return !t.Before(s.from) && (change.IsZero() || t.Before(change))
}

// OpenAt is Store.OpenAt with a cache for the stores of this directory: evaluating a week
// takes longer than the rest of the view of an item.
func (d *Directory) OpenAt(store *Store, now time.Time) hours.State {
	known := d.openStates[store]
	if known == nil { // the store is not of this directory
		return store.OpenAt(now)
	}
	if s := known.Load(); s != nil && s.isValidAt(now) {
		return s.state
	}
	state := store.OpenAt(now)
	known.Store(&openState{from: now, state: state})
	return state
}

func newOpenStates(of []*Store) map[*Store]*atomic.Pointer[openState] {
	states := make(map[*Store]*atomic.Pointer[openState], len(of))
	known := make([]atomic.Pointer[openState], len(of))
	for i, store := range of {
		states[store] = &known[i]
	}
	return states
}

package catalog

import (
	"sync/atomic"
	"time"

	"hawker/internal/hours"
)

// standing is what a store's hours said at a moment, which holds until they
// change.
type standing struct {
	from  time.Time
	state hours.State
}

func (s *standing) holds(t time.Time) bool {
	change := s.state.OpensAt
	if s.state.Open {
		change = s.state.ClosesAt
	}
	return !t.Before(s.from) && (change.IsZero() || t.Before(change))
}

// OpenAt is the store's OpenAt, remembered for a store of this picture: working
// out a week costs more than all else in the view of an item.
func (t *Town) OpenAt(store *Store, now time.Time) hours.State {
	known := t.standings[store]
	if known == nil { // read anew by somebody, so to be asked itself
		return store.OpenAt(now)
	}
	if s := known.Load(); s != nil && s.holds(now) {
		return s.state
	}
	state := store.OpenAt(now)
	known.Store(&standing{from: now, state: state})
	return state
}

func standings(of []*Store) map[*Store]*atomic.Pointer[standing] {
	standings := make(map[*Store]*atomic.Pointer[standing], len(of))
	known := make([]atomic.Pointer[standing], len(of))
	for i, store := range of {
		standings[store] = &known[i]
	}
	return standings
}

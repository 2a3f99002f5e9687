package maps

import (
	"container/list"
	"sync"
	"time"

	"hawker/internal/clock"
	"hawker/internal/geo"
)

// Bounds of what is remembered. A store's neighbourhood is asked for again and
// again; roads change rarely, but they do.
const (
	distancesKept = 20_000
	distanceAge   = 10 * time.Minute
)

// stretch is what a distance is remembered by. The store's point stands for
// the store: a store that moved is asked for anew.
type stretch struct {
	from, to geo.Point
	mode     Mode
}

// modes are those to try: the one that was asked for, then the others.
func (k stretch) modes() []Mode {
	tried := []Mode{k.mode}
	for _, m := range modes {
		if m != k.mode {
			tried = append(tried, m)
		}
	}
	return tried
}

// distances remembers the distances used last.
type distances struct {
	clock clock.Clock

	mu     sync.Mutex
	byKey  map[stretch]*list.Element
	recent list.List // of remembered, the last used first
}

type remembered struct {
	key      stretch
	distance Distance
	at       time.Time
}

func newDistances(c clock.Clock) *distances {
	return &distances{clock: c, byKey: map[stretch]*list.Element{}}
}

func (d *distances) get(key stretch) (Distance, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, ok := d.byKey[key]
	if !ok {
		return Distance{}, false
	}
	r := e.Value.(remembered)
	if d.clock.Now().Sub(r.at) >= distanceAge {
		d.drop(e)
		return Distance{}, false
	}
	d.recent.MoveToFront(e)
	return r.distance, true
}

func (d *distances) put(key stretch, distance Distance) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if old, ok := d.byKey[key]; ok {
		d.drop(old)
	}
	d.byKey[key] = d.recent.PushFront(remembered{key: key, distance: distance, at: d.clock.Now()})
	if d.recent.Len() > distancesKept {
		d.drop(d.recent.Back())
	}
}

func (d *distances) drop(e *list.Element) {
	delete(d.byKey, e.Value.(remembered).key)
	d.recent.Remove(e)
}

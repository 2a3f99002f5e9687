package booking

import (
	"context"
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/recent"
)

// Service has the bookings in memory, for lists. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
	now   *recent.Value[*Calendar]
	known atomic.Pointer[Calendar] // the last that was read
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{db: d, clock: c}
	s.now = recent.New(c, recent.MaxAge, s.refresh)
	return s
}

// Calendar is what is out from now on, of one revision of the bookings. It never changes.
type Calendar struct {
	revision int64
	swept    time.Time // when the bookings that had ended were removed
	changes  int64     // when what is out changes by itself: a vehicle is not back in time
	vehicles map[int64]*vehicleCalendar

	// The steps of all vehicles, one after the other: lists look at every vehicle, and
	// memory is read fastest in order.
	ids   []int64 // in order
	most  []int64 // that are out of each at any time
	begin []int   // of the steps of each, and the end of the last
	at    []int64 // of each step
	out   []int64
}

// vehicleCalendar is what is out of one vehicle.
type vehicleCalendar struct {
	holds   []hold
	out     []step
	changes int64 // see Calendar
}

// lateEvery is how often the calendar moves on the end of what is not back in time.
const lateEvery = time.Minute

func newVehicleCalendar(holds []hold, now int64) *vehicleCalendar {
	v := &vehicleCalendar{holds: holds, out: steps(holds, now), changes: math.MaxInt64}
	for _, h := range holds {
		switch {
		case h.out && h.until > now:
			v.changes = min(v.changes, h.until)
		case h.out:
			v.changes = min(v.changes, now+lateEvery.Milliseconds())
		}
	}
	return v
}

// Calendar returns what is booked, at most a second old.
func (s *Service) Calendar(ctx context.Context) (*Calendar, error) { return s.now.Get(ctx) }

// sweepEvery is how often bookings that have ended are removed from vehicles that nobody
// books any more.
const sweepEvery = 24 * time.Hour

// refresh reads what was written since the known calendar. It returns that if nothing has
// changed.
func (s *Service) refresh(ctx context.Context) (*Calendar, error) {
	revision, err := readRevision(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	now, known := s.clock.Now(), s.known.Load()
	if known == nil || now.Sub(known.swept) > sweepEvery {
		known = &Calendar{revision: -1, swept: now}
	}
	if known.revision == revision && now.UnixMilli() < known.changes {
		return known, nil
	}
	var ended time.Time // a change may be an earlier end
	if known.revision < 0 {
		ended = now
	}
	changed, err := readChanged(ctx, s.db.R, known.revision, ended)
	if err != nil {
		return nil, err
	}
	c := known.with(changed, now)
	c.revision = revision
	s.known.Store(c)
	return c, nil
}

// with returns a calendar with changed bookings, and with what has changed by itself.
func (c *Calendar) with(changed map[int64][]hold, at time.Time) *Calendar {
	now := at.UnixMilli()
	next := &Calendar{swept: c.swept, changes: math.MaxInt64, vehicles: maps.Clone(c.vehicles)}
	if next.vehicles == nil {
		next.vehicles = make(map[int64]*vehicleCalendar, len(changed))
	}
	for vehicleID, known := range next.vehicles {
		if _, written := changed[vehicleID]; !written && known.changes <= now {
			changed[vehicleID] = nil
		}
	}
	for vehicleID, holds := range changed {
		if known := next.vehicles[vehicleID]; known != nil {
			holds = merge(known.holds, holds)
		}
		holds = slices.DeleteFunc(holds, func(h hold) bool { return h.at(now).until <= now || h.from >= h.until })
		if len(holds) == 0 {
			delete(next.vehicles, vehicleID)
			continue
		}
		next.vehicles[vehicleID] = newVehicleCalendar(holds, now)
	}
	for _, v := range next.vehicles {
		next.changes = min(next.changes, v.changes)
	}
	next.line()
	return next
}

// line puts the steps of all vehicles one after the other.
func (c *Calendar) line() {
	c.ids = slices.Sorted(maps.Keys(c.vehicles))
	c.begin, c.most = make([]int, 1, len(c.ids)+1), make([]int64, len(c.ids))
	count := 0
	for _, id := range c.ids {
		count += len(c.vehicles[id].out)
		c.begin = append(c.begin, count)
	}
	c.at, c.out = make([]int64, 0, count), make([]int64, 0, count)
	for n, id := range c.ids {
		for _, s := range c.vehicles[id].out {
			c.at, c.out = append(c.at, s.at), append(c.out, s.out)
			c.most[n] = max(c.most[n], s.out)
		}
	}
}

// merge returns the changed bookings and those that are not among them.
func merge(known, changed []hold) []hold {
	for _, h := range known {
		if !slices.ContainsFunc(changed, func(c hold) bool { return c.id == h.id }) {
			changed = append(changed, h)
		}
	}
	return changed
}

// Free returns how many of a vehicle's units are free at every moment of a time.
func (c *Calendar) Free(vehicleID, units int64, t Period) int64 {
	v := c.vehicles[vehicleID]
	if v == nil {
		return units
	}
	return max(units-mostOut(v.out, t.From.UnixMilli(), t.Until.UnixMilli()), 0)
}

// Cursor looks at many vehicles, in the order of their ids. It is for one goroutine.
type Cursor struct {
	*Calendar
	next int // in ids
}

// Cursor returns one at the first vehicle.
func (c *Calendar) Cursor() *Cursor { return &Cursor{Calendar: c} }

// HasFree reports whether Calendar.Free is more than 0.
func (c *Cursor) HasFree(vehicleID, units int64, t Period) bool {
	n, booked := c.find(vehicleID)
	if !booked || units > c.most[n] {
		return units > 0
	}
	at, out := c.at[c.begin[n]:c.begin[n+1]], c.out[c.begin[n]:c.begin[n+1]]
	from, until := t.From.UnixMilli(), t.Until.UnixMilli()
	next, _ := slices.BinarySearch(at, from+1)
	for n := max(next-1, 0); n < len(at) && at[n] < until; n++ {
		if out[n] >= units {
			return false
		}
	}
	return true
}

// find returns the place of a vehicle in ids, and false if nothing of it is booked.
func (c *Cursor) find(vehicleID int64) (n int, found bool) {
	for c.next < len(c.ids) && c.ids[c.next] < vehicleID {
		c.next++
	}
	return c.next, c.next < len(c.ids) && c.ids[c.next] == vehicleID
}

// Busy returns when fewer than the wanted of a vehicle's units are free, in order.
func (c *Calendar) Busy(vehicleID, units, wanted int64, t Period) []Period {
	var out []step
	if v := c.vehicles[vehicleID]; v != nil {
		out = during(v.out, t.From.UnixMilli(), t.Until.UnixMilli())
	}
	busy := []Period{}
	from, isBusy := t.From, units < wanted
	for _, s := range out {
		at := max(s.at, t.From.UnixMilli())
		switch now := units-s.out < wanted; {
		case now && !isBusy:
			from, isBusy = time.UnixMilli(at), true
		case !now && isBusy:
			busy, isBusy = append(busy, Period{from, time.UnixMilli(at)}), false
		}
	}
	if isBusy {
		busy = append(busy, Period{from, t.Until})
	}
	return busy
}

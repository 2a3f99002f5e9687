// Package booking owns the table bookings: which units of a vehicle are out for which
// trip, and when. No vehicle is ever booked beyond its units (RNT-11, R1).
//
// Trips take, hand over, extend and release units in their own transactions. The vehicle's
// row is locked meanwhile, and what is out is read from the database. Lists ask the Service,
// which has all bookings in memory, at most a second old. What is not back in time counts as
// out for another hour from now on. The package uses only the ids of trips and vehicles.
package booking

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"

	"hawker/internal/errs"
)

// Period is a time from one moment until another, which no longer belongs to it. A night in
// which the clocks change lasts as long as it lasts (H8).
type Period struct{ From, Until time.Time }

// ShortError says that a vehicle has fewer units free than asked for. It is a 409 with what
// is left as its detail.
type ShortError struct {
	VehicleID int64
	Name      string
	Free      int64
}

// Error implements error.
func (e *ShortError) Error() string {
	return fmt.Sprintf("vehicle %d has %d units free", e.VehicleID, e.Free)
}

// Unwrap returns the error that a shopper sees.
func (e *ShortError) Unwrap() error {
	shown := errs.New(errs.OutOfStock, "%s is not available at this time.", e.Name)
	if e.Free > 0 {
		shown = errs.New(errs.OutOfStock, "%s: only %d available at this time.", e.Name, e.Free)
	}
	return shown.With(Short{VehicleID: e.VehicleID, AvailableUnits: e.Free})
}

// Short is the detail of a ShortError.
type Short struct {
	VehicleID      int64 `json:"vehicle_id"`
	AvailableUnits int64 `json:"available_units"`
}

// hold is a booking as far as it takes units: from one time until another, in Unix
// milliseconds.
type hold struct {
	id, from, until, units int64
	out                    bool // handed over, and not back yet
}

// lateHold is how long a vehicle that is not back in time counts as out, from now on: nobody
// knows when it comes back. It is not written, so trips that were booked before keep it.
const lateHold = time.Hour

// at returns the hold as it counts at a time.
func (h hold) at(now int64) hold {
	if h.out && h.until <= now {
		h.until = now + lateHold.Milliseconds()
	}
	return h
}

// step is how many units are out from a time on, until the next step.
type step struct{ at, out int64 }

// steps returns how many units are out, as it is known now, in the order of time.
func steps(holds []hold, now int64) []step {
	changes := make([]step, 0, 2*len(holds))
	for _, h := range holds {
		if h = h.at(now); h.from < h.until {
			changes = append(changes, step{h.from, h.units}, step{h.until, -h.units})
		}
	}
	slices.SortFunc(changes, func(a, b step) int { return cmp.Compare(a.at, b.at) })
	all := changes[:0]
	out := int64(0)
	for _, c := range changes {
		out += c.out
		if last := len(all) - 1; last >= 0 && all[last].at == c.at {
			all[last].out = out
			continue
		}
		all = append(all, step{c.at, out})
	}
	return all
}

// during returns the steps of a time. The first may begin before it.
func during(all []step, from, until int64) []step {
	begin := sort.Search(len(all), func(n int) bool { return all[n].at > from })
	begin = max(begin-1, 0)
	end := begin
	for end < len(all) && all[end].at < until {
		end++
	}
	return all[begin:end]
}

// mostOut returns the largest number of units that are out at any moment of a time.
func mostOut(all []step, from, until int64) (most int64) {
	for _, s := range during(all, from, until) {
		most = max(most, s.out)
	}
	return most
}

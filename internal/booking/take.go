package booking

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Take books units of vehicles for a trip, by the vehicle's id. A vehicle with too few free
// units at any moment of the time, as far as it is known now, is a *ShortError; then the
// transaction must be rolled back.
//
// Vehicles are locked in the order of their ids, so that two trips cannot deadlock. Take
// also locks the revision of all bookings until the transaction ends: call it late.
func Take(ctx context.Context, tx *db.Tx, tripID int64, from, until time.Time, units map[int64]int64, now time.Time) error {
	if !from.Before(until) {
		return fmt.Errorf("book from %s until %s: it takes no time", from, until)
	}
	vehicles, err := lockVehicles(ctx, tx, slices.Sorted(maps.Keys(units)))
	if err != nil {
		return err
	}
	out, err := readOut(ctx, tx, vehicles, from.UnixMilli(), tripID, now)
	if err != nil {
		return err
	}
	for _, v := range vehicles {
		if err := v.check(out[v.ID], from.UnixMilli(), until.UnixMilli(), units[v.ID]); err != nil {
			return err
		}
	}
	return insert(ctx, tx, tripID, from, until, vehicles, units)
}

// check returns a *ShortError if fewer than the wanted units are free.
func (v lockedVehicle) check(out []step, from, until, wanted int64) error {
	if free := max(v.rentable()-mostOut(out, from, until), 0); wanted > free {
		return &ShortError{VehicleID: v.ID, Name: v.Name, Free: free}
	}
	return nil
}

var errNotBooked = errs.New(errs.Conflict, "This trip no longer has its vehicles.")

// Extend lets a trip keep its vehicles until a later time. It returns a *ShortError if other
// trips have booked one of them; then the transaction must be rolled back. What the trip has
// booked already stays, also if the vehicle has fewer units by now.
func Extend(ctx context.Context, tx *db.Tx, tripID int64, until, now time.Time) error {
	vehicles, booked, err := lockBooked(ctx, tx, tripID)
	if err != nil {
		return err
	}
	out, err := readOut(ctx, tx, vehicles, earliestEnd(booked), tripID, now)
	if err != nil {
		return err
	}
	for _, v := range vehicles {
		b := booked[v.ID]
		if b.UntilAt >= until.UnixMilli() {
			continue
		}
		if err := v.check(out[v.ID], b.UntilAt, until.UnixMilli(), b.Units); err != nil {
			return err
		}
	}
	return setLaterEnd(ctx, tx, tripID, until)
}

// lockBooked locks the vehicles of a trip, and reads what it has of them.
func lockBooked(ctx context.Context, tx *db.Tx, tripID int64) ([]lockedVehicle, map[int64]booked, error) {
	booked, err := readBooked(ctx, tx, tripID)
	if err != nil {
		return nil, nil, err
	}
	vehicles, err := lockVehicles(ctx, tx, slices.Sorted(maps.Keys(booked)))
	if err != nil {
		return nil, nil, err
	}
	// Read again: the end may have changed before the lock.
	if booked, err = readBooked(ctx, tx, tripID); err != nil {
		return nil, nil, err
	}
	if len(booked) == 0 || len(booked) < len(vehicles) {
		return nil, nil, errNotBooked
	}
	return vehicles, booked, nil
}

func earliestEnd(all map[int64]booked) int64 {
	end := int64(math.MaxInt64)
	for _, b := range all {
		end = min(end, b.UntilAt)
	}
	return end
}

// HandOver says that the vehicles of a trip are out from now on, until they are released:
// also after their planned return. Before their time it returns a *ShortError if other trips
// have one of them until then, and the transaction must be rolled back. What the trip has
// booked stays its own, also if the vehicle has fewer units by now.
//
// until is the end that the trip should have. If its bookings end earlier, they are extended:
// to until, or to the moment at which other trips need one of the vehicles. HandOver returns
// the end of the bookings.
func HandOver(ctx context.Context, tx *db.Tx, tripID int64, until, now time.Time) (time.Time, error) {
	vehicles, booked, err := lockBooked(ctx, tx, tripID)
	if err != nil {
		return until, err
	}
	out, err := readOut(ctx, tx, vehicles, now.UnixMilli(), tripID, now)
	if err != nil {
		return until, err
	}
	begin, end := now.UnixMilli(), until.UnixMilli()
	for _, v := range vehicles {
		b := booked[v.ID]
		if begin < b.FromAt && v.busyFrom(out[v.ID], begin, b.FromAt, b.Units) < b.FromAt {
			return until, &ShortError{VehicleID: v.ID, Name: v.Name, Free: max(v.Units-mostOut(out[v.ID], begin, b.FromAt), 0)}
		}
		if bookedUntil := max(b.UntilAt, begin); bookedUntil < end {
			end = v.busyFrom(out[v.ID], bookedUntil, end, b.Units)
		}
	}
	if end <= begin { // it is over, and others have the vehicles already
		end = 0
	}
	return time.UnixMilli(max(end, earliestEnd(booked))), setOut(ctx, tx, tripID, now, end)
}

// busyFrom returns the first moment at which other trips leave fewer than these units of the
// vehicle, or until if there is none. A trip keeps its units if the vehicle has fewer by now
// and nobody else has booked them.
func (v lockedVehicle) busyFrom(out []step, from, until, units int64) int64 {
	for _, s := range during(out, from, until) {
		if s.out > max(v.Units-units, 0) {
			return max(s.at, from)
		}
	}
	return until
}

// Release ends the bookings of a trip: from then on its vehicles are free. A canceled trip is
// released before it begins. Releasing it twice changes nothing.
func Release(ctx context.Context, tx *db.Tx, tripID int64, at time.Time) error {
	return release(ctx, tx, tripID, at)
}

package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// lockedVehicle is a vehicle whose row is locked: nobody else books it before the
// transaction ends.
type lockedVehicle struct {
	ID       int64
	Units    int64
	Archived bool
	Name     string
}

// rentable is how many units may be rented from now on.
func (v lockedVehicle) rentable() int64 {
	if v.Archived {
		return 0
	}
	return v.Units
}

// lockVehicles locks vehicles in the order of the ids.
func lockVehicles(ctx context.Context, tx *db.Tx, ids []int64) ([]lockedVehicle, error) {
	vehicles := make([]lockedVehicle, len(ids))
	for n, id := range ids {
		v, err := db.One[lockedVehicle](ctx, tx, `UPDATE vehicles SET units = units WHERE id = $1 RETURNING id, units, archived, name`, id)
		if errors.Is(err, db.ErrNotFound) {
			return nil, errs.New(errs.NotFound, "This vehicle was not found.")
		}
		if err != nil {
			return nil, fmt.Errorf("lock a vehicle: %w", err)
		}
		vehicles[n] = v
	}
	return vehicles, nil
}

// heldUntil is when a booking ends, or ended.
const heldUntil = `COALESCE(released_at, until_at)`

// stillOut is whether the units of a booking are out. An earlier version, which may run
// during an upgrade, releases them without clearing is_out.
const stillOut = `(is_out AND released_at IS NULL)`

// readOut reads how many units of vehicles are out after a time, for other trips.
func readOut(ctx context.Context, tx *db.Tx, vehicles []lockedVehicle, after, besides int64, now time.Time) (map[int64][]step, error) {
	if len(vehicles) == 0 {
		return nil, nil
	}
	ids := make([]int64, len(vehicles))
	for n, v := range vehicles {
		ids[n] = v.ID
	}
	list, args := db.InList(ids)
	holds, n := map[int64][]hold{}, len(args)
	err := db.Each(ctx, tx, func(scan func(...any) error) error {
		var h hold
		var vehicleID int64
		if err := scan(&vehicleID, &h.from, &h.until, &h.units, &h.out); err != nil {
			return err
		}
		holds[vehicleID] = append(holds[vehicleID], h)
		return nil
	}, fmt.Sprintf(`
		SELECT vehicle_id, from_at, %[1]s, units, %[5]s FROM bookings WHERE vehicle_id IN %[2]s AND until_at > $%[3]d AND trip_id <> $%[4]d
		UNION ALL
		SELECT vehicle_id, from_at, until_at, units, TRUE FROM bookings WHERE vehicle_id IN %[2]s AND until_at <= $%[3]d AND %[5]s AND trip_id <> $%[4]d`,
		heldUntil, list, n+1, n+2, stillOut), append(args, after, besides)...)
	if err != nil {
		return nil, fmt.Errorf("read the bookings of vehicles: %w", err)
	}
	out := map[int64][]step{}
	for id, all := range holds {
		out[id] = steps(all, now.UnixMilli())
	}
	return out, nil
}

func insert(ctx context.Context, tx *db.Tx, tripID int64, from, until time.Time, vehicles []lockedVehicle, units map[int64]int64) error {
	if len(vehicles) == 0 {
		return nil
	}
	revision, err := nextRevision(ctx, tx)
	if err != nil {
		return err
	}
	rows := db.NewValues(tripID, from.UnixMilli(), until.UnixMilli(), revision)
	for _, v := range vehicles {
		rows.Add(v.ID, units[v.ID], v.Units)
	}
	_, err = db.Exec(ctx, tx, `INSERT INTO bookings (trip_id, from_at, until_at, revision, vehicle_id, units, vehicle_units) VALUES `+rows.String(), rows.Args()...)
	if err != nil {
		return fmt.Errorf("insert bookings: %w", err)
	}
	return nil
}

// booked is what a trip has of a vehicle.
type booked struct{ VehicleID, Units, FromAt, UntilAt int64 }

// readBooked reads what a trip has, by the vehicle's id.
func readBooked(ctx context.Context, tx *db.Tx, tripID int64) (map[int64]booked, error) {
	all, err := db.Many[booked](ctx, tx, `SELECT vehicle_id, units, from_at, until_at FROM bookings WHERE trip_id = $1 AND released_at IS NULL`, tripID)
	if err != nil {
		return nil, fmt.Errorf("read the bookings of a trip: %w", err)
	}
	byVehicle := make(map[int64]booked, len(all))
	for _, b := range all {
		byVehicle[b.VehicleID] = b
	}
	return byVehicle, nil
}

// moreUnits notes how many units a vehicle has now, if that is more: what was booked before
// stays right by the old number.
const (
	unitsNow  = `(SELECT v.units FROM vehicles v WHERE v.id = vehicle_id)`
	moreUnits = `vehicle_units = CASE WHEN vehicle_units < ` + unitsNow + ` THEN ` + unitsNow + ` ELSE vehicle_units END`
)

func setLaterEnd(ctx context.Context, tx *db.Tx, tripID int64, until time.Time) error {
	return change(ctx, tx, `
		UPDATE bookings SET until_at = $3, revision = $2, `+moreUnits+`
		WHERE trip_id = $1 AND released_at IS NULL AND until_at < $3`, tripID, until)
}

// setOut marks bookings as out. One that would begin later begins now. $4 is the new end, if
// it is later than the old one. If a booking had ended before it is extended, it begins now,
// because others may have had the units since.
func setOut(ctx context.Context, tx *db.Tx, tripID int64, at time.Time, until int64) error {
	return change(ctx, tx, `
		UPDATE bookings SET is_out = TRUE, revision = $2, `+moreUnits+`,
			from_at = CASE WHEN $3 < from_at OR until_at <= $3 AND until_at < $4 THEN $3 ELSE from_at END,
			until_at = CASE WHEN until_at < $4 THEN $4 ELSE until_at END
		WHERE trip_id = $1 AND released_at IS NULL`, tripID, at, until)
}

func release(ctx context.Context, tx *db.Tx, tripID int64, at time.Time) error {
	return change(ctx, tx, `
		UPDATE bookings SET released_at = CASE WHEN $3 < from_at THEN from_at WHEN $3 > until_at THEN until_at ELSE $3 END, is_out = FALSE, revision = $2
		WHERE trip_id = $1 AND released_at IS NULL`, tripID, at)
}

// change runs an update of the bookings of a trip ($1), with a new revision ($2), a
// time ($3) and more values.
func change(ctx context.Context, tx *db.Tx, update string, tripID int64, at time.Time, more ...any) error {
	revision, err := nextRevision(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, update, append([]any{tripID, revision, at.UnixMilli()}, more...)...); err != nil {
		return fmt.Errorf("change the bookings of a trip: %w", err)
	}
	return nil
}

// nextRevision returns the revision for the bookings that a transaction writes. It locks the
// counter until the transaction ends, so that revisions are committed in order.
func nextRevision(ctx context.Context, tx *db.Tx) (int64, error) {
	revision, err := db.One[int64](ctx, tx, `
		INSERT INTO booking_revision (id, revision) VALUES (1, 1)
		ON CONFLICT (id) DO UPDATE SET revision = booking_revision.revision + 1 RETURNING revision`)
	if err != nil {
		return 0, fmt.Errorf("raise the revision of the bookings: %w", err)
	}
	return revision, nil
}

func readRevision(ctx context.Context, q db.Q) (int64, error) {
	revision, err := db.One[int64](ctx, q, `SELECT COALESCE(MAX(revision), 0) FROM booking_revision`)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the bookings: %w", err)
	}
	return revision, nil
}

// readChanged reads the bookings that were written after a revision, except those whose end
// was planned before a time and whose vehicles are back.
func readChanged(ctx context.Context, q db.Q, after int64, ended time.Time) (map[int64][]hold, error) {
	changed := map[int64][]hold{}
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var h hold
		var vehicleID int64
		if err := scan(&h.id, &vehicleID, &h.from, &h.until, &h.units, &h.out); err != nil {
			return err
		}
		changed[vehicleID] = append(changed[vehicleID], h)
		return nil
	}, `SELECT id, vehicle_id, from_at, `+heldUntil+`, units, `+stillOut+` FROM bookings WHERE revision > $1 AND (until_at > $2 OR `+stillOut+`)`, after, ended.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read bookings: %w", err)
	}
	return changed, nil
}

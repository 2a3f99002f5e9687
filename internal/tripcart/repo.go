package tripcart

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"hawker/internal/db"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/vehicle"
)

// row is a row of trip_carts.
type row struct {
	ID             int64
	TripType       pricing.TripType
	Hours          int64
	Pickup         db.JSON[Place]
	Destination    db.JSON[Place]
	PickupAt       *int64
	DistanceMetres int64
	RouteSeconds   int64
	Straight       bool
}

func (r row) trip() Trip {
	t := Trip{
		Type: r.TripType, Hours: r.Hours, Pickup: r.Pickup.V, Destination: r.Destination.V,
		Route: maps.Distance{Metres: r.DistanceMetres, Duration: time.Duration(r.RouteSeconds) * time.Second, Straight: r.Straight},
	}
	if r.PickupAt != nil {
		t.PickupAt = time.UnixMilli(*r.PickupAt)
	}
	return t
}

// equal reports whether two trips are stored alike.
func (t Trip) equal(other Trip) bool { return reflect.DeepEqual(t.values(), other.values()) }

// values are the columns of a trip, in the order of tripColumns.
func (t Trip) values() []any {
	var at *int64
	if !t.PickupAt.IsZero() {
		milli := t.PickupAt.UnixMilli()
		at = &milli
	}
	return []any{
		t.Type, t.Hours, db.JSON[Place]{V: t.Pickup}, db.JSON[Place]{V: t.Destination}, at,
		t.Route.Metres, int64(t.Route.Duration / time.Second), t.Route.Straight,
	}
}

const tripColumns = `trip_type, hours, pickup, destination, pickup_at, distance_metres, route_seconds, straight`

// find reads the cart of a shopper; ID is 0 if there is none.
func find(ctx context.Context, q db.Q, shopperID, moduleID int64) (row, error) {
	r, err := db.One[row](ctx, q, `SELECT id, `+tripColumns+` FROM trip_carts WHERE shopper_id = $1 AND module_id = $2`, shopperID, moduleID)
	if errors.Is(err, db.ErrNotFound) {
		return row{}, nil
	}
	if err != nil {
		return row{}, fmt.Errorf("read a trip cart: %w", err)
	}
	return r, nil
}

// lock locks the cart of a shopper until the transaction ends, so that its changes come
// one after the other; ID is 0 if there is none.
func lock(ctx context.Context, tx *db.Tx, shopperID, moduleID int64, at time.Time) (row, error) {
	r, err := db.One[row](ctx, tx, `
		UPDATE trip_carts SET updated_at = $3 WHERE shopper_id = $1 AND module_id = $2 RETURNING id, `+tripColumns, shopperID, moduleID, at.UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return row{}, nil
	}
	if err != nil {
		return row{}, fmt.Errorf("lock a trip cart: %w", err)
	}
	return r, nil
}

// create makes the cart of a shopper, or locks the one there is.
func create(ctx context.Context, tx *db.Tx, shopperID, moduleID int64, t Trip, at time.Time) (row, error) {
	r, err := db.One[row](ctx, tx, `
		INSERT INTO trip_carts (shopper_id, module_id, updated_at, `+tripColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (shopper_id, module_id) DO UPDATE SET updated_at = excluded.updated_at
		RETURNING id, `+tripColumns, append([]any{shopperID, moduleID, at.UnixMilli()}, t.values()...)...)
	if err != nil {
		return row{}, fmt.Errorf("create a trip cart: %w", err)
	}
	return r, nil
}

func setTrip(ctx context.Context, tx *db.Tx, cartID int64, t Trip) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE trip_carts SET trip_type = $2, hours = $3, pickup = $4, destination = $5, pickup_at = $6, distance_metres = $7, route_seconds = $8, straight = $9
		WHERE id = $1`, append([]any{cartID}, t.values()...)...)
	if err != nil {
		return fmt.Errorf("change a trip: %w", err)
	}
	return nil
}

// lines reads the lines of a cart, with their vehicles as they are now.
func lines(ctx context.Context, q db.Q, cartID int64) ([]Line, error) {
	type lineRow struct {
		ID, VehicleID, Quantity int64
		AddedRate               *money.Amount
	}
	rows, err := db.Many[lineRow](ctx, q, `SELECT id, vehicle_id, quantity, added_rate FROM trip_cart_lines WHERE cart_id = $1 ORDER BY id`, cartID)
	if err != nil {
		return nil, fmt.Errorf("read the lines of a trip cart: %w", err)
	}
	ids := make([]int64, len(rows))
	for n, r := range rows {
		ids[n] = r.VehicleID
	}
	vehicles, err := vehicle.Read(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	all := make([]Line, len(rows))
	for n, r := range rows {
		all[n] = Line{ID: r.ID, Quantity: r.Quantity, Vehicle: vehicles[r.VehicleID], AddedRate: r.AddedRate}
	}
	return all, nil
}

// setLine writes the quantity of a vehicle in a cart, and the rate that it was added for.
func setLine(ctx context.Context, tx *db.Tx, cartID, vehicleID, quantity int64, rate *money.Amount) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO trip_cart_lines (cart_id, vehicle_id, quantity, added_rate) VALUES ($1, $2, $3, $4)
		ON CONFLICT (cart_id, vehicle_id) DO UPDATE SET quantity = excluded.quantity, added_rate = excluded.added_rate`, cartID, vehicleID, quantity, rate)
	if err != nil {
		return fmt.Errorf("write a line of a trip cart: %w", err)
	}
	return nil
}

// setRates writes the rates of a type of trip that the shopper has chosen for all lines.
func setRates(ctx context.Context, tx *db.Tx, all []Line, t pricing.TripType, now time.Time) error {
	for _, l := range all {
		if _, err := db.Exec(ctx, tx, `UPDATE trip_cart_lines SET added_rate = $2 WHERE id = $1`, l.ID, l.Vehicle.RateAt(t, now)); err != nil {
			return fmt.Errorf("change the rate of a line of a trip cart: %w", err)
		}
	}
	return nil
}

// deleteLines deletes lines of a cart, and returns how many there were.
func deleteLines(ctx context.Context, tx *db.Tx, cartID int64, ids []int64) (int64, error) {
	list, args := db.InList(ids)
	n, err := db.Exec(ctx, tx, fmt.Sprintf(`DELETE FROM trip_cart_lines WHERE id IN %s AND cart_id = $%d`, list, len(args)+1), append(args, cartID)...)
	if err != nil {
		return 0, fmt.Errorf("delete lines of a trip cart: %w", err)
	}
	return n, nil
}

// deleteCart deletes a cart with its lines.
func deleteCart(ctx context.Context, tx *db.Tx, cartID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM trip_carts WHERE id = $1`, cartID); err != nil {
		return fmt.Errorf("delete a trip cart: %w", err)
	}
	return nil
}

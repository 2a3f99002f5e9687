package verify

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// booking is a row of the check of bookings, in the order of their beginnings.
type booking struct{ id, vehicle, units, limit, from, until int64 }

// checkBookings: at no moment more units of a vehicle are booked than it had (R1). An
// import may have lowered that number since, so each booking has the number of its time.
// It does not use package booking, so that a mistake there is found.
func checkBookings(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var found []string
	var out []booking // of the same vehicle, at the beginning of the last one
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var b booking
		if err := scan(&b.id, &b.vehicle, &b.units, &b.limit, &b.from, &b.until); err != nil {
			return err
		}
		out = append(slices.DeleteFunc(out, func(o booking) bool { return o.vehicle != b.vehicle || o.until <= b.from }), b)
		units, limit := int64(0), int64(0)
		for _, o := range out {
			units, limit = units+o.units, max(limit, o.limit)
		}
		if units > limit && len(found) < findings {
			found = append(found, fmt.Sprintf("vehicle %d: %d units can be out at once, but with booking %d %d are", b.vehicle, limit, b.id, units))
		}
		return nil
	}, `
		SELECT id, vehicle_id, units, vehicle_units, from_at, COALESCE(released_at, until_at) FROM bookings
		WHERE released_at IS NULL OR released_at > from_at ORDER BY vehicle_id, from_at, id`)
	return found, err
}

// checkTripBookings: a trip has as many units of each vehicle as its lines say, until it is
// over. They are out while it is under way.
func checkTripBookings(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findAll(ctx, q, []rule{
		{format: "trip %d: %d units of a vehicle should be booked, but %d are", query: `
			SELECT id, want, got FROM (
				SELECT l.trip_id AS id, l.quantity AS want, COALESCE(b.units, 0) AS got
				FROM trip_lines l LEFT JOIN bookings b ON b.trip_id = l.trip_id AND b.vehicle_id = l.vehicle_id
			) booked WHERE want <> got`},
		{format: "trip %d: %d bookings should have been released, but %d have", query: `
			SELECT id, want, got FROM (
				SELECT t.id AS id, SUM(CASE WHEN t.status IN ('completed', 'canceled', 'refunded') THEN 1 ELSE 0 END) AS want,
					SUM(CASE WHEN b.released_at IS NULL THEN 0 ELSE 1 END) AS got
				FROM trips t JOIN bookings b ON b.trip_id = t.id GROUP BY t.id
			) released WHERE want <> got`},
		{format: "trip %d: %d bookings should be out, but %d are", query: `
			SELECT id, want, got FROM (
				SELECT t.id AS id, SUM(CASE WHEN t.status = 'ongoing' THEN 1 ELSE 0 END) AS want, SUM(CASE WHEN b.is_out AND b.released_at IS NULL THEN 1 ELSE 0 END) AS got
				FROM trips t JOIN bookings b ON b.trip_id = t.id GROUP BY t.id
			) outside WHERE want <> got`},
	})
}

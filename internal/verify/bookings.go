package verify

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// booking is a row of the check of bookings, in the order of their beginnings.
type booking struct{ id, vehicle, units, most, from, until int64 }

// checkBookings: at no moment more units of a vehicle are booked than it had (R1). An
// import may have lowered that number since, so each booking has the number of its time.
// It does not use package booking, so that a mistake there is found.
func checkBookings(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var found []string
	var out []booking // of the same vehicle, at the beginning of the last one
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var b booking
		if err := scan(&b.id, &b.vehicle, &b.units, &b.most, &b.from, &b.until); err != nil {
			return err
		}
		out = append(slices.DeleteFunc(out, func(o booking) bool { return o.vehicle != b.vehicle || o.until <= b.from }), b)
		units, most := int64(0), int64(0)
		for _, o := range out {
			units, most = units+o.units, max(most, o.most)
		}
		if units > most && len(found) < findings {
			found = append(found, fmt.Sprintf("vehicle %d: %d units can be out at once, but with booking %d %d are", b.vehicle, most, b.id, units))
		}
		return nil
	}, `
		SELECT id, vehicle_id, units, vehicle_units, from_at, COALESCE(released_at, until_at) FROM bookings
		WHERE released_at IS NULL OR released_at > from_at ORDER BY vehicle_id, from_at, id`)
	return found, err
}

package verify

import (
	"context"
	"slices"

	"hawker/internal/db"
)

// checkStaff: ORD-03, RNT-11. Who made a move has the role that the move names, and a vendor
// the store or the provider; a rider has a rider's account.
func checkStaff(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	moves, err := findMismatches(ctx, q, "order %d: a move by staff %d does not fit the account %d", `
		SELECT m.order_id AS id, m.staff_id AS want, s.id AS got
		FROM order_moves m JOIN staff s ON s.id = m.staff_id JOIN orders o ON o.id = m.order_id
		WHERE s.role <> m.actor OR m.staff_name = '' OR s.role = 'vendor' AND COALESCE(s.store_id, 0) <> COALESCE(o.store_id, -1)`)
	if err != nil {
		return nil, err
	}
	trips, err := findMismatches(ctx, q, "trip %d: a move by staff %d does not fit the account %d", `
		SELECT m.trip_id AS id, m.staff_id AS want, s.id AS got
		FROM trip_moves m JOIN staff s ON s.id = m.staff_id JOIN trips t ON t.id = m.trip_id
		WHERE s.role <> m.actor OR m.staff_name = '' OR s.role = 'vendor' AND COALESCE(s.provider_id, 0) <> t.provider_id`)
	if err != nil {
		return nil, err
	}
	riders, err := findMismatches(ctx, q, "order %d: its rider %d is no rider but staff %d", `
		SELECT o.id, o.rider_id AS want, s.id AS got FROM orders o JOIN staff s ON s.id = o.rider_id WHERE s.role <> 'rider'`)
	if err != nil {
		return nil, err
	}
	joined, err := checkJoined(ctx, q)
	return slices.Concat(moves, trips, riders, joined), err
}

// checkJoined: REG-01. An approved application has made the account of its kind, in its
// zone or for its store, and keeps no password; one that waits has one.
func checkJoined(ctx context.Context, q db.Q) ([]string, error) {
	return findMismatches(ctx, q, "application %d: its store %d does not fit the account %d", `
		SELECT a.id, COALESCE(a.store_id, 0) AS want, COALESCE(a.staff_id, 0) AS got
		FROM applications a LEFT JOIN staff s ON s.id = a.staff_id
		WHERE (a.password_hash = '') <> (a.state IN ('approved', 'refused'))
			OR a.state = 'approved' AND (a.kind = 'store' AND (s.role <> 'vendor' OR COALESCE(s.store_id, 0) <> a.store_id)
				OR a.kind = 'rider' AND (s.role <> 'rider' OR s.zone_id <> a.zone_id))`)
}

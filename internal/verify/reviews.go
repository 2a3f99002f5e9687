package verify

import (
	"context"
	"strings"

	"hawker/internal/db"
)

// The checks of reviews add up what package review only ever changes by one review.

// checkRatings: a rating is what the town folder states, and the shown reviews of orders
// and trips (ITEM-12, RNT-11).
func checkRatings(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	const shown = `FROM reviews r WHERE r.order_id IS NOT NULL AND r.hidden_at IS NULL AND `
	const ofTrips = `FROM vehicle_reviews r WHERE r.trip_id IS NOT NULL AND r.hidden_at IS NULL AND `
	const mismatches = `
		SELECT id, want, got FROM (
			SELECT t.id AS id, t.past_rating_sum + SUMS AS want, t.rating_sum AS got,
				t.past_rating_count + COUNTS AS want_count, t.rating_count AS got_count
			FROM THINGS t
		) ratings WHERE want <> got OR want_count <> got_count`
	var all []string
	for _, c := range []struct{ format, table, of string }{
		{"item %d: its stars should add up to %d, but are %d", "items", shown + `r.item_id = t.id`},
		{"store %d: its stars should add up to %d, but are %d", "stores", shown + `r.store_id = t.id AND r.item_id IS NULL AND r.rider_id IS NULL`},
		{"rider %d: their stars should add up to %d, but are %d", "(SELECT id, 0 AS past_rating_sum, 0 AS past_rating_count, rating_sum, rating_count FROM staff)", shown + `r.rider_id = t.id`},
		{"vehicle %d: its stars should add up to %d, but are %d", "vehicles", ofTrips + `r.vehicle_id = t.id`},
		{"provider %d: its stars should add up to %d, but are %d", "providers", ofTrips + `r.provider_id = t.id`},
	} {
		query := strings.NewReplacer(
			"SUMS", `CAST(COALESCE((SELECT SUM(r.rating) `+c.of+`), 0) AS BIGINT)`, "COUNTS", `(SELECT COUNT(*) `+c.of+`)`, "THINGS", c.table).Replace(mismatches)
		found, err := findMismatches(ctx, q, c.format, query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// checkReviewCounts: as many reviews are shown with so many stars as their count says.
func checkReviewCounts(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "store %d: %d reviews with the same stars of one thing should be counted, but %d are", `
		SELECT id, want, got FROM (
			SELECT store_id AS id, CAST(SUM(want) AS BIGINT) AS want, CAST(SUM(got) AS BIGINT) AS got FROM (
				SELECT store_id, COALESCE(item_id, 0) AS item_id, rating, 1 AS want, 0 AS got FROM reviews WHERE hidden_at IS NULL AND rider_id IS NULL
				UNION ALL SELECT store_id, item_id, rating, 0, reviews FROM review_counts
			) both_ways GROUP BY store_id, item_id, rating
		) counts WHERE want <> got`)
}

// checkReviewedOrders: a review of an order is of an item, of the store or of the rider
// of that order, which was delivered.
func checkReviewedOrders(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "review %d: %d faults of its order should be found, but there are %d", `
		SELECT id, want, got FROM (
			SELECT r.id AS id, 0 AS want,
				CASE WHEN o.status IN ('delivered', 'refund_requested', 'refunded') THEN 0 ELSE 1 END
				+ CASE WHEN COALESCE(o.store_id, 0) = COALESCE(r.store_id, 0) THEN 0 ELSE 1 END
				+ CASE WHEN r.rider_id IS NULL AND r.store_id IS NOT NULL OR r.rider_id = o.rider_id THEN 0 ELSE 1 END
				+ CASE WHEN r.item_id IS NULL OR EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND l.item_id = r.item_id) THEN 0 ELSE 1 END AS got
			FROM reviews r JOIN orders o ON o.id = r.order_id
		) faults WHERE got > 0`)
}

// checkReviewedTrips: a review of a trip is of a vehicle of that trip and of its provider,
// and the trip was completed.
func checkReviewedTrips(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "review of a vehicle %d: %d faults of its trip should be found, but there are %d", `
		SELECT id, want, got FROM (
			SELECT r.id AS id, 0 AS want,
				CASE WHEN t.status IN ('completed', 'refunded') THEN 0 ELSE 1 END
				+ CASE WHEN t.provider_id = r.provider_id THEN 0 ELSE 1 END
				+ CASE WHEN EXISTS (SELECT 1 FROM trip_lines l WHERE l.trip_id = t.id AND l.vehicle_id = r.vehicle_id) THEN 0 ELSE 1 END AS got
			FROM vehicle_reviews r JOIN trips t ON t.id = r.trip_id
		) faults WHERE got > 0`)
}

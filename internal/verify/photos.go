package verify

import (
	"context"

	"hawker/internal/db"
)

// checkPhotos: RNT-11. Photos of vehicles belong to a trip of their shopper, and the shopper
// and the staff have added at most six before and six after it.
func checkPhotos(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "trip %d: it may have %d such photos, but has %d", `
		SELECT COALESCE(u.purchase_id, 0) AS id, CASE WHEN MIN(t.id) IS NULL THEN 0 ELSE 6 END AS want, COUNT(*) AS got
		FROM uploads u LEFT JOIN trips t ON t.id = u.purchase_id
		WHERE u.purpose IN ('trip_before', 'trip_after') AND u.delete_at IS NULL
		GROUP BY u.purchase_id, u.purpose, u.by_staff HAVING MIN(t.id) IS NULL OR COUNT(*) > 6`)
}

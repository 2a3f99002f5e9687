package verify

import (
	"context"

	"hawker/internal/db"
)

// checkLicences: RNT-11. The photos of a licence are those of its shopper, also of one who
// has signed in since, and are kept with it alone.
func checkLicences(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findAll(ctx, q, []rule{
		{format: "driver's licence %d: %d photos should be kept, but %d are", query: `
			SELECT l.id AS id, 2 AS want, COUNT(u.key) AS got FROM driver_licences l
			LEFT JOIN uploads u ON u.key IN (l.front, l.back) AND u.purpose = 'licence' AND u.delete_at IS NULL
				AND (u.shopper_id = l.shopper_id OR EXISTS (SELECT 1 FROM shoppers g WHERE g.id = u.shopper_id AND g.merged_into = l.shopper_id))
			GROUP BY l.id HAVING COUNT(u.key) <> 2`},
		{format: "shopper %d: photos of %d licences should be kept, but %d more are", query: `
			SELECT u.shopper_id AS id, 0 AS want, COUNT(*) AS got FROM uploads u
			WHERE u.purpose = 'licence' AND u.delete_at IS NULL AND NOT EXISTS (SELECT 1 FROM driver_licences l WHERE u.key IN (l.front, l.back))
			GROUP BY u.shopper_id`},
	})
}

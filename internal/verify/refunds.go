package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/money"
)

// checkRefunds: an order and a trip gave back what their refunds say, and an order has an
// open one while one is requested (O3).
func checkRefunds(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var all []string
	for _, c := range []struct{ format, query string }{
		{"order %d: %d should be refunded, but its refunds add up to %d", `
			SELECT id, want, got FROM (
				SELECT o.id AS id, o.refunded AS want,
					CAST(COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.status = 'approved'), 0) AS BIGINT) AS got
				FROM orders o
			) sums WHERE want <> got`},
		{"order %d: %d refund should be open, but %d are", `
			SELECT id, want, got FROM (
				SELECT o.id AS id, CASE WHEN o.status = 'refund_requested' THEN 1 ELSE 0 END AS want,
					(SELECT COUNT(*) FROM refunds r WHERE r.order_id = o.id AND r.status = 'requested') AS got
				FROM orders o
			) open WHERE want <> got`},
		{"order %d: %d should be refunded, as it is refunded whole, but %d is", `
			SELECT id, total AS want, refunded AS got FROM orders WHERE status = 'refunded' AND refunded <> total`},
		{"trip %d: %d should be refunded, but its refunds add up to %d", `
			SELECT id, want, got FROM (
				SELECT t.id AS id, CASE t.status
						WHEN 'refunded' THEN t.total - t.deposit + t.extension_charge + t.late_charge
						WHEN 'completed' THEN t.refunded - CASE WHEN t.deposit > t.extension_charge + t.late_charge THEN t.deposit - t.extension_charge - t.late_charge ELSE 0 END
						ELSE 0 END AS want,
					CAST(COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.trip_id = t.id AND r.status = 'approved'), 0) AS BIGINT) AS got
				FROM trips t WHERE t.status <> 'refunded' OR EXISTS (SELECT 1 FROM refunds r WHERE r.trip_id = t.id AND r.status = 'approved')
			) sums WHERE want <> got`}, // during an upgrade, the version before refunds a trip without a row
		{"trip %d: %d refund should be open, but %d are", `
			SELECT t.id AS id, 0 AS want, COUNT(*) AS got FROM trips t JOIN refunds r ON r.trip_id = t.id
			WHERE r.status = 'requested' AND t.status <> 'completed' GROUP BY t.id`},
	} {
		found, err := findMismatches(ctx, q, c.format, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	parts, err := findWrongParts(ctx, q)
	return append(all, parts...), err
}

// findWrongParts finds orders that are refunded in part, where the units and amounts that
// were refunded cost something else.
func findWrongParts(ctx context.Context, q db.Q) ([]string, error) {
	type line struct {
		ID               int64
		TaxIncluded      bool
		Refunded         money.Amount
		Total, Tax       money.Amount
		Quantity         int64
		RefundedQuantity int64
	}
	lines, err := db.Many[line](ctx, q, `
		SELECT o.id, o.tax_included, l.total, l.tax, l.quantity, l.refunded_quantity,
			o.refunded - CAST(COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.by_amount), 0) AS BIGINT) AS refunded
		FROM orders o JOIN order_lines l ON l.order_id = o.id
		WHERE o.status <> 'refunded' AND o.refunded > 0 ORDER BY o.id`)
	left, order := map[int64]money.Amount{}, []int64{}
	for _, l := range lines {
		if _, seen := left[l.ID]; !seen {
			left[l.ID], order = l.Refunded, append(order, l.ID)
		}
		left[l.ID] -= l.Total.MulRatio(l.RefundedQuantity, l.Quantity)
		if !l.TaxIncluded {
			left[l.ID] -= l.Tax.MulRatio(l.RefundedQuantity, l.Quantity)
		}
	}
	var found []string
	for _, id := range order {
		if left[id] != 0 && len(found) < findings {
			found = append(found, fmt.Sprintf("order %d: %d more was refunded than its units cost", id, left[id]))
		}
	}
	return found, err
}

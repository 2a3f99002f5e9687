package verify

import (
	"context"

	"hawker/internal/db"
)

// checkOfflinePayments: an order that is paid outside of the shop was paid before its store
// began, and is canceled in time if it is not paid (CHK-03).
func checkOfflinePayments(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var all []string
	for _, c := range []struct{ format, query string }{
		{"order %d: %d payment should have been received before the store began, but %d was", `
			SELECT id, 1 AS want, 0 AS got FROM orders
			WHERE payment_method = 'offline_payment' AND payment_status = 'unpaid' AND status NOT IN ('scheduled', 'pending', 'canceled')`},
		{"order %d: %d received payments should be there, but %d are", `
			SELECT id, want, got FROM (
				SELECT o.id AS id, CASE WHEN o.payment_status = 'unpaid' THEN 0 ELSE 1 END AS want,
					(SELECT COUNT(*) FROM offline_payments p WHERE p.purchase_id = o.id AND p.status = 'received') AS got
				FROM orders o WHERE o.payment_method = 'offline_payment'
			) received WHERE want <> got`},
		{"order %d: at most %d should be paid back, but %d was", `
			SELECT id, want, paid_back AS got FROM (
				SELECT id, paid_back, CASE WHEN payment_method <> 'offline_payment' THEN 0 WHEN payment_status = 'refunded' THEN total ELSE refunded END - wallet_back AS want
				FROM orders WHERE paid_back > 0
			) back WHERE paid_back > want`},
		{"order %d: %d job should cancel it if it is not paid, but %d will", `
			SELECT o.id AS id, 1 AS want, 0 AS got FROM orders o
			WHERE o.payment_due_at IS NOT NULL AND o.payment_status = 'unpaid' AND NOT EXISTS (
				SELECT 1 FROM jobs j WHERE j.unique_key = 'order.payment_due:' || o.id || ':' || o.payment_due_at AND j.done_at IS NULL AND j.given_up_at IS NULL)`},
	} {
		found, err := findMismatches(ctx, q, c.format, c.query)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/purchase"
)

// checkOfflinePayments: what is paid outside of the shop was paid before its store or
// provider began, and is canceled in time if it is not paid (CHK-03). No more is paid back,
// also in cash, than was given back.
func checkOfflinePayments(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var all []string
	for _, k := range []purchase.Kind{purchase.Order, purchase.Trip} {
		for _, c := range []struct{ format, query string }{
			{"%s %%d: %%d payment should have been received before it began, but %%d was", `
				SELECT id, 1 AS want, 0 AS got FROM %ss
				WHERE payment_method = 'offline_payment' AND payment_status = 'unpaid' AND status NOT IN ('scheduled', 'pending', 'canceled')`},
			{"%s %%d: %%d received payments should be there, but %%d are", `
				SELECT id, want, got FROM (
					SELECT o.id AS id, CASE WHEN o.payment_status = 'unpaid' THEN 0 ELSE 1 END AS want,
						(SELECT COUNT(*) FROM offline_payments p WHERE p.purchase_id = o.id AND p.status = 'received') AS got
					FROM %ss o WHERE o.payment_method = 'offline_payment'
				) received WHERE want <> got`},
			{"%s %%d: at most %%d should be paid back, but %%d was", `
				SELECT id, want, paid_back AS got FROM (
					SELECT id, paid_back, CASE WHEN payment_method <> 'offline_payment' THEN 0 WHEN payment_status = 'refunded' THEN total ELSE refunded END - wallet_back AS want
					FROM %ss WHERE paid_back > 0
				) back WHERE paid_back > want`},
			{"%s %%d: at most %%d was given back in cash, but %%d is to be paid back or was", `
				SELECT id, want, got FROM (
					SELECT o.id AS id, o.cash_refunded AS got, CAST(COALESCE((
						SELECT -SUM(e.amount) FROM ledger_entries e JOIN ledger_transfers l ON l.id = e.transfer_id
						WHERE (l.order_id = o.id OR l.subject = '%[1]s:' || o.id) AND e.account = 'cash' AND e.amount < 0), 0) AS BIGINT) AS want
					FROM %[1]ss o WHERE o.cash_refunded > 0
				) cash WHERE got > want`},
			{"%s %%d: %%d job should cancel it if it is not paid, but %%d will", `
				SELECT o.id AS id, 1 AS want, 0 AS got FROM %ss o
				WHERE o.payment_due_at IS NOT NULL AND o.payment_status = 'unpaid' AND NOT EXISTS (
					SELECT 1 FROM jobs j WHERE j.unique_key = 'order.payment_due:' || o.id || ':' || o.payment_due_at AND j.done_at IS NULL AND j.given_up_at IS NULL)`},
		} {
			found, err := findMismatches(ctx, q, fmt.Sprintf(c.format, k), fmt.Sprintf(c.query, k))
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

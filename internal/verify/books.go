package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// mismatch is a number that differs from the expected one.
type mismatch struct {
	ID        int64
	Want, Got money.Amount
}

// findMismatches reads rows of id, want and got, and formats each as a finding.
func findMismatches(ctx context.Context, q db.Q, format, query string, args ...any) ([]string, error) {
	rows, err := db.Many[mismatch](ctx, q, query+fmt.Sprintf(` ORDER BY 1 LIMIT %d`, findings), args...)
	var found []string
	for _, r := range rows {
		found = append(found, fmt.Sprintf(format, r.ID, r.Want, r.Got))
	}
	return found, err
}

// checkTransfers: every transfer sums to zero.
func checkTransfers(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "transfer %d: the entries should sum to %d, but sum to %d", `
		SELECT transfer_id AS id, 0 AS want, CAST(SUM(amount) AS BIGINT) AS got
		FROM ledger_entries GROUP BY transfer_id HAVING SUM(amount) <> 0`)
}

// checkOrdersInLedger: in the ledger, the shopper owes an order's total until it is paid
// or undone, and nothing afterwards.
func checkOrdersInLedger(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	missing, err := findMismatches(ctx, q, "order %d: %d transfer should have placed it, but there are %d", `
		SELECT o.id AS id, 1 AS want, 0 AS got FROM orders o
		WHERE NOT EXISTS (SELECT 1 FROM ledger_transfers t WHERE t.order_id = o.id AND t.kind = $1)`, ledger.OrderPlaced)
	if err != nil {
		return nil, err
	}
	wrong, err := findMismatches(ctx, q, "order %d: in the ledger %d should be owed, but %d is", `
		SELECT id, want, got FROM (
			SELECT o.id AS id,
				CASE WHEN o.payment_status = 'unpaid' AND o.status NOT IN ('canceled', 'failed', 'refunded') THEN o.total ELSE 0 END AS want,
				CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) AS got
			FROM orders o
			LEFT JOIN ledger_transfers t ON t.order_id = o.id
			LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account = $1
			GROUP BY o.id, o.payment_status, o.status, o.total
		) owed WHERE want <> got`, ledger.Receivable)
	return append(missing, wrong...), err
}

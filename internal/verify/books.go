package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// off is something that should be one number and is another.
type off struct {
	ID        int64
	Want, Got money.Amount
}

// tell reads rows of id, want and got, and puts each into words.
func tell(ctx context.Context, q db.Q, words, query string, args ...any) ([]string, error) {
	rows, err := db.Many[off](ctx, q, query+fmt.Sprintf(` ORDER BY 1 LIMIT %d`, findings), args...)
	var told []string
	for _, r := range rows {
		told = append(told, fmt.Sprintf(words, r.ID, r.Want, r.Got))
	}
	return told, err
}

// transfersBalance: double entry.
func transfersBalance(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return tell(ctx, q, "transfer %d: the entries should sum to %d and sum to %d", `
		SELECT transfer_id AS id, 0 AS want, CAST(SUM(amount) AS BIGINT) AS got
		FROM ledger_entries GROUP BY transfer_id HAVING SUM(amount) <> 0`)
}

// ordersBooked: what the books say is owed for an order is its total until it
// is paid or undone, and nothing afterwards.
func ordersBooked(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	missing, err := tell(ctx, q, "order %d: %d transfers of its placing are missing, there are %d", `
		SELECT o.id AS id, 1 AS want, 0 AS got FROM orders o
		WHERE NOT EXISTS (SELECT 1 FROM ledger_transfers t WHERE t.order_id = o.id AND t.kind = $1)`, ledger.OrderPlaced)
	if err != nil {
		return nil, err
	}
	wrong, err := tell(ctx, q, "order %d: the books should have %d still owed and have %d", `
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

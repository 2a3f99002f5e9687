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
				CASE WHEN o.payment_status = 'unpaid' AND o.status NOT IN ('canceled', 'failed', 'refunded') THEN o.total - o.wallet_part ELSE 0 END AS want,
				CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) AS got
			FROM orders o
			LEFT JOIN ledger_transfers t ON t.order_id = o.id
			LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account = $1
			GROUP BY o.id, o.payment_status, o.status, o.total, o.wallet_part
		) owed WHERE want <> got`, ledger.Receivable)
	return append(missing, wrong...), err
}

// checkOrderMoney: what was paid for an order, and not given back, is in the ledger: the
// wallet's part, and the rest by the order's payment method.
func checkOrderMoney(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	paid, err := findMismatches(ctx, q, "order %d: in the ledger %d should have been paid, but %d was", `
		SELECT id, want, got FROM (
			SELECT o.id AS id,
				CASE o.payment_status WHEN 'paid' THEN o.total - o.wallet_part - o.refunded + o.wallet_back
					WHEN 'refunded' THEN o.wallet_back - o.wallet_part ELSE 0 END AS want,
				CAST(COALESCE((SELECT SUM(e.amount) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
					WHERE t.order_id = o.id AND (e.account IN ($1, $2, $3) OR e.account = $4 || o.payment_gateway)), 0) AS BIGINT) AS got
			FROM orders o WHERE o.payment_method <> 'wallet'
		) money WHERE want <> got`, ledger.Cash, ledger.Offline, ledger.Clearing, ledger.Gateway(""))
	if err != nil {
		return nil, err
	}
	wallets, err := findMismatches(ctx, q, "order %d: in the ledger %d should have come from the wallet, but %d has", `
		SELECT id, want, got FROM (
			SELECT o.id AS id, o.wallet_part - o.wallet_back AS want,
				CAST(COALESCE((SELECT SUM(e.amount) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
					WHERE t.order_id = o.id AND e.account LIKE 'wallet:%'), 0) AS BIGINT) AS got
			FROM orders o
		) wallet WHERE want <> got`)
	return append(paid, wallets...), err
}

// checkBalances: a balance is the sum of the entries of its account, below zero for what
// the shop owes, and that of its last entry (W1).
func checkBalances(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	accounts, err := db.Many[string](ctx, q, `
		SELECT account FROM (
			SELECT account, SUM(sum) AS sum, SUM(kept) AS kept FROM (
				SELECT account, -SUM(amount) AS sum, 0 AS kept FROM ledger_entries
				WHERE account LIKE 'wallet:%' OR account LIKE 'points:%' GROUP BY account
				UNION ALL SELECT account, 0, amount FROM ledger_balances
			) both_ways GROUP BY account
		) compared WHERE sum <> kept ORDER BY account LIMIT $1`, findings)
	var found []string
	for _, a := range accounts {
		found = append(found, fmt.Sprintf("account %s: the balance differs from the sum of its entries", a))
	}
	if err != nil {
		return found, err
	}
	after, err := findMismatches(ctx, q, "entry %d: its account should have %d after it, but has %d", `
		SELECT id, want, got FROM (
			SELECT id, -CAST(SUM(amount) OVER (PARTITION BY account ORDER BY id) AS BIGINT) AS want, COALESCE(balance, -1) AS got
			FROM ledger_entries WHERE account LIKE 'wallet:%' OR account LIKE 'points:%'
		) running WHERE want <> got`)
	return append(found, after...), err
}

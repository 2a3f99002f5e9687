package verify

import (
	"context"

	"hawker/internal/db"
)

// The checks of stock do not use the SQL of package stock, so that a mistake there is
// found.

// checkStock: a pool's quantity is the sum of its moves.
func checkStock(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "stock %d: the moves sum to %d, but the quantity is %d", `
		SELECT s.id AS id, CAST(COALESCE(SUM(m.delta), 0) AS BIGINT) AS want, s.quantity AS got
		FROM stock s LEFT JOIN stock_moves m ON m.stock_id = s.id
		GROUP BY s.id, s.quantity
		HAVING COALESCE(SUM(m.delta), 0) <> s.quantity OR s.quantity < 0`)
}

// checkStockOfOrders: an order took from each pool the units of its lines, or nothing if
// the pool was not counted. An undone order returned all of them, once (S5).
func checkStockOfOrders(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	taken, err := findMismatches(ctx, q, "order %d: its lines take %d units of a pool, but its moves took %d", `
		SELECT m.order_id AS id, COALESCE(l.quantity, 0) AS want, m.taken AS got
		FROM (
			SELECT m.order_id, s.item_id, s.variation, CAST(-SUM(m.delta) AS BIGINT) AS taken
			FROM stock_moves m JOIN stock s ON s.id = m.stock_id
			WHERE m.reason = 'order' GROUP BY m.order_id, s.item_id, s.variation
		) m LEFT JOIN (
			SELECT order_id, item_id, variation, CAST(SUM(quantity) AS BIGINT) AS quantity
			FROM order_lines GROUP BY order_id, item_id, variation
		) l ON l.order_id = m.order_id AND l.item_id = m.item_id AND l.variation = m.variation
		WHERE COALESCE(l.quantity, 0) <> m.taken`)
	if err != nil {
		return nil, err
	}
	untouched, err := findMismatches(ctx, q, "order %d: its lines take %d units of a pool, but its moves took none (%d)", `
		SELECT l.order_id AS id, l.quantity AS want, 0 AS got
		FROM order_lines l
		JOIN orders o ON o.id = l.order_id
		JOIN stock s ON s.item_id = l.item_id AND s.variation = l.variation
		WHERE s.counted_since < o.created_at
			AND EXISTS (SELECT 1 FROM stock_moves m WHERE m.stock_id = s.id AND m.created_at < o.created_at)
			AND NOT EXISTS (SELECT 1 FROM stock_moves m WHERE m.stock_id = s.id AND m.order_id = o.id)`)
	if err != nil {
		return nil, err
	}
	given, err := findMismatches(ctx, q, "order %d: it should have %d units of a pool, but has %d", `
		SELECT id, want, got FROM (
			SELECT o.id AS id, CAST(-SUM(m.delta) AS BIGINT) AS got,
				CASE WHEN o.status IN ('canceled', 'refunded') THEN 0
					ELSE CAST(-SUM(CASE WHEN m.reason = 'order' THEN m.delta ELSE 0 END) AS BIGINT) END AS want
			FROM orders o JOIN stock_moves m ON m.order_id = o.id
			GROUP BY o.id, o.status, m.stock_id
		) sums WHERE want <> got`)
	return append(append(taken, untouched...), given...), err
}

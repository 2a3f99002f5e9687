package verify

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/pricing"
)

// partsAddUp: PRC-07. A tax that is included is inside the other parts.
func partsAddUp(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findOff(ctx, q, "order %d: the total should be %d and is %d", `
		SELECT id, want, got FROM (
			SELECT id, total AS got, subtotal - discount + delivery_charge
				+ CASE WHEN tax_included THEN 0 ELSE tax END
				+ additional_charge + extra_packaging + tip AS want
			FROM orders
		) sums WHERE want <> got`)
}

// linesAddUp: the lines carry every part that comes from goods.
func linesAddUp(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var all []string
	for _, part := range []struct{ words, order, line string }{
		{"order %d: its lines should come to %d and come to %d", "o.subtotal - o.discount", "l.total"},
		{"order %d: its lines before discount should come to %d and come to %d", "o.subtotal", "l.unit_price * l.quantity"},
		{"order %d: the discounts of its lines should be %d and are %d", "o.discount", "l.discount"},
		{"order %d: the tax of its lines should be %d and is %d", "o.tax", "l.tax"},
	} {
		found, err := findOff(ctx, q, part.words, fmt.Sprintf(`
			SELECT id, want, got FROM (
				SELECT o.id AS id, %s AS want, CAST(COALESCE(SUM(%s), 0) AS BIGINT) AS got
				FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
				GROUP BY o.id
			) sums WHERE want <> got`, part.order, part.line))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// ordersCounted: what a customer's list and page of orders are counted by.
func ordersCounted(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findOff(ctx, q, "shopper %d: a count of their orders should be %d and is %d", `
		SELECT shopper_id AS id, CAST(SUM(placed) AS BIGINT) AS want, CAST(SUM(counted) AS BIGINT) AS got FROM (
			SELECT shopper_id, module_id, status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded') AS is_over,
				1 AS placed, 0 AS counted FROM orders
			UNION ALL SELECT shopper_id, module_id, is_over, 0, orders FROM order_counts
		) both_ways GROUP BY shopper_id, module_id, is_over HAVING SUM(placed) <> SUM(counted)`)
}

// page is how many orders are held at once.
const page = 1000

// rowsAddUp: what every screen shows (M8) is what is charged.
func rowsAddUp(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	type shown struct {
		ID        int64
		Total     money.Amount
		PriceRows db.JSON[[]pricing.Row]
	}
	var found []string
	for after := int64(0); len(found) < findings; {
		orders, err := db.Many[shown](ctx, q, `
			SELECT id, total, price_rows FROM orders WHERE id > $1 ORDER BY id LIMIT $2`, after, page)
		if err != nil || len(orders) == 0 {
			return found, err
		}
		for _, o := range orders {
			after = o.ID
			if sum, said := sumRows(o.PriceRows.V); sum != o.Total || said != o.Total {
				found = append(found, fmt.Sprintf("order %d: its rows add up to %d and say %d, its total is %d", o.ID, sum, said, o.Total))
			}
		}
	}
	return found[:findings], nil
}

// sumRows adds up the rows that count, and answers what the total row says. A
// tax that is included stands there for information.
func sumRows(rows []pricing.Row) (sum, said money.Amount) {
	for _, r := range rows {
		switch r.Code {
		case pricing.RowTotal:
			said = r.Amount
		case pricing.RowTaxIncluded:
		default:
			sum += r.Amount
		}
	}
	return sum, said
}

// keysPlaceOnce: CHK-04.
func keysPlaceOnce(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	strangers, err := findOff(ctx, q, "order %d: a key of shopper %d names it, it belongs to %d", `
		SELECT k.order_id AS id, k.shopper_id AS want, COALESCE(o.shopper_id, 0) AS got
		FROM idempotency_keys k LEFT JOIN orders o ON o.id = k.order_id JOIN shoppers s ON s.id = k.shopper_id
		WHERE o.id IS NULL OR o.shopper_id <> k.shopper_id AND o.shopper_id <> COALESCE(s.merged_into, 0)`)
	if err != nil {
		return nil, err
	}
	twice, err := findOff(ctx, q, "order %d: %d key should have placed it, %d say they did", `
		SELECT order_id AS id, 1 AS want, COUNT(*) AS got
		FROM idempotency_keys GROUP BY order_id HAVING COUNT(*) > 1`)
	return append(strangers, twice...), err
}

// movesLegal: ORD-03. The last move is where the order is.
func movesLegal(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	type move struct {
		OrderType order.Type
		Before    order.Status // "": the first
		Status    order.Status
		Backwards int64
		Example   int64
	}
	moves, err := db.Many[move](ctx, q, `
		SELECT order_type, before, status, backwards, MIN(order_id) AS example FROM (
			SELECT m.order_id, o.order_type, m.status,
				COALESCE(LAG(m.status) OVER w, '') AS before,
				CASE WHEN LAG(m.at) OVER w > m.at THEN 1 ELSE 0 END AS backwards
			FROM order_moves m JOIN orders o ON o.id = m.order_id
			WINDOW w AS (PARTITION BY m.order_id ORDER BY m.id)
		) steps GROUP BY order_type, before, status, backwards ORDER BY example`)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, m := range moves {
		if !order.Legal(m.OrderType, m.Before, m.Status) {
			found = append(found, fmt.Sprintf("order %d (%s) went from %q to %q", m.Example, m.OrderType, m.Before, m.Status))
		}
		if m.Backwards != 0 {
			found = append(found, fmt.Sprintf("order %d: the move to %q is stamped before the one it follows", m.Example, m.Status))
		}
	}
	adrift, err := statusAdrift(ctx, q)
	return append(found, adrift...), err
}

// statusAdrift finds orders that are elsewhere than where their moves ended.
func statusAdrift(ctx context.Context, q db.Q) ([]string, error) {
	ids, err := db.Many[int64](ctx, q, `
		SELECT o.id FROM orders o
		WHERE o.status <> COALESCE((SELECT m.status FROM order_moves m WHERE m.order_id = o.id ORDER BY m.id DESC LIMIT 1), '')
		ORDER BY o.id LIMIT $1`, findings)
	var found []string
	for _, id := range ids {
		found = append(found, fmt.Sprintf("order %d is not where its last move brought it", id))
	}
	return found, err
}

// scheduledAreWaitedFor: D27. A scheduled order becomes pending by a job; one that
// was given up leaves the order where it is.
func scheduledAreWaitedFor(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findOff(ctx, q, "scheduled order %d: %d job should make it pending, and %d will", `
		SELECT o.id AS id, 1 AS want, 0 AS got FROM orders o
		WHERE o.status = 'scheduled' AND NOT EXISTS (
			SELECT 1 FROM jobs j WHERE j.unique_key = 'order.release:' || o.id AND j.done_at IS NULL AND j.given_up_at IS NULL)`)
}

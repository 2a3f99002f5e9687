package verify

import (
	"context"
	"fmt"
	"strings"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/parcel"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
)

// checkTotals: an order's parts add up to its total (PRC-07). An included tax is inside
// the other parts.
func checkTotals(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "order %d: the total should be %d, but is %d", `
		SELECT id, want, got FROM (
			SELECT id, total AS got, subtotal - discount - coupon_discount + delivery_charge
				+ CASE WHEN tax_included THEN 0 ELSE tax END
				+ additional_charge + extra_packaging + tip AS want
			FROM orders
		) sums WHERE want <> got`)
}

// checkLines: the lines add up to the parts that come from items.
func checkLines(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	var all []string
	for _, part := range []struct{ format, order, line string }{
		{"order %d: its lines should add up to %d, but add up to %d", "o.subtotal - o.discount - o.coupon_discount", "l.total"},
		{"order %d: its lines before discount should add up to %d, but add up to %d", "o.subtotal", "l.unit_price * l.quantity"},
		{"order %d: the discounts of its lines should be %d, but are %d", "o.discount", "l.discount"},
		{"order %d: the coupon's parts of its lines should be %d, but are %d", "o.coupon_discount", "l.coupon"},
		{"order %d: the tax of its lines should be %d, but is %d", "o.tax", "l.tax"},
	} {
		found, err := findMismatches(ctx, q, part.format, fmt.Sprintf(`
			SELECT id, want, got FROM (
				SELECT o.id AS id, %s AS want, CAST(COALESCE(SUM(%s), 0) AS BIGINT) AS got
				FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
				WHERE o.order_type <> 'parcel'
				GROUP BY o.id
			) sums WHERE want <> got`, part.order, part.line))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// checkParcels: a parcel has packages and no store, all other orders a store and no
// packages; the rows of its charge add up to its subtotal; and what its receiver pays is
// paid in cash.
func checkParcels(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	type row struct {
		order.Order
		HasStore bool
		Lines    int64
	}
	var found []string
	for after := int64(0); len(found) < findings; {
		orders, err := db.Many[row](ctx, q, `
			SELECT id, order_type, parcel, price_rows, subtotal, payment_method, store_id IS NOT NULL AS has_store,
				(SELECT COUNT(*) FROM order_lines l WHERE l.order_id = o.id) AS lines
			FROM orders o WHERE id > $1 AND (order_type = 'parcel' OR source = 'parcel' OR store_id IS NULL OR parcel <> '{}')
			ORDER BY id LIMIT $2`, after, page)
		if err != nil || len(orders) == 0 {
			return found, err
		}
		for _, o := range orders {
			after = o.ID
			switch p := o.Parcel.V; {
			case o.Type != order.Parcel || o.HasStore || o.Lines > 0 || p.Quantity < 1:
				found = append(found, fmt.Sprintf("order %d: it is neither a parcel nor an order of a store", o.ID))
			case parcelRows(o.PriceRows.V) != o.Subtotal:
				found = append(found, fmt.Sprintf("parcel %d: the rows of its charge add up to %d, but its subtotal is %d", o.ID, parcelRows(o.PriceRows.V), o.Subtotal))
			case p.Payer == parcel.Receiver && o.PaymentMethod != purchase.CashOnDelivery:
				found = append(found, fmt.Sprintf("parcel %d: its receiver pays, but not in cash", o.ID))
			}
		}
	}
	return found[:findings], nil
}

// parcelRows adds up the rows of a parcel's charge.
func parcelRows(rows []pricing.Row) (sum money.Amount) {
	for _, r := range rows {
		if strings.HasPrefix(string(r.Code), "parcel_") {
			sum += r.Amount
		}
	}
	return sum
}

// checkOrderCounts: order_counts, from which a customer's lists are counted, is right.
func checkOrderCounts(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "shopper %d: a count of their orders should be %d, but is %d", `
		SELECT shopper_id AS id, CAST(SUM(placed) AS BIGINT) AS want, CAST(SUM(counted) AS BIGINT) AS got FROM (
			SELECT shopper_id, module_id, status IN ('delivered', 'canceled', 'failed', 'refund_requested', 'refunded') AS is_over,
				1 AS placed, 0 AS counted FROM orders
			UNION ALL SELECT shopper_id, module_id, is_over, 0, orders FROM order_counts
		) both_ways GROUP BY shopper_id, module_id, is_over HAVING SUM(placed) <> SUM(counted)`)
}

// page is how many orders or trips are read at once.
const page = 1000

// checkRows: the rows that every screen shows (M8) are what is charged.
func checkRows(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	orders, err := checkRowsOf(ctx, q, "order", "orders")
	if err != nil {
		return nil, err
	}
	trips, err := checkRowsOf(ctx, q, "trip", "trips")
	return append(orders, trips...), err
}

// checkRowsOf checks the rows of one kind of purchase.
func checkRowsOf(ctx context.Context, q db.Q, kind, table string) ([]string, error) {
	type shown struct {
		ID             int64
		Total          money.Amount
		CouponDiscount money.Amount
		PriceRows      db.JSON[[]pricing.Row]
	}
	var found []string
	for after := int64(0); len(found) < findings; {
		purchases, err := db.Many[shown](ctx, q, `
			SELECT id, total, coupon_discount, price_rows FROM `+table+` WHERE id > $1 ORDER BY id LIMIT $2`, after, page)
		if err != nil || len(purchases) == 0 {
			return found, err
		}
		for _, p := range purchases {
			after = p.ID
			if sum, total := sumRows(p.PriceRows.V); sum != p.Total || total != p.Total {
				found = append(found, fmt.Sprintf("%s %d: its rows add up to %d and show a total of %d, but its total is %d", kind, p.ID, sum, total, p.Total))
			}
			if off := couponRow(p.PriceRows.V); off != p.CouponDiscount {
				found = append(found, fmt.Sprintf("%s %d: the row of its coupon shows %d, but the coupon took off %d", kind, p.ID, off, p.CouponDiscount))
			}
		}
	}
	return found[:findings], nil
}

// sumRows adds up the rows that count, and returns the amount of the total row. An included
// tax is only for information.
func sumRows(rows []pricing.Row) (sum, total money.Amount) {
	for _, r := range rows {
		switch r.Code {
		case pricing.RowTotal:
			total = r.Amount
		case pricing.RowTaxIncluded, pricing.RowWallet, pricing.RowToPay:
		default:
			sum += r.Amount
		}
	}
	return sum, total
}

// couponRow returns what the row of the coupon takes off.
func couponRow(rows []pricing.Row) money.Amount {
	for _, r := range rows {
		if r.Code == pricing.RowCoupon {
			return -r.Amount
		}
	}
	return 0
}

// checkKeys: an idempotency key placed one order or trip, of its own shopper (CHK-04).
func checkKeys(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	strangers, err := findMismatches(ctx, q, "order %d: it belongs to a key of shopper %d, but to shopper %d itself", `
		SELECT k.purchase_id AS id, k.shopper_id AS want, COALESCE(o.shopper_id, t.shopper_id, 0) AS got
		FROM idempotency_keys k LEFT JOIN orders o ON o.id = k.purchase_id LEFT JOIN trips t ON t.id = k.purchase_id JOIN shoppers s ON s.id = k.shopper_id
		WHERE COALESCE(o.shopper_id, t.shopper_id, 0) NOT IN (k.shopper_id, COALESCE(s.merged_into, k.shopper_id))`)
	if err != nil {
		return nil, err
	}
	twice, err := findMismatches(ctx, q, "order %d: %d key should have placed it, but there are %d", `
		SELECT purchase_id AS id, 1 AS want, COUNT(*) AS got
		FROM idempotency_keys GROUP BY purchase_id HAVING COUNT(*) > 1`)
	return append(strangers, twice...), err
}

// checkPurchases: every order and every trip is a purchase of its kind, and every purchase
// is one of them.
func checkPurchases(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "purchase %d: of its row and its kind %d should be right, but %d are", `
		SELECT id, 2 AS want, CAST(COUNT(*) - 1 AS BIGINT) AS got FROM (
			SELECT id FROM purchases UNION ALL
			SELECT o.id FROM orders o JOIN purchases p ON p.id = o.id AND p.kind = 'order' UNION ALL
			SELECT t.id FROM trips t JOIN purchases p ON p.id = t.id AND p.kind = 'trip' UNION ALL
			SELECT o.id FROM orders o UNION ALL SELECT t.id FROM trips t
		) AS found GROUP BY id HAVING COUNT(*) <> 3`)
}

// checkMoves: every move is legal, and the last one is the order's status (ORD-03).
func checkMoves(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
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
			found = append(found, fmt.Sprintf("order %d: the move to %q has an earlier time than the one before it", m.Example, m.Status))
		}
	}
	wrong, err := findWrongStatus(ctx, q)
	return append(found, wrong...), err
}

// findWrongStatus finds orders whose status differs from their last move.
func findWrongStatus(ctx context.Context, q db.Q) ([]string, error) {
	ids, err := db.Many[int64](ctx, q, `
		SELECT o.id FROM orders o
		WHERE o.status <> COALESCE((SELECT m.status FROM order_moves m WHERE m.order_id = o.id ORDER BY m.id DESC LIMIT 1), '')
		ORDER BY o.id LIMIT $1`, findings)
	var found []string
	for _, id := range ids {
		found = append(found, fmt.Sprintf("order %d: the status differs from its last move", id))
	}
	return found, err
}

// checkScheduledOrders: a job will make each scheduled order pending (D27). After a job
// was given up, the order would stay scheduled.
func checkScheduledOrders(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "scheduled order %d: %d job should make it pending, but %d will", `
		SELECT o.id AS id, 1 AS want, 0 AS got FROM orders o
		WHERE o.status = 'scheduled' AND NOT EXISTS (
			SELECT 1 FROM jobs j WHERE j.unique_key = 'order.release:' || o.id AND j.done_at IS NULL AND j.given_up_at IS NULL)`)
}

// checkPrescriptions: no order was confirmed before its prescription was approved, and one
// with a refused prescription is canceled (ITEM-11).
func checkPrescriptions(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	ids, err := db.Many[int64](ctx, q, `
		SELECT id FROM orders
		WHERE prescription_status = 'waiting' AND status NOT IN ('scheduled', 'pending', 'canceled')
			OR prescription_status = 'refused' AND status <> 'canceled'
		ORDER BY id LIMIT $1`, findings)
	var found []string
	for _, id := range ids {
		found = append(found, fmt.Sprintf("order %d: the status does not fit its prescription", id))
	}
	return found, err
}

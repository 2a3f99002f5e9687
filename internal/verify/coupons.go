package verify

import (
	"context"

	"hawker/internal/db"
)

// checkCoupons: the count decides who gets the last use (PRC-03).
func checkCoupons(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "coupon %d: its count should be %d, but is %d", `
		SELECT id, want, got FROM (
			SELECT c.id AS id, COUNT(u.id) AS want, c.used AS got
			FROM coupons c LEFT JOIN coupon_uses u ON u.coupon_id = c.id AND u.freed_at IS NULL
			GROUP BY c.id, c.used
		) counts WHERE want <> got`)
}

// checkCouponUses: an order with a coupon has one use of what the coupon took off,
// freed once the order is undone (ORD-05).
func checkCouponUses(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	amounts, err := findMismatches(ctx, q, "order %d: the use of its coupon should be of %d, but is of %d", `
		SELECT id, want, got FROM (
			SELECT o.id AS id, o.coupon_discount + o.coupon_delivery AS want, COALESCE(u.amount, 0) AS got,
				o.coupon_code <> '' AS has_code, u.id IS NOT NULL AS has_use
			FROM orders o LEFT JOIN coupon_uses u ON u.purchase_id = o.id
		) both_ways WHERE want <> got OR has_code <> has_use`)
	if err != nil {
		return nil, err
	}
	freed, err := findMismatches(ctx, q, "order %d: %d uses of its coupon should be freed, but %d are", `
		SELECT id, want, got FROM (
			SELECT o.id AS id, CASE WHEN o.status IN ('canceled', 'refunded') THEN 1 ELSE 0 END AS want,
				CASE WHEN u.freed_at IS NULL THEN 0 ELSE 1 END AS got
			FROM coupon_uses u JOIN orders o ON o.id = u.purchase_id
		) both_ways WHERE want <> got`)
	return append(amounts, freed...), err
}

package verify

import (
	"context"
	"slices"

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

// checkCouponUses: an order or trip with a coupon has one use of what the coupon took off,
// freed once the order or trip is undone (ORD-05).
func checkCouponUses(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findAll(ctx, q, slices.Concat(
		couponUseRules("order", "orders", "p.coupon_discount + p.coupon_delivery"), couponUseRules("trip", "trips", "p.coupon_discount"),
	))
}

// couponUseRules are the rules of the coupons of one kind of purchase. off is what a coupon
// took off.
func couponUseRules(kind, table, off string) []rule {
	return []rule{
		{format: kind + " %d: the use of its coupon should be of %d, but is of %d", query: `
			SELECT id, want, got FROM (
				SELECT p.id AS id, ` + off + ` AS want, COALESCE(u.amount, 0) AS got, p.coupon_code <> '' AS has_code, u.id IS NOT NULL AS has_use
				FROM ` + table + ` p LEFT JOIN coupon_uses u ON u.purchase_id = p.id
			) both_ways WHERE want <> got OR has_code <> has_use`},
		{format: kind + " %d: %d uses of its coupon should be freed, but %d are", query: `
			SELECT id, want, got FROM (
				SELECT p.id AS id, CASE WHEN p.status IN ('canceled', 'refunded') THEN 1 ELSE 0 END AS want,
					CASE WHEN u.freed_at IS NULL THEN 0 ELSE 1 END AS got
				FROM coupon_uses u JOIN ` + table + ` p ON p.id = u.purchase_id
			) both_ways WHERE want <> got`},
	}
}

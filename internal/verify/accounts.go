package verify

import (
	"context"

	"hawker/internal/db"
)

// checkErasedAccounts: the orders of an erased account stay (PROF-05), but nothing shows
// whose they were.
func checkErasedAccounts(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "erased customer %d: %d personal records should be left, but there are %d", `
		SELECT id, want, got FROM (
			SELECT c.id AS id, 0 AS want,
				CASE WHEN c.first_name || c.last_name || c.password_hash || c.picture || COALESCE(c.email, '')
					|| COALESCE(c.email_folded, '') || COALESCE(c.phone, '') <> '' THEN 1 ELSE 0 END
				+ (SELECT COUNT(*) FROM sessions s WHERE s.customer_id = c.id)
				+ (SELECT COUNT(*) FROM push_subscriptions p WHERE p.customer_id = c.id)
				+ (SELECT COUNT(*) FROM identities i WHERE i.customer_id = c.id)
				+ (SELECT COUNT(*) FROM addresses a WHERE a.customer_id = c.id)
				+ (SELECT COUNT(*) FROM wishes w WHERE w.customer_id = c.id)
				+ (SELECT COUNT(*) FROM carts k JOIN cart_lines l ON l.cart_id = k.id WHERE k.shopper_id = c.shopper_id)
				+ (SELECT COUNT(*) FROM driver_licences l WHERE l.shopper_id = c.shopper_id)
				+ (SELECT COUNT(*) FROM trip_carts k WHERE k.shopper_id = c.shopper_id)
				+ (SELECT COUNT(*) FROM orders o WHERE o.shopper_id = c.shopper_id AND (o.contact_name || o.contact_phone || o.contact_email <> '' OR o.receiver LIKE '%"name":"%' AND o.receiver NOT LIKE '%"name":""%'))
				+ (SELECT COUNT(*) FROM coupon_uses u JOIN orders o ON o.id = u.purchase_id WHERE o.shopper_id = c.shopper_id AND u.contact_phone <> '')
				+ (SELECT COUNT(*) FROM reviews r JOIN orders o ON o.id = r.order_id WHERE o.shopper_id = c.shopper_id AND (r.author <> '' OR r.body <> '' OR r.images <> '[]'))
				+ (SELECT COUNT(*) FROM vehicle_reviews r JOIN trips t ON t.id = r.trip_id WHERE t.shopper_id = c.shopper_id AND (r.author <> '' OR r.body <> '' OR r.images <> '[]'))
				+ (SELECT COUNT(*) FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.shopper_id = c.shopper_id AND r.note <> '')
				+ (SELECT COUNT(*) FROM refunds r JOIN trips t ON t.id = r.trip_id WHERE t.shopper_id = c.shopper_id AND r.note || r.images <> '[]') AS got
			FROM customers c WHERE c.erased_at IS NOT NULL
		) left_over WHERE got > 0`)
}

// checkMergedGuests: the account into which a guest was merged exists (CART-01), or
// existed until the owner of its contact took it over.
func checkMergedGuests(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "guest %d was merged into shopper %d, which belongs to %d customers", `
		SELECT s.id AS id, s.merged_into AS want, 0 AS got FROM shoppers s
		WHERE s.merged_into IS NOT NULL AND (s.retired_at IS NULL
			OR NOT EXISTS (SELECT 1 FROM customers c WHERE c.shopper_id = s.merged_into)
			AND NOT EXISTS (SELECT 1 FROM shoppers c WHERE c.id = s.merged_into AND c.guest_hash IS NULL AND c.retired_at IS NOT NULL))`)
}

// checkPushSubscriptions: a device gets the notifications of the customer who is signed in on it.
func checkPushSubscriptions(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findMismatches(ctx, q, "push subscription %d belongs to customer %d, and its session to customer %d", `
		SELECT p.id AS id, p.customer_id AS want, s.customer_id AS got FROM push_subscriptions p
		JOIN sessions s ON s.id = p.session_id WHERE s.customer_id <> p.customer_id`)
}

package verify

import (
	"context"

	"hawker/internal/db"
)

// erasedIsGone: the orders of an erased account stay (PROF-05); nothing that says whose
// they were does.
func erasedIsGone(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findOff(ctx, q, "erased customer %d: %d things of theirs should be left, and there are %d", `
		SELECT id, want, got FROM (
			SELECT c.id AS id, 0 AS want,
				CASE WHEN c.first_name || c.last_name || c.password_hash || c.picture || COALESCE(c.email, '')
					|| COALESCE(c.email_folded, '') || COALESCE(c.phone, '') <> '' THEN 1 ELSE 0 END
				+ (SELECT COUNT(*) FROM sessions s WHERE s.customer_id = c.id)
				+ (SELECT COUNT(*) FROM identities i WHERE i.customer_id = c.id)
				+ (SELECT COUNT(*) FROM addresses a WHERE a.customer_id = c.id)
				+ (SELECT COUNT(*) FROM wishes w WHERE w.customer_id = c.id)
				+ (SELECT COUNT(*) FROM carts k JOIN cart_lines l ON l.cart_id = k.id WHERE k.shopper_id = c.shopper_id)
				+ (SELECT COUNT(*) FROM orders o WHERE o.shopper_id = c.shopper_id AND o.contact_name || o.contact_phone || o.contact_email <> '') AS got
			FROM customers c WHERE c.erased_at IS NOT NULL
		) left_over WHERE got > 0`)
}

// guestsWentWithTheirAccount: the account that a guest became exists (CART-01), or did
// until the owner of its contact took it over.
func guestsWentWithTheirAccount(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	return findOff(ctx, q, "guest %d went into shopper %d, who is %d customers", `
		SELECT s.id AS id, s.merged_into AS want, 0 AS got FROM shoppers s
		WHERE s.merged_into IS NOT NULL AND (s.retired_at IS NULL
			OR NOT EXISTS (SELECT 1 FROM customers c WHERE c.shopper_id = s.merged_into)
			AND NOT EXISTS (SELECT 1 FROM shoppers c WHERE c.id = s.merged_into AND c.guest_hash IS NULL AND c.retired_at IS NOT NULL))`)
}

package coupon

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/shopper"
)

const columns = `id, slug, code, title, coupon_type, zone_ids, store_ids, module_ids, discount_type, discount, min_purchase,
	max_discount, starts, ends, use_limit, per_customer_limit, first_order, paid_by, listed, used`

// Find returns the active coupon with a folded code.
func Find(ctx context.Context, q db.Q, code string) (c Coupon, found bool, err error) {
	c, err = db.One[Coupon](ctx, q, `SELECT `+columns+` FROM coupons WHERE code = $1 AND active`, code)
	if errors.Is(err, db.ErrNotFound) {
		return c, false, nil
	}
	if err != nil {
		return c, false, fmt.Errorf("find coupon: %w", err)
	}
	return c, true, nil
}

// maxListed bounds the coupons that a list is made of. A town has far fewer.
const maxListed = 2000

// readListed reads the coupons that are listed and have not ended before a date, the
// newest first.
func readListed(ctx context.Context, q db.Q, endedBefore string) ([]Coupon, error) {
	all, err := db.Many[Coupon](ctx, q, `
		SELECT `+columns+` FROM coupons WHERE listed AND active AND (ends = '' OR ends >= $1) ORDER BY id DESC LIMIT $2`,
		endedBefore, maxListed)
	if err != nil {
		return nil, fmt.Errorf("list coupons: %w", err)
	}
	return all, nil
}

// usesOfShopper are the uses that count for the shopper $1 with the phone $2. A guest who
// has signed in counts as the customer. Older versions gave the customer the purchase, but not the
// use of its coupon. Each part finds its rows by an index: one condition of all of them read every use.
var usesOfShopper = usesWhere(`u.shopper_id = $1`) +
	` UNION ` + usesWhere(`u.shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1)`) +
	` UNION ` + usesWhere(`u.purchase_id IN (SELECT id FROM orders WHERE shopper_id = $1)`) +
	` UNION ` + usesWhere(`u.purchase_id IN (SELECT id FROM trips WHERE shopper_id = $1)`) +
	` UNION ` + usesWhere(shopper.CountsByPhone("u", "purchase_id"))

func usesWhere(condition string) string {
	return `SELECT u.id, u.coupon_id FROM coupon_uses u WHERE u.freed_at IS NULL AND ` + condition
}

// countUses counts how often the shopper has used each coupon. A shopper has few uses, so
// that all are read also where one coupon is asked about.
func countUses(ctx context.Context, q db.Q, s Shopper) (map[int64]int64, error) {
	rows, err := db.Many[struct{ CouponID, Uses int64 }](ctx, q, `
		SELECT coupon_id, COUNT(*) AS uses FROM (`+usesOfShopper+`) AS theirs GROUP BY coupon_id`, s.ID, s.Phone)
	if err != nil {
		return nil, fmt.Errorf("count uses of coupons: %w", err)
	}
	uses := make(map[int64]int64, len(rows))
	for _, r := range rows {
		uses[r.CouponID] = r.Uses
	}
	return uses, nil
}

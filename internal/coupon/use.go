package coupon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

// ErrGone is returned when a coupon could be used a moment ago and no longer can.
var ErrGone = errors.New("the coupon can no longer be used")

// Use is one use of a coupon, by an order or a trip.
type Use struct {
	PurchaseID int64
	Shopper    Shopper
	Amount     money.Amount // all that the coupon took off
	At         time.Time
}

// Take takes a use of the coupon for a purchase that the transaction has written. It locks
// the coupon until the transaction ends: of those who want its last use one gets it (O4),
// and the others get ErrGone.
func (c Coupon) Take(ctx context.Context, tx *db.Tx, u Use) error {
	n, err := db.Exec(ctx, tx, `
		UPDATE coupons SET used = used + 1 WHERE id = $1 AND active AND (use_limit = 0 OR used < use_limit)`, c.ID)
	if err != nil {
		return fmt.Errorf("take a use of a coupon: %w", err)
	}
	if n == 0 {
		return ErrGone
	}
	if c.PerCustomerLimit > 0 {
		uses, err := countUses(ctx, tx, u.Shopper)
		if err != nil {
			return err
		}
		if uses[c.ID] >= c.PerCustomerLimit {
			return ErrGone
		}
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO coupon_uses (coupon_id, purchase_id, shopper_id, contact_phone, amount, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		c.ID, u.PurchaseID, u.Shopper.ID, u.Shopper.Phone, u.Amount, u.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("insert a use of a coupon: %w", err)
	}
	return nil
}

// Free frees the use of a purchase that was undone, once (ORD-05).
func Free(ctx context.Context, tx *db.Tx, purchaseID int64, at time.Time) error {
	freed, err := db.Many[int64](ctx, tx, `
		UPDATE coupon_uses SET freed_at = $2 WHERE purchase_id = $1 AND freed_at IS NULL RETURNING coupon_id`, purchaseID, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("free the use of a coupon: %w", err)
	}
	for _, id := range freed {
		if _, err := db.Exec(ctx, tx, `UPDATE coupons SET used = used - 1 WHERE id = $1`, id); err != nil {
			return fmt.Errorf("count a freed use: %w", err)
		}
	}
	return nil
}

// Claim makes the use of a purchase one of the customer who has claimed the purchase.
func Claim(ctx context.Context, tx *db.Tx, purchaseID, shopperID int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE coupon_uses SET shopper_id = $2 WHERE purchase_id = $1`, purchaseID, shopperID); err != nil {
		return fmt.Errorf("claim the use of a coupon: %w", err)
	}
	return nil
}

// Anonymize removes the phone from the uses of a shopper (PROF-05).
func Anonymize(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE coupon_uses SET contact_phone = '' WHERE contact_phone <> '' AND purchase_id IN (
			SELECT id FROM orders WHERE shopper_id = $1 UNION ALL SELECT id FROM trips WHERE shopper_id = $1)`, shopperID)
	if err != nil {
		return fmt.Errorf("anonymize uses of coupons: %w", err)
	}
	return nil
}

package ordertest

import (
	"testing"

	"hawker/internal/coupon"
	"hawker/internal/pricing"
)

// Coupon builds an active and listed coupon WELCOME: 1.00 off any order, without
// limits, paid by the shop. edit changes what the test is about.
func (w *Town) Coupon(t testing.TB, edit func(*coupon.Coupon)) coupon.Coupon {
	t.Helper()
	c := coupon.Coupon{
		Code: "WELCOME", Title: "Welcome", Type: coupon.Default, DiscountType: pricing.Flat, Discount: 100, PaidBy: coupon.Shop, Listed: true,
	}
	c.ZoneIDs.V, c.StoreIDs.V, c.ModuleIDs.V = []int64{}, []int64{}, []int64{}
	c.Slug = slug("coupon")
	if edit != nil {
		edit(&c)
	}
	c.ID = w.insert(t, `INSERT INTO coupons (slug, code, title, coupon_type, zone_ids, store_ids, module_ids, discount_type, discount,
			min_purchase, max_discount, starts, ends, use_limit, per_customer_limit, first_order, paid_by, listed, active)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, TRUE) RETURNING id`,
		c.Slug, c.Code, c.Title, c.Type, c.ZoneIDs, c.StoreIDs, c.ModuleIDs, c.DiscountType, c.Discount, c.MinPurchase,
		c.MaxDiscount, c.Starts, c.Ends, c.UseLimit, c.PerCustomerLimit, c.FirstOrder, c.PaidBy, c.Listed)
	return c
}

package order

import (
	"context"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
)

// applyCoupon prices the order again with the coupon of the request, if it fits. Call it after
// the order was priced without the coupon.
func (q *Quote) applyCoupon(ctx context.Context, tx db.Q, r Request, in pricing.Input, o quoteDeps) error {
	asked := purchase.CouponRequest{Code: r.CouponCode, Throttled: r.CouponThrottled, Country: o.settings.Location.Country, For: coupon.Purchase{
		Shopper: coupon.Shopper{ID: r.ShopperID}, ModuleID: q.Store.ModuleID, ZoneID: q.Store.ZoneID, StoreID: q.Store.ID, ByStore: r.Type == Delivery,
		Subtotal: q.Subtotal, At: q.now, TimeZone: q.Store.Location(), Currency: o.currency(),
	}}
	if r.Address != nil {
		asked.Phone = r.Address.Phone
	}
	var priced pricing.Quote
	var err error
	if q.Coupon, priced, err = purchase.QuoteCoupon(ctx, tx, asked, in); err != nil {
		return err
	}
	if q.Coupon.UsedCode() != "" {
		q.setPriced(priced)
	}
	return nil
}

// couponPayer returns the account that pays for the coupon of an order.
func (q *Quote) couponPayer(o Order) string {
	if q.Coupon != nil && q.Coupon.PaidBy == coupon.Store {
		return o.earner()
	}
	return ledger.Coupons
}

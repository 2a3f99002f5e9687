package order

import (
	"context"
	"errors"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/offer"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
)

// applyCoupon prices the order again with the coupon of the request, if it fits. It is
// called with the order priced without it.
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

// quoteAgain turns coupon.ErrGone and offer.ErrTaken into the refusal of a changed price.
// The transaction is over, so that the new quote sees who was faster.
func (p *placement) quoteAgain(ctx context.Context, err error) error {
	if !errors.Is(err, coupon.ErrGone) && !errors.Is(err, offer.ErrTaken) {
		return err
	}
	q, err := p.Quote(ctx, p.Request)
	if err != nil {
		return err
	}
	return q.withQuote(errs.New(errs.PriceChanged, "The price has changed. Please look at it once more."))
}

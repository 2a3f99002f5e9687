package order

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/pricing"
)

// QuotedCoupon is the coupon that a quote was asked for. One that does not fit is left
// out of the price, and Refusal says why (M4).
type QuotedCoupon struct {
	coupon.Coupon // zero, but for the code, if there is none
	Applied       bool
	Amount        money.Amount // all that it takes off, a delivery fee included
	Refusal       coupon.Refusal
}

// applyCoupon prices the order again with the coupon of the request, if it fits. It is
// called with the order priced without it.
func (q *Quote) applyCoupon(ctx context.Context, tx db.Q, r Request, in pricing.Input, o quoteDeps) error {
	code := coupon.FoldCode(r.CouponCode)
	if code == "" {
		return nil
	}
	q.Coupon = &QuotedCoupon{Coupon: coupon.Coupon{Code: code}, Refusal: coupon.RefuseUnknown}
	if r.CouponThrottled {
		q.Coupon.Refusal = coupon.RefuseTooManyTries
		return nil
	}
	found, known, err := coupon.Find(ctx, tx, code)
	if err != nil || !known {
		return err
	}
	q.Coupon.Coupon = found
	who, err := couponShopper(ctx, tx, r, found, o.settings.Location.Country)
	if err != nil {
		return err
	}
	q.Coupon.Refusal, err = found.Check(ctx, tx, coupon.Purchase{
		Shopper: who, ModuleID: q.Store.ModuleID, ZoneID: q.Store.ZoneID, StoreID: q.Store.ID, TakeAway: r.Type == TakeAway,
		Subtotal: q.Subtotal, At: q.now, TimeZone: q.Store.Location(), Currency: o.currency(),
	})
	if err != nil || q.Coupon.Refusal.Code != "" {
		return err
	}
	in.Coupon = found.Pricing()
	priced := pricing.Price(in)
	if q.Coupon.Amount = priced.CouponDiscount + priced.CouponDelivery; q.Coupon.Amount == 0 {
		q.Coupon.Refusal = found.RefuseNothingOff()
		return nil
	}
	q.Coupon.Applied = true
	q.setPriced(priced)
	return nil
}

// couponShopper returns who asks. The contact of the request may not be complete yet.
func couponShopper(ctx context.Context, q db.Q, r Request, c coupon.Coupon, country string) (coupon.Shopper, error) {
	who := coupon.Shopper{ID: r.ShopperID}
	if r.Address != nil {
		if phone, ok := contact.ParsePhone(r.Address.Phone, country); ok {
			who.Phone = string(phone)
		}
	}
	if !c.FirstOrder {
		return who, nil
	}
	var err error
	who.OrderedBefore, err = orderedBefore(ctx, q, who, 0)
	return who, err
}

// OrderedBefore tells whether a shopper has an order that was not canceled.
func (s *Service) OrderedBefore(ctx context.Context, who coupon.Shopper) (bool, error) {
	return orderedBefore(ctx, s.DB.R, who, 0)
}

// orderedBefore looks for an order of the shopper or with their phone, except for one. A
// guest who signed in is the customer.
func orderedBefore(ctx context.Context, q db.Q, who coupon.Shopper, except int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `
		SELECT COUNT(*) FROM (
			SELECT id FROM orders WHERE shopper_id = $1 AND status <> 'canceled' AND id <> $3
			UNION ALL SELECT id FROM orders
				WHERE shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1) AND status <> 'canceled' AND id <> $3
			UNION ALL SELECT id FROM orders WHERE contact_phone = $2 AND contact_phone <> '' AND status <> 'canceled' AND id <> $3
			LIMIT 1
		) AS before`, who.ID, who.Phone, except)
	if err != nil {
		return false, fmt.Errorf("look for earlier orders: %w", err)
	}
	return n > 0, nil
}

// couponPayer returns the account that pays for the coupon.
func (q *Quote) couponPayer() string {
	if q.Coupon != nil && q.Coupon.PaidBy == coupon.Store {
		return ledger.Store(q.Store.ID)
	}
	return ledger.Coupons
}

// takeCoupon takes the use of the coupon for the order, which is written already. It is
// called before the stock is taken.
func (p *placement) takeCoupon(ctx context.Context, tx *db.Tx, q Quote, orderID int64) error {
	if q.Coupon == nil || !q.Coupon.Applied {
		return nil
	}
	who := coupon.Shopper{ID: p.ShopperID, Phone: p.phone}
	if q.Coupon.FirstOrder {
		// Two first orders with two coupons lock no row that both of them change.
		if err := db.Lock(ctx, tx, fmt.Sprint("first order of shopper ", who.ID), "first order of phone "+who.Phone); err != nil {
			return err
		}
		before, err := orderedBefore(ctx, tx, who, orderID)
		if err != nil {
			return err
		}
		if before {
			return coupon.ErrGone
		}
	}
	return q.Coupon.Take(ctx, tx, coupon.Use{OrderID: orderID, Shopper: who, Amount: q.Coupon.Amount, At: q.now})
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

package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/shopper"
	"hawker/internal/signedtoken"
	"hawker/internal/stock"
)

// waitingCondition is true for an order that has taken stock and has cost its shopper
// nothing yet: not paid, and not confirmed by a store.
const waitingCondition = `status IN ('scheduled', 'pending') AND payment_status = 'unpaid'`

// checkWaiting refuses an order if its shopper, phone or network address has enough
// waiting orders. It is called after the cart is locked and before the stock is. It
// locks what it counts by, so that parallel orders cannot pass together.
func (p *placement) checkWaiting(ctx context.Context, tx *db.Tx, q *Quote) error {
	if !p.RateLimits {
		return nil
	}
	if err := purchase.Order.LockWaiting(ctx, tx, p.ShopperID, p.phone, p.Tokens.OriginHash(p.From)); err != nil {
		return err
	}
	return p.countWaiting(ctx, tx, q)
}

// limitTexts are what a shopper reads about the waiting orders of a phone.
type limitTexts struct{ orders, units string }

var (
	phoneLimitTexts = limitTexts{
		orders: "Orders with this phone number that wait to be confirmed: %d. Please wait until one is, or cancel one, and then order again.",
		units:  "Units of items with limited stock that are ordered with this phone number and wait to be confirmed: %d. Please order fewer, or wait.",
	}
	// phoneLimitAdvice is for customers who can verify the phone.
	phoneLimitAdvice = limitTexts{
		orders: "Orders with this phone number that wait to be confirmed: %d. Please wait until one is, or cancel one, and then order again. Are they not yours? Sign in and verify this number in your profile: then only your own orders count.",
		units:  "Units of items with limited stock that are ordered with this phone number and wait to be confirmed: %d. Please order fewer, or wait. Are they not yours? Sign in and verify this number in your profile: then only your own orders count.",
	}
)

func (p *placement) countWaiting(ctx context.Context, tx *db.Tx, q *Quote) error {
	limits := p.settings.Limits
	ofShopper, err := waitingOrders(ctx, tx, `shopper_id = $1`, p.ShopperID)
	if err != nil {
		return err
	}
	ofPhone, err := waitingOrders(ctx, tx, shopper.CountsByPhone("o", "id"), p.ShopperID, p.phone)
	if err != nil {
		return err
	}
	texts := phoneLimitTexts
	if advise, err := shopper.MayVerify(ctx, tx, p.VerifiesPhones, p.ShopperID, p.phone); err != nil {
		return err
	} else if advise {
		texts = phoneLimitAdvice
	}
	units := int64(0)
	for _, taken := range q.taken() {
		units += taken
	}
	switch {
	case exceeds(limits.WaitingPerShopper, ofShopper.Orders+1):
		return errs.New(errs.OrderLimit, "Your orders that wait to be confirmed: %d. Please wait until one is, or cancel one, and then order again.",
			ofShopper.Orders).After(purchase.WaitingLimitRetryAfter)
	case exceeds(limits.WaitingPerPhone, ofPhone.Orders+1):
		return errs.New(errs.OrderLimit, texts.orders, ofPhone.Orders).On("address.contact_person_number").After(purchase.WaitingLimitRetryAfter)
	case units > 0 && exceeds(limits.WaitingUnits, ofPhone.Units+units) && !exceeds(limits.WaitingUnits, ofShopper.Units+units):
		return errs.New(errs.OrderLimit, texts.units, ofPhone.Units).On("address.contact_person_number").After(purchase.WaitingLimitRetryAfter)
	case units > 0 && exceeds(limits.WaitingUnits, max(ofShopper.Units, ofPhone.Units)+units):
		return errs.New(errs.OrderLimit, "Until an order is confirmed, you may order at most %d of the items with limited stock. Please order fewer, or ask the store.",
			limits.WaitingUnits).After(purchase.WaitingLimitRetryAfter)
	}
	return p.countFromOrigin(ctx, tx)
}

func (p *placement) countFromOrigin(ctx context.Context, tx *db.Tx) error {
	from := p.Tokens.OriginHash(p.From)
	if from == "" {
		return nil
	}
	since := p.Clock.Now().Add(-signedtoken.OriginLife).UnixMilli()
	sent, err := waitingOrders(ctx, tx, `placed_from = $1 AND placed_from <> '' AND created_at > $2`, from, since)
	if err != nil || !exceeds(p.settings.Limits.WaitingPerAddress, sent.Orders+1) {
		return err
	}
	return errs.New(errs.OrderLimit, "Many orders from your network wait to be confirmed. Please try again in a few minutes.").After(5 * time.Minute)
}

// exceeds reports whether the count is over the limit; 0 is no limit.
func exceeds(limit, count int64) bool { return limit > 0 && count > limit }

// waitingCount is how many orders wait, and how many counted units they have taken.
type waitingCount struct{ Orders, Units int64 }

func waitingOrders(ctx context.Context, q db.Q, where string, args ...any) (waitingCount, error) {
	found, err := db.One[waitingCount](ctx, q, `
		SELECT COUNT(*) AS orders, CAST(COALESCE(SUM(`+stock.TakenByOrder+`), 0) AS BIGINT) AS units
		FROM orders o WHERE `+waitingCondition+` AND `+where, args...)
	if err != nil {
		return waitingCount{}, fmt.Errorf("count waiting orders: %w", err)
	}
	return found, nil
}

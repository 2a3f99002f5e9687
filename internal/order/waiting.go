package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/stock"
)

// waiting is the condition of an order that holds stock and has cost its shopper
// nothing yet: unpaid, and confirmed by no store.
const waiting = `status IN ('scheduled', 'pending') AND payment_status = 'unpaid'`

// originLife is how long it is kept from which network address an order came.
const originLife = time.Hour

// checkWaiting refuses an order of a shopper, a phone or a network address of whom
// enough are waiting already. It is called after the cart is locked and before the
// stock is. It locks the names that it counts by, so that parallel orders cannot
// pass together.
func (p *placing) checkWaiting(ctx context.Context, tx *db.Tx, q *Quote) error {
	if !p.RateLimits {
		return nil
	}
	names := []string{fmt.Sprint("waiting orders of shopper ", p.ShopperID), "waiting orders of phone " + p.phone}
	if p.origin() != "" {
		names = append(names, "waiting orders from "+p.origin())
	}
	if err := db.Lock(ctx, tx, names...); err != nil {
		return err
	}
	return p.countWaiting(ctx, tx, q)
}

func (p *placing) countWaiting(ctx context.Context, tx *db.Tx, q *Quote) error {
	limits := p.settings.Limits
	ofShopper, err := waitingOrders(ctx, tx, `shopper_id = $1`, p.ShopperID)
	if err != nil {
		return err
	}
	ofPhone, err := waitingOrders(ctx, tx, `contact_phone = $1 AND contact_phone <> ''`, p.phone)
	if err != nil {
		return err
	}
	units := int64(0)
	for _, taken := range q.taken() {
		units += taken
	}
	switch {
	case reached(limits.WaitingPerShopper, ofShopper.Orders+1):
		return errs.New(errs.OrderLimit, "%d of your orders wait to be confirmed. Please wait until one is, or cancel one, and then order again.", ofShopper.Orders)
	case reached(limits.WaitingPerPhone, ofPhone.Orders+1):
		return errs.New(errs.OrderLimit, "%d orders with this phone number wait to be confirmed. Please wait until one is, or cancel one, and then order again.",
			ofPhone.Orders).On("address.contact_person_number")
	case units > 0 && reached(limits.WaitingUnits, max(ofShopper.Units, ofPhone.Units)+units):
		return errs.New(errs.OrderLimit, "Until an order is confirmed, you may order %d units of things that are short. Please order fewer, or ask the store.", limits.WaitingUnits)
	}
	return p.countFromOrigin(ctx, tx)
}

func (p *placing) countFromOrigin(ctx context.Context, tx *db.Tx) error {
	from := p.origin()
	if from == "" {
		return nil
	}
	since := p.Clock.Now().Add(-originLife).UnixMilli()
	sent, err := waitingOrders(ctx, tx, `placed_from = $1 AND placed_from <> '' AND created_at > $2`, from, since)
	if err != nil || !reached(p.settings.Limits.WaitingPerAddress, sent.Orders+1) {
		return err
	}
	return errs.New(errs.OrderLimit, "Many orders from your network wait to be confirmed. Please try again in a few minutes.").After(5 * time.Minute)
}

// reached tells whether so many are more than the limit; 0 is none.
func reached(limit, count int64) bool { return limit > 0 && count > limit }

// origin stands for the network address that the order comes from; "": unknown.
func (p *placing) origin() string {
	if p.From == "" {
		return ""
	}
	return mac(p.Tokens.key.Current(), "origin", 0, p.From)[:22]
}

// held is how many orders wait, and how many counted units they have taken.
type held struct{ Orders, Units int64 }

func waitingOrders(ctx context.Context, q db.Q, where string, args ...any) (held, error) {
	found, err := db.One[held](ctx, q, `
		SELECT COUNT(*) AS orders, CAST(COALESCE(SUM(`+stock.TakenByOrder+`), 0) AS BIGINT) AS units
		FROM orders o WHERE `+waiting+` AND `+where, args...)
	if err != nil {
		return held{}, fmt.Errorf("count waiting orders: %w", err)
	}
	return found, nil
}

// ClearOrigins removes from old orders where they came from.
func (s *Service) ClearOrigins(ctx context.Context) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE orders SET placed_from = '' WHERE placed_from <> '' AND created_at <= $1`,
			s.Clock.Now().Add(-originLife).UnixMilli())
		return err
	})
}

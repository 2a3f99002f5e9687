package purchase

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/contact"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/shopper"
)

// QuotedCoupon is the coupon that a quote was asked for. One that does not fit is left
// out of the price, and Refusal says why (M4).
type QuotedCoupon struct {
	coupon.Coupon // zero, but for the code, if there is none
	Applied       bool
	Amount        money.Amount // all that it takes off, a delivery fee included, if that is known
	Refusal       coupon.Refusal
	// RevealedPhone is the typed phone, if the refusal reveals that somebody has bought with
	// it. Empty if it only says what the shopper has bought.
	RevealedPhone string
}

// CouponRequest is what a coupon is asked for.
type CouponRequest struct {
	Code      string // as typed; "": none
	Throttled bool   // too many codes were tried: none is looked up
	Phone     string // as typed
	Country   string // of a phone without a country code
	For       coupon.Purchase
}

// QuoteCoupon prices a purchase again with the coupon that was asked for, if it fits. in
// is the price without it. It returns nil without a code.
func QuoteCoupon(ctx context.Context, q db.Q, r CouponRequest, in pricing.Input) (*QuotedCoupon, pricing.Quote, error) {
	none := pricing.Quote{}
	code := coupon.FoldCode(r.Code)
	if code == "" {
		return nil, none, nil
	}
	quoted := &QuotedCoupon{Coupon: coupon.Coupon{Code: code}, Refusal: coupon.RefuseUnknown}
	if r.Throttled {
		quoted.Refusal = coupon.RefuseTooManyTries
		return quoted, none, nil
	}
	found, known, err := coupon.Find(ctx, q, code)
	if err != nil || !known {
		return quoted, none, err
	}
	quoted.Coupon = found
	if err := r.findShopper(ctx, q, found); err != nil {
		return quoted, none, err
	}
	if quoted.Refusal, err = found.Check(ctx, q, r.For); err != nil {
		return quoted, none, err
	}
	if quoted.Refusal.Code != "" {
		quoted.RevealedPhone, err = r.revealedPhone(ctx, q, found, quoted.Refusal)
		return quoted, none, err
	}
	wasUnknown := pricing.Price(in).DeliveryUnknown
	in.Coupon = found.Pricing()
	priced := pricing.Price(in)
	quoted.Amount = priced.CouponDiscount + priced.CouponDelivery
	if quoted.Amount == 0 && priced.DeliveryUnknown == wasUnknown {
		quoted.Refusal = found.RefuseNothingOff()
		return quoted, none, nil
	}
	quoted.Applied = true
	return quoted, priced, nil
}

// findShopper completes who asks. The contact of the request may not be complete yet.
func (r *CouponRequest) findShopper(ctx context.Context, q db.Q, c coupon.Coupon) (err error) {
	who := &r.For.Shopper
	if phone, ok := contact.ParsePhone(r.Phone, r.Country); ok {
		who.Phone = string(phone)
	}
	if c.FirstOrder {
		who.OrderedBefore, err = boughtBefore(ctx, q, *who, 0)
	}
	return err
}

// revealedPhone returns the phone of the request if the coupon is refused for what was bought
// with it, and would not be refused so without it.
func (r CouponRequest) revealedPhone(ctx context.Context, q db.Q, c coupon.Coupon, refusal coupon.Refusal) (phone string, err error) {
	phone = r.For.Shopper.Phone
	if phone == "" || refusal.Code != coupon.NotFirst && refusal.Code != coupon.UsedByYou {
		return "", nil
	}
	r.Phone, r.For.Shopper = "", coupon.Shopper{ID: r.For.Shopper.ID}
	if err := r.findShopper(ctx, q, c); err != nil {
		return "", err
	}
	without, err := c.Check(ctx, q, r.For)
	if err != nil || without == refusal {
		return "", err
	}
	return phone, nil
}

// BoughtBefore tells whether a shopper has bought something that was not canceled.
func (s *Service) BoughtBefore(ctx context.Context, who coupon.Shopper) (bool, error) {
	return boughtBefore(ctx, s.DB.R, who, 0)
}

// boughtBefore looks for a purchase of the shopper, or one that counts for them by their
// phone, except for one. A guest who signed in is the customer.
func boughtBefore(ctx context.Context, q db.Q, who coupon.Shopper, except int64) (bool, error) {
	before := ""
	for _, k := range []Kind{Order, Trip} {
		if before != "" {
			before += ` UNION ALL `
		}
		before += `SELECT id FROM ` + k.table() + ` WHERE shopper_id = $1 AND status <> 'canceled' AND id <> $3
			UNION ALL SELECT id FROM ` + k.table() + `
				WHERE shopper_id IN (SELECT id FROM shoppers WHERE merged_into = $1) AND status <> 'canceled' AND id <> $3
			UNION ALL SELECT id FROM ` + k.table() + ` WHERE ` + shopper.CountsByPhone(k.table(), "id") + ` AND status <> 'canceled' AND id <> $3`
	}
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM (`+before+` LIMIT 1) AS before`, who.ID, who.Phone, except)
	if err != nil {
		return false, fmt.Errorf("look for earlier purchases: %w", err)
	}
	return n > 0, nil
}

// Take takes the use of the coupon for a purchase, which is written already; nil takes
// none. It is called before anything that many purchases change is locked. It returns
// coupon.ErrGone if others were faster.
func (c *QuotedCoupon) Take(ctx context.Context, tx *db.Tx, id int64, who coupon.Shopper, at time.Time) error {
	if c == nil || !c.Applied {
		return nil
	}
	if c.FirstOrder {
		// Two first orders with two coupons lock no row that both of them change.
		if err := db.Lock(ctx, tx, fmt.Sprint("first order of shopper ", who.ID), "first order of phone "+who.Phone); err != nil {
			return err
		}
		before, err := boughtBefore(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if before {
			return coupon.ErrGone
		}
	}
	return c.Coupon.Take(ctx, tx, coupon.Use{PurchaseID: id, Shopper: who, Amount: c.Amount, At: at})
}

// UsedCode is the code that a purchase is placed with; "": none.
func (c *QuotedCoupon) UsedCode() string {
	if c == nil || !c.Applied {
		return ""
	}
	return c.Code
}

package trip

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/ledger"
	"hawker/internal/licence"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/tripcart"
	"hawker/internal/zone"
)

// Request is what a shopper asks to have quoted or placed: what is in their trip cart. A
// quote ignores what it does not need.
type Request struct {
	ShopperID int64 `json:"-"`
	Guest     bool  `json:"-"`
	// CustomerID is the customer whose wallet may pay; 0: a guest.
	CustomerID int64 `json:"-"`
	// From is the network address that the request came from; "": unknown.
	From string `json:"-"`

	ModuleID        int64
	Contact         purchase.Contact
	PaymentMethod   string
	PaymentGateway  string // id of a gateway or of an offline method
	UseWallet       bool   // pay what it covers from the wallet
	CouponCode      string // as typed
	CouponThrottled bool   `json:"-"` // too many codes were tried: none is looked up
	Note            string

	// AcceptedTotal and Digest are of the quote on the shopper's last screen (C4, D21).
	AcceptedTotal money.Amount
	Digest        string
}

// asked is how the request is paid.
func (r Request) asked() purchase.Asked {
	return purchase.Asked{CustomerID: r.CustomerID, Method: r.PaymentMethod, Gateway: r.PaymentGateway, UseWallet: r.UseWallet}
}

// Problem prevents a trip from being placed.
type Problem struct {
	Code    string
	Field   string // "": about no field
	Message string
	LineID  int64 // of the cart; 0: about no line
}

// The codes of problems besides those of package purchase.
const (
	CartEmpty   = "cart_empty"
	OutOfZone   = "out_of_zone" // the provider's vehicles are not picked up there (Z1)
	OtherOwner  = tripcart.OtherOwner
	OtherType   = tripcart.OtherType
	Unavailable = tripcart.Unavailable // also: too few units are free at this time (R1)
)

// Quote is what a shopper is shown before they agree. With problems the trip cannot be
// placed.
type Quote struct {
	tripcart.Cart
	pricing.Totals
	purchase.Terms
	Rows     []pricing.Row
	Coupon   *purchase.QuotedCoupon // nil: the request has no code
	Time     booking.Period         // when the vehicles are out, if the trip is placed now
	Rules    setting.TripRules      // of canceling and of a late return
	Licence  *licence.State         // of the driver; nil: none is asked for
	Problems []Problem
	Digest   string

	priced pricing.Quote
	now    time.Time
}

func (q *Quote) problem(code, field, format string, args ...any) {
	q.Problems = append(q.Problems, Problem{Code: code, Field: field, Message: fmt.Sprintf(format, args...)})
}

func (q *Quote) problemOf(l tripcart.Line, code, format string, args ...any) {
	q.Problems = append(q.Problems, Problem{Code: code, LineID: l.ID, Message: fmt.Sprintf(format, args...)})
}

// buildQuote reads everything that a trip depends on, checks it and prices it. Quote and
// Place both call it, with the active zones. Whether the vehicles are free is checked by the
// caller.
func (s *Service) buildQuote(ctx context.Context, q db.Q, r Request, settings setting.Settings, active []zone.Zone, now time.Time) (Quote, error) {
	quote := Quote{now: now, Rules: settings.Rental.TripRules}
	var err error
	if quote.Cart, err = tripcart.ReadAt(ctx, q, r.ShopperID, r.ModuleID, now, settings); err != nil {
		return quote, err
	}
	if len(quote.Lines) == 0 {
		quote.problem(CartEmpty, "", "Your cart is empty")
		return quote, nil
	}
	quote.Time = quote.Trip.Span(now)
	quote.checkVehicles()
	if !tripcart.CanPickUp(quote.Trip.Pickup.Point, quote.Owner, active) {
		quote.problem(OutOfZone, "pickup_location", "Vehicles of %s cannot be picked up there.", quote.Owner.Name)
	}
	if err := quote.checkLicence(ctx, q, r.ShopperID, settings.Rental); err != nil {
		return quote, err
	}
	if err := quote.price(ctx, q, r, settings); err != nil {
		return quote, err
	}
	if quote.Terms, err = purchase.Offer(ctx, q, r.asked(), quote.Total, settings, s.Purchases.Gateways, quote.problem); err != nil {
		return quote, err
	}
	quote.Rows = pricing.WithWallet(quote.Rows, quote.Total, quote.WalletPart)
	quote.Digest = quote.digest()
	return quote, nil
}

// checkVehicles reports the vehicles that cannot be rented together, whenever it is (CART-08).
func (q *Quote) checkVehicles() {
	if p := q.OwnerProblem(); p != nil {
		q.problem(p.Code, "", "%s", p.Message)
	}
	for _, l := range q.Lines {
		for _, p := range q.LineProblems(l) {
			q.problemOf(l, p.Code, "%s", p.Message)
		}
	}
}

// price prices the trip, with its coupon if that fits.
func (q *Quote) price(ctx context.Context, tx db.Q, r Request, settings setting.Settings) error {
	in := q.Input(q.now, settings)
	q.setPriced(pricing.Price(in))
	asked := purchase.CouponRequest{Code: r.CouponCode, Throttled: r.CouponThrottled, Phone: r.Contact.Phone, Country: settings.Location.Country, For: coupon.Purchase{
		Shopper: coupon.Shopper{ID: r.ShopperID}, ModuleID: r.ModuleID, ZoneID: q.Owner.ZoneID,
		Subtotal: q.Subtotal, At: q.now, TimeZone: catalog.Location(q.Owner.TimeZone), Currency: settings.Currency.Money(),
	}}
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

func (q *Quote) setPriced(priced pricing.Quote) {
	q.priced, q.Totals, q.Rows = priced, priced.Totals, pricing.Rows(priced.Totals)
	for n := range q.Lines {
		q.Lines[n].Price = priced.Lines[n]
	}
}

// digest is a hash of what the shopper agrees to: the vehicles, where and when, the rules,
// and what it costs. A trip of now begins when it is placed.
func (q *Quote) digest() string {
	type line struct {
		VehicleID, Quantity int64
		LateRate            money.Amount `json:",omitzero"` // of a late hour of a trip by distance, which the rows do not have
	}
	t := q.Trip
	what := struct {
		Provider            int64
		Type                pricing.TripType
		Hours, Metres, At   int64
		Pickup, Destination geo.Point
		Lines               []line
		Rules               setting.TripRules
	}{q.Owner.ID, t.Type, t.Hours, t.Route.Metres, 0, geo.Round5(t.Pickup.Point), geo.Round5(t.Destination.Point), nil, q.Rules}
	if !t.PickupAt.IsZero() {
		what.At = t.PickupAt.UnixMilli()
	}
	for _, l := range q.Lines {
		one := line{VehicleID: l.Vehicle.ID, Quantity: l.Quantity}
		if t.Type == pricing.ByDistance {
			one.LateRate = l.Vehicle.HourlyPrice
		}
		what.Lines = append(what.Lines, one)
	}
	return purchase.Digest(what, q.Rows, q.ToPay)
}

// HourPrice is Trip.HourPrice of the trip that is quoted.
func (q *Quote) HourPrice() money.Amount {
	var all money.Amount
	for _, l := range q.Lines {
		if l.Vehicle.HourlyPrice == 0 {
			return 0
		}
		all += l.Vehicle.HourlyPrice * money.Amount(l.Quantity)
	}
	return all
}

// checkFree reports the vehicles of which too few are free. It knows bookings that are at
// most a second old: placing looks again.
func (s *Service) checkFree(ctx context.Context, q *Quote) error {
	if len(q.Lines) == 0 {
		return nil
	}
	calendar, err := s.Bookings.Calendar(ctx)
	if err != nil {
		return err
	}
	for _, l := range q.Lines {
		v := l.Vehicle
		if v.Archived { // checkVehicles has reported it
			continue
		}
		if free := calendar.Free(v.ID, v.Units, q.Time); free < l.Quantity {
			short := booking.ShortError{VehicleID: v.ID, Name: v.Name, Free: free}
			q.problemOf(l, Unavailable, "%s", errs.All(short.Unwrap())[0].Message)
		}
	}
	return nil
}

// couponPayer returns the account that pays for the coupon.
func (q *Quote) couponPayer() string {
	if q.Coupon != nil && q.Coupon.PaidBy == coupon.Store {
		return ledger.Provider(q.Owner.ID)
	}
	return ledger.Coupons
}

// withQuote attaches the quote to an error, so that the client can show it.
func (q *Quote) withQuote(e *errs.Error) *errs.Error { return e.With(*q) }

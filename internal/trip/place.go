package trip

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/booking"
	"hawker/internal/contact"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/idempotency"
	"hawker/internal/ledger"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/tripcart"
	"hawker/internal/zone"
)

// Place writes the trip that was quoted and books its vehicles in one transaction: all of
// it, or nothing (RNT-11). The same key and request return the same trip again; the same
// key with another request is errs.Conflict. What has changed since the shopper agreed
// (D21), or can no longer be rented, is refused with the new Quote as the Detail of the
// error.
func (s *Service) Place(ctx context.Context, key string, r Request) (Details, error) {
	p, err := s.newPlacement(key, r)
	if err != nil {
		return Details{}, err
	}
	if placed, known, err := p.findPlaced(ctx); err != nil || known {
		return placed, err
	}
	if p.settings, err = s.checkRequest(ctx, r); err != nil {
		return Details{}, err
	}
	var problems errs.List
	if p.phone, problems = r.Contact.Check(p.settings.Location.Country, ""); len(problems) > 0 {
		return Details{}, problems
	}
	if r.Digest == "" {
		return Details{}, errs.New(errs.Invalid, "Please look at your trip once more before you book it.").On("quote_digest")
	}
	if p.zones, err = s.Zones.All(ctx); err != nil {
		return Details{}, fmt.Errorf("read zones: %w", err)
	}
	return p.place(ctx)
}

// FindPlaced returns the trip that the key has placed for the shopper, or for a guest who
// has become them.
func (s *Service) FindPlaced(ctx context.Context, key string, r Request) (placed Details, known bool, err error) {
	p, err := s.newPlacement(key, r)
	if err != nil {
		return Details{}, false, err
	}
	return p.findPlaced(ctx)
}

// placement is one call of Place.
type placement struct {
	*Service
	Request
	key      idempotency.Key
	phone    string // E.164
	settings setting.Settings
	zones    []zone.Zone // the active ones, read before the transaction
}

// newPlacement refuses what no settings allow: no trip can have been placed by it.
func (s *Service) newPlacement(key string, r Request) (placement, error) {
	if err := r.checkBounds(); err != nil {
		return placement{}, err
	}
	hash, err := purchase.HashRequest(r)
	return placement{Service: s, Request: r, key: idempotency.Key{ShopperID: r.ShopperID, Kind: purchase.Trip, Value: key, BodyHash: hash}}, err
}

func (p *placement) place(ctx context.Context) (placed Details, err error) {
	err = db.InTx(ctx, p.DB, func(tx *db.Tx) error {
		placed, err = p.placeInTx(ctx, tx)
		return err
	})
	if errors.Is(err, idempotency.ErrTaken) {
		placed, known, err := p.findPlaced(ctx)
		if err == nil && !known { // somebody has just claimed the trip
			err = errUnknown
		}
		return placed, err
	}
	if err != nil {
		return Details{}, p.quoteAgain(ctx, err)
	}
	return readDetails(ctx, p.DB.R, placed.ID) // its lines have ids now
}

// findPlaced returns the trip that the key has placed before.
func (p *placement) findPlaced(ctx context.Context) (placed Details, known bool, err error) {
	return idempotency.FindPlaced(ctx, p.DB.R, p.key, readDetails)
}

// placeInTx places the trip in the transaction. Vehicles, which many trips lock, are booked
// late.
func (p *placement) placeInTx(ctx context.Context, tx *db.Tx) (Details, error) {
	now := p.Clock.Now()
	id, err := idempotency.Take(ctx, tx, p.key, now)
	if err != nil {
		return Details{}, err
	}
	// A guest who has since signed in, or a deleted account, must not place a trip under
	// the old identity.
	if err := shopper.CheckActive(ctx, tx, p.ShopperID); err != nil {
		return Details{}, err
	}
	if err := tripcart.Lock(ctx, tx, p.ShopperID, p.ModuleID, now); err != nil {
		return Details{}, err
	}
	q, err := p.buildQuote(ctx, tx, p.Request, p.settings, p.zones, now)
	if err != nil {
		return Details{}, err
	}
	if err := q.checkAccepted(p.Request); err != nil {
		return Details{}, err
	}
	if err := p.checkWaiting(ctx, tx, q.Quantity()); err != nil {
		return Details{}, err
	}
	placed := p.newTrip(id, &q)
	if err := p.save(ctx, tx, &placed, &q); err != nil {
		return Details{}, err
	}
	units := map[int64]int64{}
	for _, l := range placed.Lines {
		units[l.VehicleID] = l.Quantity
	}
	if err := booking.Take(ctx, tx, id, q.Time.From, q.Time.Until, units, q.now); err != nil {
		return Details{}, err
	}
	if err := insertLines(ctx, tx, placed); err != nil {
		return Details{}, err
	}
	return placed, p.changed(ctx, tx, id)
}

// quoteAgain turns the refusal of what others were faster with into one that has the new
// quote. The transaction is over, so that the quote sees who was faster.
func (p *placement) quoteAgain(ctx context.Context, err error) error {
	var short *booking.ShortError
	refused := errs.New(errs.PriceChanged, "The price has changed. Please look at it once more.")
	switch {
	case errors.As(err, &short):
		refused = errs.New(errs.OutOfStock, "%s", errs.All(short.Unwrap())[0].Message)
	case errors.Is(err, purchase.ErrWalletTooLow):
		refused = errs.New(errs.PriceChanged, "Your wallet has less than before. Please look at your trip once more.")
	case !errors.Is(err, coupon.ErrGone):
		return err
	}
	q, quoteErr := p.Quote(ctx, p.Request)
	if quoteErr != nil {
		return quoteErr
	}
	return q.withQuote(refused)
}

// checkAccepted refuses a trip that cannot be placed, or that the shopper has not seen as
// it is (C4).
func (q *Quote) checkAccepted(r Request) error {
	if len(q.Problems) > 0 {
		return q.refusal()
	}
	switch purchase.Agreed(r.Digest, r.AcceptedTotal, q.Digest, q.Total) {
	case purchase.OtherThings:
		return q.withQuote(errs.New(errs.CartChanged, "Your trip has changed. Please look at it once more."))
	case purchase.OtherPrice:
		return q.withQuote(errs.New(errs.PriceChanged, "The price has changed. Please look at it once more."))
	}
	return nil
}

// refusal returns all problems; the first decides what the client does.
func (q *Quote) refusal() error {
	var list errs.List
	for _, p := range q.Problems {
		code := errs.Invalid
		switch p.Code {
		case CartEmpty, OtherOwner, OtherType:
			code = errs.CartChanged
		case Unavailable:
			code = errs.OutOfStock
		}
		list.Add(errs.New(code, "%s", p.Message).On(p.Field))
	}
	list[0] = q.withQuote(list[0])
	return list
}

// newTrip returns the trip of a quote.
func (p *placement) newTrip(id int64, q *Quote) Details {
	now, t := q.now.UnixMilli(), q.Trip
	d := Details{Trip: Trip{
		ID: id, ShopperID: p.ShopperID, ModuleID: p.ModuleID, ProviderID: q.Owner.ID, ZoneID: q.Owner.ZoneID, Status: Pending,
		Type: t.Type, Hours: t.Hours, PickupAt: q.Time.From.UnixMilli(), ReturnAt: q.Time.Until.UnixMilli(),
		DistanceMetres: t.Route.Metres, RouteSeconds: int64(t.Route.Duration / time.Second), Straight: t.Route.Straight,
		Subtotal: q.Subtotal, Discount: q.Discount, CouponCode: q.Coupon.UsedCode(), CouponDiscount: q.CouponDiscount,
		Tax: q.Tax, TaxIncluded: q.TaxIncluded, TaxRate: &q.Owner.TaxRate, AdditionalCharge: q.AdditionalCharge, Deposit: q.Deposit, Payment: q.Payment(p.asked(), q.Total, q.now),
		ContactName: strings.TrimSpace(p.Contact.Name), ContactPhone: p.phone, ContactEmail: contact.FoldEmail(strings.TrimSpace(p.Contact.Email)),
		TripNote: p.Note, CreatedAt: now, UpdatedAt: now,
	}}
	d.Pickup.V, d.Destination.V, d.PriceRows.V = t.Pickup, t.Destination, q.Rows
	d.FreeCancelHours, d.LateCancelPercent = &q.Rules.FreeCancelHours, &q.Rules.LateCancelPercent
	d.LatePercent, d.LateGraceMinutes = &q.Rules.LatePercent, &q.Rules.LateGraceMinutes
	for n, l := range q.Lines {
		priced := q.priced.Lines[n]
		line := Line{
			VehicleID: l.Vehicle.ID, Name: l.Vehicle.Name, Quantity: l.Quantity, UnitPrice: priced.Unit, Discount: priced.Discount,
			Coupon: priced.Coupon, Tax: priced.Tax, Total: priced.Taxable,
		}
		if rate := l.Vehicle.HourlyPrice; rate > 0 {
			line.HourRate = &rate
		}
		if pictures := l.Vehicle.Pictures.V; len(pictures) > 0 {
			line.Picture = pictures[0]
		}
		d.Lines = append(d.Lines, line)
	}
	d.Moves = []Move{{Status: Pending, Actor: ByShopper, At: now}}
	return d
}

// save writes the trip without its lines and bookings, takes the coupon and the wallet's part, and
// empties the cart.
func (p *placement) save(ctx context.Context, tx *db.Tx, d *Details, q *Quote) (err error) {
	if err := insert(ctx, tx, *d, p.Tokens.OriginHash(p.From)); err != nil {
		return err
	}
	if err := ledger.Post(ctx, tx, ledger.TripPlaced, purchase.Trip.Subject(d.ID), q.now, placedEntries(d.Trip, q.couponPayer())); err != nil {
		return err
	}
	if err := d.Purchase().PayFromWallet(ctx, tx, p.CustomerID, q.now); err != nil {
		return err
	}
	if d.PaymentDueAt, err = p.Purchases.AwaitPayment(ctx, tx, d.Purchase(), p.settings.Payments); err != nil {
		return err
	}
	if err := q.Coupon.Take(ctx, tx, d.ID, coupon.Shopper{ID: p.ShopperID, Phone: p.phone}, q.now); err != nil {
		return err
	}
	return tripcart.Empty(ctx, tx, q.ID)
}

// placedEntries books the total of a trip to those who earn it. The account payer pays for
// the coupon.
func placedEntries(t Trip, payer string) []ledger.Entry {
	rent := t.Subtotal - t.Discount
	if t.TaxIncluded {
		rent -= t.Tax
	}
	return []ledger.Entry{
		{Account: ledger.Receivable, Amount: t.Total},
		{Account: ledger.Provider(t.ProviderID), Amount: -rent},
		{Account: ledger.Tax, Amount: -t.Tax},
		{Account: payer, Amount: t.CouponDiscount},
		{Account: ledger.Charges, Amount: -t.AdditionalCharge},
		{Account: ledger.Deposits, Amount: -t.Deposit},
	}
}

package order

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/cart"
	"hawker/internal/contact"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/idempotency"
	"hawker/internal/ledger"
	"hawker/internal/maps"
	"hawker/internal/offer"
	"hawker/internal/options"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/stock"
	"hawker/internal/zone"
)

// Place writes the order that was quoted in one transaction: all of it, or nothing
// (CHK-04, S4). The same key and request return the same order again; the same key with
// another request is errs.Conflict. What has changed since the shopper agreed (D21), or
// can no longer be sold, is refused with the new Quote as the Detail of the error.
func (s *Service) Place(ctx context.Context, key string, r Request) (OrderDetails, error) {
	// The key is checked first: a rule that changed since must not hide its order.
	p, err := s.newPlacement(key, r)
	if err != nil {
		return OrderDetails{}, err
	}
	if placed, known, err := p.findPlaced(ctx); err != nil || known {
		return placed, err
	}
	if p.settings, err = s.checkRequest(ctx, r); err != nil {
		return OrderDetails{}, err
	}
	var problems errs.List
	p.phone, problems = r.contact(p.settings.Location.Country)
	var wrong errs.List
	p.receiver, wrong = r.receiver(p.settings.Location.Country)
	if problems = append(problems, wrong...); len(problems) > 0 {
		return OrderDetails{}, problems
	}
	if r.Digest == "" {
		return OrderDetails{}, invalid("quote_digest", "Please look at your order once more before you place it.")
	}
	return p.place(ctx)
}

// FindPlaced returns the order that the key has placed for the shopper, or for a guest
// who has become them. Of the request it needs what hash reads.
func (s *Service) FindPlaced(ctx context.Context, key string, r Request) (placed OrderDetails, known bool, err error) {
	p, err := s.newPlacement(key, r)
	if err != nil {
		return OrderDetails{}, false, err
	}
	return p.findPlaced(ctx)
}

// newPlacement refuses what no settings allow: no order can have been placed by it.
func (s *Service) newPlacement(key string, r Request) (placement, error) {
	if err := r.checkBounds(); err != nil {
		return placement{}, err
	}
	hash, err := r.hash()
	if err != nil {
		return placement{}, fmt.Errorf("hash the request: %w", err)
	}
	return placement{Service: s, Request: r, key: idempotency.Key{ShopperID: r.ShopperID, Kind: purchase.Order, Value: key, BodyHash: hash}}, nil
}

// placement is one call of Place.
type placement struct {
	*Service
	Request
	key      idempotency.Key
	phone    string  // E.164
	receiver Address // of a parcel
	settings setting.Settings
}

func (p *placement) place(ctx context.Context) (placed OrderDetails, err error) {
	for range 3 {
		if placed, err = p.tryPlace(ctx); !errors.Is(err, errStoreMoved) {
			break
		}
	}
	if errors.Is(err, idempotency.ErrTaken) {
		placed, known, err := p.findPlaced(ctx)
		if err == nil && !known { // somebody has just claimed the order
			err = errUnknown
		}
		return placed, err
	}
	return placed, err
}

// findPlaced returns the order that the key has placed before.
func (p *placement) findPlaced(ctx context.Context) (placed OrderDetails, known bool, err error) {
	return idempotency.FindPlaced(ctx, p.DB.R, p.key, readDetails)
}

// tryPlace asks the map before it begins the transaction: otherwise its rows would be
// locked while the map responds, and it could wait for a second connection that never
// becomes free. What the map returned is valid only while the store has not moved.
func (p *placement) tryPlace(ctx context.Context) (placed OrderDetails, err error) {
	o, err := p.readDeps(ctx)
	if err != nil {
		return OrderDetails{}, err
	}
	err = db.InTx(ctx, p.DB, func(tx *db.Tx) error {
		placed, err = p.placeInTx(ctx, tx, o)
		return err
	})
	return placed, p.quoteAgain(ctx, err)
}

// quoteAgain turns what another order was faster to take into a refusal with a new quote.
// The transaction is over, so that the quote sees what is left, and on which line.
func (p *placement) quoteAgain(ctx context.Context, err error) error {
	var refusal *errs.Error
	switch {
	case errors.Is(err, coupon.ErrGone), errors.Is(err, offer.ErrTaken):
		refusal = errs.New(errs.PriceChanged, "The price has changed. Please look at it once more.")
	case errors.Is(err, stock.ErrOutOfStock):
		refusal = errs.New(errs.OutOfStock, "Out of Stock")
	default:
		return err
	}
	q, err := p.Quote(ctx, p.Request)
	if err != nil {
		return err
	}
	return q.withQuote(refusal)
}

// readDeps reads what the map and the zones say.
func (p *placement) readDeps(ctx context.Context) (quoteDeps, error) {
	if p.Source == FromParcel {
		return p.readDepsOfParcel(ctx)
	}
	store, err := p.storeLocation(ctx, p.DB.R)
	if err != nil {
		return quoteDeps{}, err
	}
	return p.readDepsOfStore(ctx, store)
}

// readDepsOfParcel reads the zones at both ends of a parcel's way, and its distance.
func (p *placement) readDepsOfParcel(ctx context.Context) (quoteDeps, error) {
	o := p.quoteDeps(p.settings)
	from, to := p.Address.Point, p.receiver.Point
	zones := map[geo.Point][]zone.Zone{}
	for _, end := range []geo.Point{from, to} {
		var err error
		if zones[end], err = p.Zones.Lookup(ctx, end); err != nil {
			return o, fmt.Errorf("find the zones of an address: %w", err)
		}
	}
	var way maps.Distance
	if len(zones[from]) > 0 && len(zones[to]) > 0 { // no distance is needed outside
		way = p.distance(ctx, o.now, from, to)
	}
	o.zonesAt = func(_ context.Context, at geo.Point) ([]zone.Zone, error) { return zones[at], nil }
	o.distance = func(context.Context, geo.Point, geo.Point) (maps.Distance, error) { return way, nil }
	return o, nil
}

// readDepsOfStore reads zone and distance for a store at this location.
func (p *placement) readDepsOfStore(ctx context.Context, store storeLocation) (quoteDeps, error) {
	o := p.quoteDeps(p.settings)
	var home zone.Zone
	var way maps.Distance
	if p.Type == Delivery && store != (storeLocation{}) {
		var err error
		if home, err = p.Zones.ByID(ctx, store.ZoneID); err != nil {
			return o, fmt.Errorf("read the store's zone: %w", err)
		}
		if home.Outline.Contains(p.Address.Point) { // no distance is needed outside
			way = p.distance(ctx, o.now, store.point(), p.Address.Point)
		}
	}
	o.zone = func(_ context.Context, id int64) (zone.Zone, error) {
		if id != store.ZoneID {
			return zone.Zone{}, errStoreMoved
		}
		return home, nil
	}
	o.distance = func(_ context.Context, from, _ geo.Point) (maps.Distance, error) {
		if from != store.point() {
			return maps.Distance{}, errStoreMoved
		}
		return way, nil
	}
	return o, nil
}

// distance returns the distance that the shopper saw a price for, else what the map
// returns now.
func (p *placement) distance(ctx context.Context, now time.Time, from, to geo.Point) maps.Distance {
	if d, ok := p.Tokens.VerifyDistance(purchase.SignedPart(p.Digest), from, to, now); ok {
		return d
	}
	return p.Maps.Distance(ctx, from, to, maps.Driving)
}

// placeInTx places the order in the transaction. Stock, which many orders change, is
// taken last, so that its rows are locked as short as possible.
func (p *placement) placeInTx(ctx context.Context, tx *db.Tx, o quoteDeps) (OrderDetails, error) {
	id, err := idempotency.Take(ctx, tx, p.key, o.now)
	if err != nil {
		return OrderDetails{}, err
	}
	// A guest who has since signed in, or a deleted account, must not place an order
	// under the old identity.
	if err := shopper.CheckActive(ctx, tx, p.ShopperID); err != nil {
		return OrderDetails{}, err
	}
	if p.Source == FromCart {
		// Otherwise a line that is added now would be removed with the others, unseen.
		if _, err := cart.Lock(ctx, tx, p.ShopperID, p.ModuleID, o.now); err != nil {
			return OrderDetails{}, err
		}
	}
	q, err := buildQuote(ctx, tx, p.Request, o)
	if err != nil {
		return OrderDetails{}, err
	}
	if err := q.checkAccepted(p.Request); err != nil {
		return OrderDetails{}, err
	}
	if err := p.checkWaiting(ctx, tx, &q); err != nil {
		return OrderDetails{}, err
	}
	placed := p.newOrder(id, q)
	if err := p.save(ctx, tx, placed, q); err != nil {
		return OrderDetails{}, err
	}
	if err := p.attachPrescription(ctx, tx, &placed, q); err != nil {
		return OrderDetails{}, err
	}
	if placed.PaymentDueAt, err = p.Purchases.AwaitPayment(ctx, tx, placed.Purchase(), p.settings.Payments); err != nil {
		return OrderDetails{}, err
	}
	if err := q.Coupon.Take(ctx, tx, id, coupon.Shopper{ID: p.ShopperID, Phone: p.phone}, o.now); err != nil {
		return OrderDetails{}, err
	}
	if err := offer.Take(ctx, tx, takenOf(placed.Lines)); err != nil {
		return OrderDetails{}, err
	}
	if err := p.orderChanged(ctx, tx, placed.Order, nil); err != nil {
		return OrderDetails{}, err
	}
	itemIDs, err := stock.Take(ctx, tx, id, q.taken(), o.now)
	if err != nil {
		return OrderDetails{}, err
	}
	p.notifyAfterCommit(tx, withOffers(itemIDs, placed.Lines))
	return placed, nil
}

// checkAccepted refuses an order that cannot be placed, or that the shopper has not
// seen as it is (C4).
func (q *Quote) checkAccepted(r Request) error {
	if len(q.Problems) > 0 {
		return q.refusal()
	}
	switch purchase.Agreed(r.Digest, r.AcceptedTotal, q.Digest, q.Total) {
	case purchase.OtherThings:
		return q.withQuote(errs.New(errs.CartChanged, "Your order has changed. Please look at it once more."))
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
		case string(options.OutOfStock), string(options.VariationOut), string(options.OutOfLimits):
			code = errs.OutOfStock
		case CartEmpty, cart.Gone, CategoryMissing:
			code = errs.CartChanged
		}
		list.Add(errs.New(code, "%s", p.Message).On(p.Field))
	}
	list[0] = q.withQuote(list[0])
	return list
}

// withQuote attaches the quote to an error, so that the client can show it.
func (q *Quote) withQuote(e *errs.Error) *errs.Error {
	q.offerSlots()
	return e.With(*q)
}

// newOrder returns the order of a quote.
func (p *placement) newOrder(id int64, q Quote) OrderDetails {
	now := q.now.UnixMilli()
	w := OrderDetails{Order: Order{
		ID: id, ShopperID: p.ShopperID, ModuleID: q.Store.ModuleID, StoreID: q.Store.ID, ZoneID: q.Store.ZoneID,
		Source: p.Source, Type: p.Type, SelfDelivery: p.Type == Delivery && q.Store.SelfDelivery, Status: Pending, PrescriptionStatus: NoPrescription, Payment: q.Payment(p.asked(), q.Total, q.now),
		Subtotal: q.Subtotal, Discount: q.Discount, CouponDiscount: q.CouponDiscount, CouponDelivery: q.CouponDelivery, DeliveryCharge: q.Delivery, Tax: q.Tax, TaxIncluded: q.TaxIncluded,
		AdditionalCharge: q.AdditionalCharge, ExtraPackaging: q.ExtraPackaging, Tip: q.Tip,
		DistanceMetres: q.Distance.Metres, ContactName: p.Address.Name, ContactPhone: p.phone,
		ContactEmail: contact.FoldEmail(strings.TrimSpace(p.Address.Email)), OrderNote: p.OrderNote,
		DeliveryInstruction: p.DeliveryInstruction, UnavailableItemNote: p.UnavailableItemNote, Cutlery: p.Cutlery,
		CreatedAt: now, UpdatedAt: now,
	}}
	w.PriceRows.V, w.Address.V, w.Parcel.V, w.Receiver.V = q.Rows, *p.Address, q.Packages, p.receiver
	if p.Type == TakeAway {
		w.Address.V = Address{Name: p.Address.Name, Phone: p.Address.Phone, Email: p.Address.Email}
	}
	if !p.ScheduleAt.IsZero() {
		at := p.ScheduleAt.UnixMilli()
		w.ScheduleAt, w.Status = &at, Scheduled
	}
	w.CouponCode = q.Coupon.UsedCode()
	for i, l := range q.Lines {
		w.Lines = append(w.Lines, placedLine(l, q.priced.Lines[i]))
	}
	w.Moves = []Move{{Status: w.Status, Actor: ByShopper, At: now}}
	return w
}

func placedLine(l cart.Line, priced pricing.PricedLine) Line {
	line := Line{
		ItemID: l.Item.ID, Variation: l.Pool().Variation, Name: l.Item.Name, Options: l.Summary(), Note: l.Note, Quantity: l.Quantity,
		UnitPrice: priced.Unit, Discount: priced.Discount, Coupon: priced.Coupon, Tax: priced.Tax, Total: priced.Taxable,
	}
	if pictures := l.Item.Pictures.V; len(pictures) > 0 {
		line.Picture = pictures[0]
	}
	line.Choice.V = l.Choice
	line.setOffer(l)
	return line
}

// save writes the order without its stock, and empties the cart if the order came from
// one (CHK-06).
func (p *placement) save(ctx context.Context, tx *db.Tx, w OrderDetails, q Quote) error {
	if err := insert(ctx, tx, w, p.Tokens.OriginHash(p.From)); err != nil {
		return err
	}
	if err := ledger.Post(ctx, tx, ledger.OrderPlaced, ledger.Order(w.ID), q.now, placedEntries(w.Order, q.couponPayer(w.Order))); err != nil {
		return err
	}
	switch err := w.Purchase().PayFromWallet(ctx, tx, p.CustomerID, q.now); {
	case errors.Is(err, purchase.ErrWalletTooLow):
		return q.withQuote(errs.New(errs.PriceChanged, "Your wallet has less than before. Please look at your order once more."))
	case err != nil:
		return err
	}
	if w.Status == Scheduled {
		if err := p.release(ctx, tx, w.ID, p.ScheduleAt.Add(-lead(&q.Store))); err != nil {
			return err
		}
	}
	if p.Source == FromCart {
		return cart.Empty(ctx, tx, q.CartID)
	}
	return nil
}

// placedEntries books the total of an order to those who earn it. The account payer pays
// for the coupon: the others earn what they would without one.
func placedEntries(o Order, payer string) []ledger.Entry {
	goods := o.Subtotal - o.Discount
	if o.TaxIncluded {
		goods -= o.Tax
	}
	return []ledger.Entry{
		{Account: ledger.Receivable, Amount: o.Total},
		{Account: o.earner(), Amount: -goods},
		{Account: ledger.Tax, Amount: -o.Tax},
		{Account: payer, Amount: o.CouponDiscount + o.CouponDelivery},
		{Account: ledger.Delivery, Amount: -o.DeliveryCharge - o.CouponDelivery},
		{Account: ledger.Charges, Amount: -o.AdditionalCharge - o.ExtraPackaging},
		{Account: o.tipped(), Amount: -o.Tip},
	}
}

// taken is how many units the lines take from each counted pool (S3).
func (q *Quote) taken() map[stock.Pool]int64 {
	units := map[stock.Pool]int64{}
	for _, l := range q.Lines {
		if l.Draw().Stock != nil {
			units[l.Pool()] += l.Quantity
		}
	}
	return units
}

package order

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/cart"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/ledger"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/stock"
	"hawker/internal/zone"
)

// Place writes the order that was quoted, in one transaction: either all of it
// is there, or nothing (CHK-04, S4). Under the same key and request it answers
// the same order again; under the same key and another request, errs.Conflict.
//
// It refuses, with the new Quote as the error's Detail, what no longer is as the
// shopper saw it (D21) and what can no longer be had.
func (s *Service) Place(ctx context.Context, key string, r Request) (OrderDetails, error) {
	// The key comes first: no rule that changed since may hide what it has placed.
	p, err := s.placing(key, r)
	if err != nil {
		return OrderDetails{}, err
	}
	if id, known, err := p.placedBefore(ctx, s.DB.R); err != nil || known {
		return s.again(ctx, id, err)
	}
	if p.settings, err = s.welcome(ctx, r); err != nil {
		return OrderDetails{}, err
	}
	var problems errs.List
	if p.phone, problems = r.contact(p.settings.Location.Country); len(problems) > 0 {
		return OrderDetails{}, problems
	}
	if r.Digest == "" {
		return OrderDetails{}, invalid("quote_digest", "Please look at your order once more before you place it.")
	}
	return p.place(ctx)
}

// FindPlaced returns the order that the key has placed for the shopper, or for a
// guest who has become them, if it has. Of the request it needs what hash takes.
func (s *Service) FindPlaced(ctx context.Context, key string, r Request) (placed OrderDetails, known bool, err error) {
	p, err := s.placing(key, r)
	if err != nil {
		return OrderDetails{}, false, err
	}
	id, known, err := p.placedBefore(ctx, s.DB.R)
	if err != nil || !known {
		return OrderDetails{}, false, err
	}
	placed, err = whole(ctx, s.DB.R, id)
	return placed, true, err
}

// placing refuses what no request may be, whatever the settings are: no order was
// placed by one.
func (s *Service) placing(key string, r Request) (placing, error) {
	if err := r.checkBounds(); err != nil {
		return placing{}, err
	}
	hash, err := r.hash()
	if err != nil {
		return placing{}, fmt.Errorf("hash the request: %w", err)
	}
	return placing{Service: s, Request: r, key: key, hash: hash}, nil
}

// placing is one call of Place.
type placing struct {
	*Service
	Request
	key, hash string
	phone     string // E.164
	settings  setting.Settings
}

// errKeyTaken says that another call with this key came first.
var errKeyTaken = errors.New("the key has placed an order")

func (p *placing) place(ctx context.Context) (placed OrderDetails, err error) {
	for range 3 {
		if placed, err = p.once(ctx); !errors.Is(err, errElsewhere) {
			break
		}
	}
	if errors.Is(err, errKeyTaken) {
		id, _, err := p.placedBefore(ctx, p.DB.R)
		return p.again(ctx, id, err)
	}
	return placed, err
}

// once asks everything outside first, and then tries to place: a transaction that
// talked to a map would hold its rows for as long as that takes, and one that
// waited for a second connection could wait for itself. What was asked holds
// only for where the store was then.
func (p *placing) once(ctx context.Context) (placed OrderDetails, err error) {
	store, err := p.site(ctx, p.DB.R)
	if err != nil {
		return OrderDetails{}, err
	}
	o, err := p.ask(ctx, store)
	if err != nil {
		return OrderDetails{}, err
	}
	err = db.InTx(ctx, p.DB, func(tx *db.Tx) error {
		placed, err = p.attempt(ctx, tx, o)
		return err
	})
	return placed, err
}

// ask is what is outside, of one site.
func (p *placing) ask(ctx context.Context, store site) (outside, error) {
	o := p.outside(p.settings)
	var home zone.Zone
	var way maps.Distance
	if p.Type == Delivery && store != (site{}) {
		var err error
		if home, err = p.Zones.ByID(ctx, store.ZoneID); err != nil {
			return o, fmt.Errorf("read the store's zone: %w", err)
		}
		if home.Outline.Contains(p.Address.Point) { // beyond it nobody asks how far
			way = p.distance(ctx, o.now, store.point())
		}
	}
	o.zone = func(_ context.Context, id int64) (zone.Zone, error) {
		if id != store.ZoneID {
			return zone.Zone{}, errElsewhere
		}
		return home, nil
	}
	o.distance = func(_ context.Context, from, _ geo.Point) (maps.Distance, error) {
		if from != store.point() {
			return maps.Distance{}, errElsewhere
		}
		return way, nil
	}
	return o, nil
}

// distance is the one that the shopper saw a price for, else what the map says now.
func (p *placing) distance(ctx context.Context, now time.Time, from geo.Point) maps.Distance {
	_, _, seal := digestParts(p.Digest)
	if d, ok := p.Tokens.unsealed(seal, from, p.Address.Point, now); ok {
		return d
	}
	return p.Maps.Distance(ctx, from, p.Address.Point, maps.Driving)
}

// attempt is the transaction. What many orders share, the stock, is touched
// last, so that a hot row is held shortest.
func (p *placing) attempt(ctx context.Context, tx *db.Tx, o outside) (OrderDetails, error) {
	id, err := p.takeKey(ctx, tx, o.now)
	if err != nil {
		return OrderDetails{}, err
	}
	// Whoever has signed in or gone meanwhile places nothing as who they were.
	if err := shopper.CheckActive(ctx, tx, p.ShopperID); err != nil {
		return OrderDetails{}, err
	}
	if p.Source == FromCart {
		// From here on nobody adds a line that would be emptied unseen.
		if _, err := cart.Lock(ctx, tx, p.ShopperID, p.ModuleID, o.now); err != nil {
			return OrderDetails{}, err
		}
	}
	q, err := assemble(ctx, tx, p.Request, o)
	if err != nil {
		return OrderDetails{}, err
	}
	if err := q.accepted(p.Request); err != nil {
		return OrderDetails{}, err
	}
	if err := p.checkWaiting(ctx, tx, &q); err != nil {
		return OrderDetails{}, err
	}
	placed := p.write(id, q)
	if err := p.keep(ctx, tx, placed, q); err != nil {
		return OrderDetails{}, err
	}
	itemIDs, err := stock.Take(ctx, tx, id, q.taken(), o.now)
	if errors.Is(err, stock.ErrOutOfStock) {
		return OrderDetails{}, q.told(errs.New(errs.OutOfStock, "Out of Stock"))
	}
	if err != nil {
		return OrderDetails{}, err
	}
	p.announce(tx, itemIDs, orderKey(id), shopperKey(p.ShopperID))
	return placed, nil
}

// accepted refuses what cannot be had, and what the shopper has not seen (C4).
func (q *Quote) accepted(r Request) error {
	if len(q.Problems) > 0 {
		return q.refusal()
	}
	switch q.agreed(r.Digest, r.AcceptedTotal) {
	case otherCart:
		return q.told(errs.New(errs.CartChanged, "Your order has changed. Please look at it once more."))
	case otherPrice:
		return q.told(errs.New(errs.PriceChanged, "The price has changed. Please look at it once more."))
	}
	return nil
}

// refusal tells every problem; the first decides what the client does.
func (q *Quote) refusal() error {
	var list errs.List
	for _, p := range q.Problems {
		code := errs.Invalid
		switch p.Code {
		case string(options.OutOfStock), string(options.VariationOut), string(options.OutOfLimits):
			code = errs.OutOfStock
		case CartEmpty, cart.Gone:
			code = errs.CartChanged
		}
		list.Add(errs.New(code, "%s", p.Message).On(p.Field))
	}
	list[0] = q.told(list[0])
	return list
}

// told attaches the quote as it is shown.
func (q *Quote) told(e *errs.Error) *errs.Error {
	q.offerSlots()
	return e.With(*q)
}

// write is the order as the quote has it.
func (p *placing) write(id int64, q Quote) OrderDetails {
	now := q.now.UnixMilli()
	w := OrderDetails{Order: Order{
		ID: id, ShopperID: p.ShopperID, ModuleID: q.Store.ModuleID, StoreID: q.Store.ID, ZoneID: q.Store.ZoneID,
		Source: p.Source, Type: p.Type, Status: Pending, PaymentMethod: CashOnDelivery, PaymentStatus: "unpaid",
		Subtotal: q.Subtotal, Discount: q.Discount, DeliveryCharge: q.Delivery, Tax: q.Tax, TaxIncluded: q.TaxIncluded,
		AdditionalCharge: q.AdditionalCharge, ExtraPackaging: q.ExtraPackaging, Tip: q.Tip, Total: q.Total,
		DistanceMetres: q.Distance.Metres, ContactName: p.Address.Name, ContactPhone: p.phone,
		ContactEmail: contact.FoldEmail(strings.TrimSpace(p.Address.Email)), OrderNote: p.OrderNote,
		DeliveryInstruction: p.DeliveryInstruction, UnavailableItemNote: p.UnavailableItemNote, Cutlery: p.Cutlery,
		CreatedAt: now, UpdatedAt: now,
	}}
	w.PriceRows.V, w.Address.V = q.Rows, *p.Address
	if p.Type == TakeAway {
		w.Address.V = Address{Name: p.Address.Name, Phone: p.Address.Phone, Email: p.Address.Email}
	}
	if !p.ScheduleAt.IsZero() {
		at := p.ScheduleAt.UnixMilli()
		w.ScheduleAt, w.Status = &at, Scheduled
	}
	for i, l := range q.Lines {
		w.Lines = append(w.Lines, placedLine(l, q.priced.Lines[i].Tax))
	}
	w.Moves = []Move{{Status: w.Status, Actor: ByShopper, At: now}}
	return w
}

func placedLine(l cart.Line, tax money.Amount) Line {
	line := Line{
		ItemID: l.Item.ID, Variation: l.Pool().Variation, Name: l.Item.Name, Options: l.Summary(), Note: l.Note, Quantity: l.Quantity,
		UnitPrice: l.Priced.Unit, Discount: l.Priced.Discount, Tax: tax, Total: l.Priced.Taxable,
	}
	if pictures := l.Item.Pictures.V; len(pictures) > 0 {
		line.Picture = pictures[0]
	}
	return line
}

// keep writes all rows of the order but its stock, and empties the cart it came
// from, if it came from one (CHK-06).
func (p *placing) keep(ctx context.Context, tx *db.Tx, w OrderDetails, q Quote) error {
	if err := insert(ctx, tx, w, p.origin()); err != nil {
		return err
	}
	if err := ledger.Post(ctx, tx, ledger.OrderPlaced, w.ID, q.now, owed(w.Order)); err != nil {
		return err
	}
	if w.Status == Scheduled {
		if err := p.release(ctx, tx, w.ID, p.ScheduleAt.Add(-q.lead())); err != nil {
			return err
		}
	}
	if p.Source == FromCart {
		return cart.Empty(ctx, tx, q.CartID)
	}
	return nil
}

// owed is who earns what of the order's total.
func owed(o Order) []ledger.Entry {
	goods := o.Subtotal - o.Discount
	if o.TaxIncluded {
		goods -= o.Tax
	}
	return []ledger.Entry{
		{Account: ledger.Receivable, Amount: o.Total},
		{Account: ledger.Store(o.StoreID), Amount: -goods},
		{Account: ledger.Tax, Amount: -o.Tax},
		{Account: ledger.Delivery, Amount: -o.DeliveryCharge},
		{Account: ledger.Charges, Amount: -o.AdditionalCharge - o.ExtraPackaging},
		{Account: ledger.Tips, Amount: -o.Tip},
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

// announce says after the commit which stock changed, and whose orders.
func (s *Service) announce(tx *db.Tx, itemIDs []int64, keys ...string) {
	tx.AfterCommit(func() {
		if len(itemIDs) > 0 {
			s.StockListener.StockChanged(itemIDs)
		}
		s.hints.changed(keys...)
	})
}

// again answers an order that a key placed before.
func (s *Service) again(ctx context.Context, id int64, err error) (OrderDetails, error) {
	if err != nil {
		return OrderDetails{}, err
	}
	return whole(ctx, s.DB.R, id)
}

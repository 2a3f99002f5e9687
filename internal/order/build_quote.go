package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/zone"
)

// quoteDeps is what buildQuote needs that it does not read with its own queries.
type quoteDeps struct {
	now          time.Time
	settings     setting.Settings
	gateways     []purchase.Gateway
	zone         func(ctx context.Context, id int64) (zone.Zone, error)
	distance     func(ctx context.Context, from, to geo.Point) (maps.Distance, error)
	zonesAt      func(ctx context.Context, at geo.Point) ([]zone.Zone, error)
	signDistance func(from, to geo.Point, d maps.Distance, now time.Time) string
}

func (o quoteDeps) currency() money.Currency { return o.settings.Currency.Money() }

// buildQuote reads everything that an order depends on, checks it and prices it. Quote
// and Place both call it.
func buildQuote(ctx context.Context, q db.Q, r Request, o quoteDeps) (Quote, error) {
	quote := Quote{now: o.now}
	read := quote.readItems
	if r.Source == FromParcel {
		read = quote.readParcel
	}
	complete, err := read(ctx, q, r, o)
	if err != nil || !complete {
		return quote, err
	}
	if quote.Terms, err = purchase.Offer(ctx, q, r.asked(), quote.Total, o.settings, o.gateways, quote.problem); err != nil {
		return quote, err
	}
	quote.checkPayer(r)
	quote.Rows = pricing.WithWallet(quote.Rows, quote.Total, quote.WalletPart)
	quote.Digest = quote.digest(r)
	if quote.Measured {
		quote.Digest += "." + o.signDistance(quote.from, quote.point, quote.Distance, o.now)
	}
	return quote, nil
}

// readItems reads the cart, or what else of a store is bought, checks it and prices it.
// It returns false if there is nothing to buy.
func (q *Quote) readItems(ctx context.Context, tx db.Q, r Request, o quoteDeps) (complete bool, err error) {
	if q.Contents, err = contents(ctx, tx, r, o.now); err != nil {
		return false, err
	}
	if len(q.Lines) == 0 {
		q.problem(CartEmpty, "", "Your cart is empty")
		return false, nil
	}
	q.lineProblems()
	if err := q.checkPrescription(ctx, tx, r); err != nil {
		return false, err
	}
	if err := q.checkAndPrice(ctx, tx, r, o); err != nil {
		return false, err
	}
	if minimum := q.Store.MinimumOrder; q.Subtotal < minimum {
		q.problem(BelowMinimum, "", "The minimum order of %s is %s. Please add items for %s more.",
			q.Store.Name, o.currency().Format(minimum), o.currency().Format(minimum-q.Subtotal))
	}
	return true, nil
}

// checkAndPrice checks the time and the address of the order, and prices it.
func (q *Quote) checkAndPrice(ctx context.Context, tx db.Q, r Request, o quoteDeps) error {
	q.checkTime(r)
	delivery, err := q.planDelivery(ctx, r, o)
	if err != nil {
		return err
	}
	in := q.pricingInput(r, o.settings.Checkout, delivery)
	q.setPriced(pricing.Price(in))
	return q.applyCoupon(ctx, tx, r, in, o)
}

// contents reads what is bought, for the time it is bought for.
func contents(ctx context.Context, q db.Q, r Request, now time.Time) (cart.Contents, error) {
	when := cart.When{Now: now, For: now}
	if !r.ScheduleAt.IsZero() {
		when.For = r.ScheduleAt
	}
	switch r.Source {
	case BuyNow:
		return cart.BuyNow(ctx, q, r.Line, when)
	case FromCampaign:
		return cart.OfCampaign(ctx, q, r.Line, when)
	}
	return cart.Read(ctx, q, r.ShopperID, r.ModuleID, when)
}

// checkTime checks whether the store can deliver at the time (H7). Items that are not
// sold then are problems of their lines.
func (q *Quote) checkTime(r Request) {
	takesNow := takesNow(&q.Store, q.now)
	q.NowAllowed = takesNow && q.SoldAt(q.now)
	if !r.ScheduleAt.IsZero() {
		if !hasSlot(&q.Store, r.ScheduleAt, q.now) {
			q.problem(SlotUnavailable, "schedule_at", "This time is no longer available. Please choose another.")
		}
		return
	}
	switch {
	case takesNow:
	case q.Store.OpenAt(q.now).Open:
		q.problem(NowTooLate, "schedule_at", "%s takes no more orders before it closes.", q.Store.Name)
	default:
		q.problem(StoreClosed, "schedule_at", "%s is closed now.", q.Store.Name)
	}
}

// takesNow reports whether a store takes an order that begins at once (H4).
func takesNow(s *catalog.Store, now time.Time) bool {
	return s.Active && s.Schedule.V.TakesNow(now, lead(s), s.Location())
}

// hasSlot reports whether a store takes an order for a time (H3).
func hasSlot(s *catalog.Store, at, now time.Time) bool {
	return s.Active && s.ScheduleOrder && s.Schedule.V.HasSlot(at, now, lead(s), s.Location())
}

// lead is how long a store needs before the first slot (D27).
func lead(s *catalog.Store) time.Duration { return time.Duration(s.PreparationMinutes) * time.Minute }

// offerSlots lists the slots of the store in which all items are sold. Placing does not
// need the list, so it is made only for a quote that is shown.
func (q *Quote) offerSlots() {
	q.Slots = []time.Time{}
	if !q.Store.Active || !q.Store.ScheduleOrder {
		return
	}
	for _, at := range q.Store.Schedule.V.Slots(q.now, lead(&q.Store), q.Store.Location()) {
		if q.SoldAt(at) {
			q.Slots = append(q.Slots, at)
		}
	}
}

// planDelivery checks whether the order can be delivered and returns what decides the
// fee. Zone and tariff are those of the store, not of the request (D22).
func (q *Quote) planDelivery(ctx context.Context, r Request, o quoteDeps) (pricing.Delivery, error) {
	if r.Type == TakeAway {
		if !q.Store.TakeAway {
			q.problem(TypeNotOffered, "order_type", "%s has no take-away.", q.Store.Name)
		}
		return pricing.Delivery{}, nil
	}
	if !q.Store.Delivery {
		q.problem(TypeNotOffered, "order_type", "%s does not deliver.", q.Store.Name)
	}
	home, err := o.zone(ctx, q.Store.ZoneID)
	if err != nil {
		return pricing.Delivery{}, fmt.Errorf("read the store's zone: %w", err)
	}
	tariff, served := home.Tariffs[q.Store.ModuleID]
	delivery := pricing.Delivery{
		PerKm: tariff.PerKm, Min: tariff.Minimum, Max: tariff.Maximum, Surge: tariff.Surge,
		FreeOver: o.settings.Checkout.FreeDeliveryOver, FreeForAll: o.settings.Checkout.FreeDeliveryForAll, StoreDelivers: q.Store.DeliversItself(),
	}
	// Without a tariff the fee is unknown, too: it must not be zero.
	delivery.Unknown = !served || !delivery.AlwaysFree()
	if r.Address == nil {
		q.problem(AddressMissing, "address", "Please add your delivery address")
		return delivery, nil
	}
	// The pin decides, never the text (Z1, Z5).
	q.point = r.Address.Point
	if !served || !home.Active || !home.Outline.Contains(q.point) {
		q.problem(OutOfZone, "address", "%s does not deliver to this address.", q.Store.Name)
		return delivery, nil
	}
	q.from = geo.Point{Lat: q.Store.Latitude, Lng: q.Store.Longitude}
	q.Distance, err = o.distance(ctx, q.from, q.point)
	q.Measured = err == nil
	delivery.Metres, delivery.Unknown = q.Distance.Metres, false
	return delivery, err
}

// pricingInput returns what the price depends on, except for a coupon.
func (q *Quote) pricingInput(r Request, rules setting.Checkout, delivery pricing.Delivery) pricing.Input {
	return pricing.Input{
		OrderType: pricing.OrderType(r.Type), Lines: q.PricingLines(), Store: q.Store.DiscountAt(q.now),
		TaxRate: q.Store.TaxRate, TaxIncluded: rules.TaxIncluded, Delivery: delivery,
		AdditionalCharge: amountIf(rules.AdditionalCharge, rules.AdditionalChargeSum), AdditionalName: rules.AdditionalChargeName,
		ExtraPackaging: amountIf(rules.ExtraPackaging && r.ExtraPackaging, rules.ExtraPackagingSum),
		Tip:            amountIf(rules.RiderTips, r.Tip),
	}
}

// setPriced sets the amounts and rows.
func (q *Quote) setPriced(priced pricing.Quote) {
	q.priced = priced
	q.Totals = q.priced.Totals
	q.Rows = pricing.Rows(q.Totals)
}

// amountIf returns the amount if it is switched on, else 0 (PRC-08).
func amountIf(on bool, amount money.Amount) money.Amount {
	if on {
		return amount
	}
	return 0
}

// errStoreMoved says that the store has moved since the distance was measured.
var errStoreMoved = errs.New(errs.Conflict, "The store has moved. Please try again.")

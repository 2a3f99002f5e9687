package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/parcel"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/zone"
)

// ParcelRequest is what is sent, to whom, and who pays. The address of the request is the
// sender's.
type ParcelRequest struct {
	CategoryID int64        // 0: not chosen yet
	Quantity   int64        // packages
	Payer      parcel.Payer // "": the sender
	Receiver   *Address     // nil: not given yet
}

// The codes of problems of parcels.
const (
	CategoryMissing = "category_missing" // none is chosen, or it is no longer offered
	QuantityLimit   = "quantity_limit"
	ReceiverMissing = "receiver_missing"
	ReceiverZone    = "receiver_out_of_zone" // Z1, Z2
	PayerRefused    = "payer_not_offered"
)

// readParcel checks what is sent and where, and prices it. It returns false if there is
// nothing to price yet.
func (q *Quote) readParcel(ctx context.Context, tx db.Q, r Request, o quoteDeps) (complete bool, err error) {
	category, found, err := parcel.Find(ctx, tx, r.ModuleID, r.Parcel.CategoryID)
	if err != nil {
		return false, err
	}
	if !found {
		q.problem(CategoryMissing, "parcel_category_id", "Please choose what you send.")
		return false, nil
	}
	if r.Parcel.Quantity < 1 || r.Parcel.Quantity > category.MaximumQuantity {
		q.problem(QuantityLimit, "parcel_quantity", "You can send 1 to %d of these at once.", category.MaximumQuantity)
		return false, nil
	}
	home, err := q.planWay(ctx, r, o)
	if err != nil || home.ID == 0 { // without a zone there are no times either
		return false, err
	}
	q.Store = parcel.Carrier(catalog.Module{ID: r.ModuleID}, home, o.settings.Parcel, q.Distance.Metres)
	q.Packages = parcel.Packages{CategoryID: category.ID, Category: category.Name, Picture: category.Picture, Quantity: r.Parcel.Quantity, Payer: r.payer()}
	q.CategorySlug = category.Slug
	q.checkTime(r)
	if !q.Measured {
		return false, nil
	}
	charge := category.Carriage(r.Parcel.Quantity, q.Distance.Metres, home.Tariffs[r.ModuleID].Surge).Charge()
	in := q.pricingInput(r, o.settings.Checkout, pricing.Delivery{})
	in.Lines, in.Parcel, in.ExtraPackaging = []pricing.Line{charge.Line()}, charge, 0
	q.setPriced(pricing.Price(in))
	return true, q.applyCoupon(ctx, tx, r, in, o)
}

// planWay checks both ends of the way and measures it. The zone of the sender, which it
// returns, decides tariff, time and riders (D22); the receiver's must be served too.
func (q *Quote) planWay(ctx context.Context, r Request, o quoteDeps) (home zone.Zone, err error) {
	home, sent, err := q.servedAt(ctx, r, o, r.Address)
	if err != nil {
		return home, err
	}
	_, received, err := q.servedAt(ctx, r, o, r.Parcel.Receiver)
	if err != nil {
		return home, err
	}
	switch {
	case r.Address == nil:
		q.problem(AddressMissing, "address", "%s", addressMissing[Parcel])
	case !sent:
		q.problem(OutOfZone, "address", "Parcels are not picked up at this address.")
	}
	switch {
	case r.Parcel.Receiver == nil:
		q.problem(ReceiverMissing, "receiver", receiverMissing)
	case !received:
		q.problem(ReceiverZone, "receiver", "Parcels are not brought to this address.")
	}
	if !sent || !received {
		return home, nil
	}
	q.from, q.point = r.Address.Point, r.Parcel.Receiver.Point
	q.Distance, err = o.distance(ctx, q.from, q.point)
	q.Measured = err == nil
	return home, err
}

// servedAt returns the zone whose riders carry parcels of the module at an address; false:
// none, or no address is given.
func (q *Quote) servedAt(ctx context.Context, r Request, o quoteDeps, a *Address) (zone.Zone, bool, error) {
	if a == nil {
		return zone.Zone{}, false, nil
	}
	all, err := o.zonesAt(ctx, a.Point)
	if err != nil {
		return zone.Zone{}, false, fmt.Errorf("find the zones of an address: %w", err)
	}
	at := slices.IndexFunc(all, func(z zone.Zone) bool { return z.Has(r.ModuleID) })
	if at < 0 {
		return zone.Zone{}, false, nil
	}
	return all[at], true, nil
}

// payer is who pays; without a word the sender, also of what is not a parcel.
func (r Request) payer() parcel.Payer {
	if r.Parcel != nil && r.Parcel.Payer == parcel.Receiver {
		return parcel.Receiver
	}
	return parcel.Sender
}

// checkPayer restricts what the receiver pays to cash at the door.
func (q *Quote) checkPayer(r Request) {
	if r.payer() != parcel.Receiver {
		return
	}
	cash := slices.Contains(q.PaymentMethods, purchase.CashOnDelivery)
	q.PaymentMethods, q.Gateways, q.OfflineMethods = []string{}, nil, nil
	if !cash {
		q.problem(PayerRefused, "charge_payer", "The receiver can pay in cash only, which is not possible here.")
		return
	}
	q.PaymentMethods = []string{purchase.CashOnDelivery}
	if r.UseWallet || r.PaymentMethod != "" && r.PaymentMethod != purchase.CashOnDelivery {
		q.problem(purchase.PaymentNotOffered, "payment_method", "What the receiver pays is paid in cash at the door.")
	}
}

// agreedParcel is what the digest covers of a parcel.
type agreedParcel struct {
	From     geo.Point
	Packages parcel.Packages
}

func (q Quote) agreedParcel() *agreedParcel {
	if q.Packages == (parcel.Packages{}) {
		return nil
	}
	return &agreedParcel{geo.Round5(q.from), q.Packages}
}

const receiverMissing = "Please say where the parcel goes."

// receiver checks who gets a parcel, and returns their address with the phone as E.164.
func (r Request) receiver(country string) (to Address, problems errs.List) {
	if r.Parcel == nil {
		return to, nil
	}
	if r.Parcel.Receiver == nil {
		return to, errs.List{invalid("receiver", receiverMissing)}
	}
	to = *r.Parcel.Receiver
	if strings.TrimSpace(to.Address) == "" {
		problems.Add(invalid("receiver.address", "Address is required"))
	}
	phone, wrong := purchase.Contact{Name: to.Name, Phone: to.Phone, Email: to.Email}.Check(country, "receiver.")
	to.Phone = phone
	return to, append(problems, wrong...)
}

// carrier returns what stands in the place of the store of a parcel.
func (s *Service) carrier(ctx context.Context, m catalog.Module, zoneID, metres int64) (catalog.Store, error) {
	home, err := s.Zones.ByID(ctx, zoneID)
	if err != nil {
		return catalog.Store{}, fmt.Errorf("read the zone of a parcel: %w", err)
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return catalog.Store{}, fmt.Errorf("read settings: %w", err)
	}
	return parcel.Carrier(m, home, settings.Parcel, metres), nil
}

// carrierTimes are the storeTimes of a parcel, which is picked up at its sender's.
func (s *Service) carrierTimes(ctx context.Context, o Order) (storeTimes, error) {
	carrier, err := s.carrier(ctx, catalog.Module{}, o.ZoneID, o.DistanceMetres)
	if err != nil {
		return storeTimes{}, err
	}
	t := timesOf(carrier)
	t.Latitude, t.Longitude = o.Address.V.Point.Lat, o.Address.V.Point.Lng
	return t, nil
}

// expectedParcel returns when a parcel should arrive, as a range. It counts from the last
// thing that is known: the time that it was placed for, that it has a rider, or the pickup.
func (t storeTimes) expectedParcel(w OrderDetails) (from, to time.Time) {
	begin, first, last := w.DueAt(), t.DeliveryTimeMin, t.DeliveryTimeMax
	if w.RiderID != nil {
		begin = time.UnixMilli(w.EnteredAt())
	}
	if w.Status == PickedUp { // only the way is left
		first, last = first-t.PreparationMinutes, last-t.PreparationMinutes
	}
	in := func(minutes int64) time.Time { return begin.Add(time.Duration(minutes) * time.Minute) }
	return in(first), in(last)
}

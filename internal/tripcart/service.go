package tripcart

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// Maps measures a trip.
type Maps interface {
	Distance(ctx context.Context, from, to geo.Point, mode maps.Mode) maps.Distance
}

// Service changes trip carts. Every change is checked and returns the whole cart. Safe for
// concurrent use.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Zones    *zone.Service
	Maps     Maps
}

// Wanted is what a request says of the trip. What is nil stays as it is in the cart.
type Wanted struct {
	Type        *pricing.TripType
	Hours       *int64
	Pickup      *Place
	Destination *Place
	PickupTime  *string // as PickupLayout, in the time zone of the owner; "": now
}

// PickupLayout is how a pickup time is written (RNT-15).
const PickupLayout = "2006-01-02 3:04 PM"

// NewLine is a vehicle to be added.
type NewLine struct {
	VehicleID int64
	Quantity  int64
	Trip      Wanted
	Clear     bool // the shopper agreed to empty the cart first
	// Shown is what an hour or a kilometre of it costs on the shopper's screen; 0: unknown. It
	// is only compared, never used (C5).
	Shown money.Amount
}

// Read returns the cart of a shopper.
func (s *Service) Read(ctx context.Context, shopperID, moduleID int64) (Cart, error) {
	return s.read(ctx, s.DB.R, shopperID, moduleID)
}

func (s *Service) read(ctx context.Context, q db.Q, shopperID, moduleID int64) (Cart, error) {
	c, err := readBare(ctx, q, shopperID, moduleID)
	if err != nil || c.ID == 0 {
		return Cart{}, err
	}
	return s.price(ctx, c)
}

// readBare reads a cart without prices; its ID is 0 if there is none.
func readBare(ctx context.Context, q db.Q, shopperID, moduleID int64) (Cart, error) {
	r, err := find(ctx, q, shopperID, moduleID)
	if err != nil || r.ID == 0 {
		return Cart{}, err
	}
	all, err := lines(ctx, q, r.ID)
	return Cart{ID: r.ID, Trip: r.trip(), Lines: all}, err
}

// price sets the prices of a cart: those of now (C3).
func (s *Service) price(ctx context.Context, c Cart) (Cart, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return c, fmt.Errorf("read settings: %w", err)
	}
	return c.priced(s.Clock.Now(), settings), nil
}

// priced is the cart with the prices of a time.
func (c Cart) priced(now time.Time, settings setting.Settings) Cart {
	if !c.Trip.PickupAt.After(now) {
		c.Trip.PickupAt = time.Time{}
	}
	if len(c.Lines) == 0 {
		return c
	}
	c.Owner = c.Lines[0].Vehicle.Owner
	c.Quote = pricing.Price(c.Input(now, settings))
	for n := range c.Lines {
		l := &c.Lines[n]
		l.Price, l.Rate = c.Quote.Lines[n], l.Vehicle.RateAt(c.Trip.Type, now)
		l.Rose = l.AddedRate != nil && l.Rate > *l.AddedRate
	}
	return c
}

// Input is what the price of a cart that is not empty depends on, at a time. A quote adds only
// the coupon.
func (c Cart) Input(now time.Time, settings setting.Settings) pricing.Input {
	in := pricing.Input{OrderType: pricing.Rental, Store: c.Owner.DiscountAt(now), TaxRate: c.Owner.TaxRate, TaxIncluded: settings.Checkout.TaxIncluded}
	for _, l := range c.Lines {
		in.Lines = append(in.Lines, pricing.TripLine(l.Vehicle.Rates(), c.Trip.priced(), l.Quantity, l.Vehicle.OwnDiscount()))
		if settings.Rental.Deposits {
			in.Deposit += l.Vehicle.Deposit.MulRatio(l.Quantity, 1)
		}
	}
	if rules := settings.Checkout; rules.AdditionalCharge {
		in.AdditionalCharge, in.AdditionalName = rules.AdditionalChargeSum, rules.AdditionalChargeName
	}
	return in
}

// ReadAt reads the cart of a shopper with the prices of a time, such as in a transaction
// that places the trip.
func ReadAt(ctx context.Context, q db.Q, shopperID, moduleID int64, now time.Time, settings setting.Settings) (Cart, error) {
	c, err := readBare(ctx, q, shopperID, moduleID)
	return c.priced(now, settings), err
}

// Lock locks the cart of a shopper until the transaction ends, so that nothing is added
// meanwhile.
func Lock(ctx context.Context, tx *db.Tx, shopperID, moduleID int64, at time.Time) error {
	_, err := lock(ctx, tx, shopperID, moduleID, at)
	return err
}

// Empty deletes a cart whose trip was placed.
func Empty(ctx context.Context, tx *db.Tx, cartID int64) error { return deleteCart(ctx, tx, cartID) }

// Add puts a vehicle into the cart, or adds to its line. A cart of another provider, type
// of trip or duration is refused with a code of its own: the shopper is asked first
// (RNT-06). Of the trip, places and time are those that were said last.
func (s *Service) Add(ctx context.Context, shopperID, moduleID int64, n NewLine) (Cart, error) {
	return planAgain(func() (Cart, error) { return s.addOnce(ctx, shopperID, moduleID, n) })
}

func (s *Service) addOnce(ctx context.Context, shopperID, moduleID int64, n NewLine) (Cart, error) {
	v, err := s.vehicle(ctx, n.VehicleID, moduleID)
	if err != nil {
		return Cart{}, err
	}
	known, err := find(ctx, s.DB.R, shopperID, moduleID)
	if err != nil {
		return Cart{}, err
	}
	was := known.trip()
	if n.Clear {
		known = known.emptied(n.Trip)
	}
	trip, err := s.plan(ctx, known, n.Trip, v.Owner)
	if err != nil {
		return Cart{}, err
	}
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, now time.Time) error {
		r, err := create(ctx, tx, shopperID, moduleID, trip, now)
		if err != nil {
			return err
		}
		if locked := r.trip(); !locked.equal(was) && !locked.equal(trip) {
			return errTripChanged
		}
		// A guest who has since signed in must not add a line that nobody would see.
		if err := shopper.CheckActive(ctx, tx, shopperID); err != nil {
			return err
		}
		stored, err := lines(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if n.Clear && len(stored) > 0 {
			if _, err := deleteLines(ctx, tx, r.ID, lineIDs(stored)); err != nil {
				return err
			}
			stored = nil
		}
		if err := checkFits(r.trip(), stored, trip, v); err != nil {
			return err
		}
		line := lineOf(stored, v)
		quantity, err := sumOf(stored, line, n.Quantity)
		if err != nil {
			return err
		}
		if err := setTrip(ctx, tx, r.ID, trip); err != nil {
			return err
		}
		return setLine(ctx, tx, r.ID, v.ID, quantity, new(line.agreedRate(trip.Type, n.Shown, now)))
	})
}

// lineOf returns the line of a vehicle, or an empty one.
func lineOf(stored []Line, v *vehicle.Vehicle) Line {
	if at := slices.IndexFunc(stored, func(l Line) bool { return l.Vehicle.ID == v.ID }); at >= 0 {
		return stored[at]
	}
	return Line{Vehicle: v}
}

// checkFits refuses a vehicle or a trip that the lines of the cart do not allow (RNT-06).
func checkFits(of Trip, stored []Line, wanted Trip, v *vehicle.Vehicle) error {
	if !v.Rates().Offers(wanted.Type) {
		return notOffered(wanted.Type)
	}
	switch {
	case len(stored) == 0:
		return nil
	case stored[0].Vehicle.ProviderID != v.ProviderID:
		return errs.New(errs.OtherProvider, "Your trip has vehicles of %s. Empty it to rent from %s.", stored[0].Vehicle.Owner.Name, v.Owner.Name)
	case of.Type != wanted.Type:
		return errs.New(errs.OtherTripType, "Your trip is charged in another way. Change it to add this vehicle.").On("rental_type")
	case of.Type == pricing.Hourly && of.Hours != wanted.Hours:
		return errs.New(errs.OtherDuration, "Your trip lasts %d h. Change it to add this vehicle.", of.Hours).On("estimated_hours")
	}
	return nil
}

func notOffered(t pricing.TripType) error {
	if t == pricing.Hourly {
		return errs.New(errs.Invalid, "This vehicle is not rented by the hour.").On("rental_type")
	}
	return errs.New(errs.Invalid, "This vehicle is not rented by distance.").On("rental_type")
}

// sumOf returns how many vehicles the line would have (RNT-07, D15).
func sumOf(stored []Line, l Line, more int64) (int64, error) {
	if l.Quantity == 0 && len(stored) >= MaxLines {
		return 0, errs.New(errs.Invalid, "Your trip is full. It holds %d different vehicles.", MaxLines)
	}
	if l.Quantity > 0 && l.Quantity+more > l.Vehicle.Units {
		return 0, errs.New(errs.OutOfStock, "Vehicle can have up to %d rental options; no more can be added", l.Vehicle.Units).On("quantity")
	}
	return l.Quantity + more, checkQuantity(l.Vehicle, more)
}

func checkQuantity(v *vehicle.Vehicle, quantity int64) error {
	if quantity > v.Units {
		return errs.New(errs.OutOfStock, "You can't add more than %d quantities of this vehicle.", v.Units).On("quantity")
	}
	return nil
}

// Update changes the quantity of a line, and the trip of the whole cart. While its type
// stays, lines that are no longer rented that way prevent nothing: the quote says it.
func (s *Service) Update(ctx context.Context, shopperID, moduleID, lineID, quantity int64, w Wanted) (Cart, error) {
	now := s.Clock.Now()
	return s.changeTrip(ctx, shopperID, moduleID, w, func(tx *db.Tx, r row, stored []Line, wanted Trip) error {
		if r.TripType != wanted.Type {
			if err := checkOffered(stored, wanted.Type); err != nil {
				return err
			}
		}
		at := slices.IndexFunc(stored, func(l Line) bool { return l.ID == lineID })
		if at < 0 {
			return errGone
		}
		l := stored[at]
		if err := checkQuantity(l.Vehicle, quantity); err != nil {
			return err
		}
		return setLine(ctx, tx, r.ID, l.Vehicle.ID, quantity, new(l.agreedRate(r.TripType, 0, now)))
	})
}

var errGone = errs.New(errs.NotFound, "This vehicle is no longer in your trip.").On("cart_id")

// ChangeTrip changes the trip of a cart. Lines that are not rented that way are returned
// as a *ConflictError, and nothing changes (RNT-06).
func (s *Service) ChangeTrip(ctx context.Context, shopperID, moduleID, cartID int64, w Wanted) (Cart, error) {
	return s.changeTrip(ctx, shopperID, moduleID, w, func(_ *db.Tx, r row, stored []Line, wanted Trip) error {
		if r.ID != cartID {
			return errs.New(errs.NotFound, "This trip was not found.")
		}
		return checkOffered(stored, wanted.Type)
	})
}

// checkOffered returns the lines that are not rented by a type of trip as a *ConflictError.
func checkOffered(stored []Line, t pricing.TripType) error {
	var conflicts []Line
	for _, l := range stored {
		if !l.Vehicle.Rates().Offers(t) {
			conflicts = append(conflicts, l)
		}
	}
	if len(conflicts) > 0 {
		return &ConflictError{Lines: conflicts}
	}
	return nil
}

// changeTrip changes the trip of a cart with lines, and calls change in its transaction.
func (s *Service) changeTrip(ctx context.Context, shopperID, moduleID int64, w Wanted, change tripChange) (Cart, error) {
	return planAgain(func() (Cart, error) { return s.changeTripOnce(ctx, shopperID, moduleID, w, change) })
}

// tripChange is the other part of a change of the trip.
type tripChange func(tx *db.Tx, r row, stored []Line, wanted Trip) error

func (s *Service) changeTripOnce(ctx context.Context, shopperID, moduleID int64, w Wanted, change tripChange) (Cart, error) {
	known, err := s.Read(ctx, shopperID, moduleID)
	if err != nil {
		return Cart{}, err
	}
	if len(known.Lines) == 0 {
		return Cart{}, errGone
	}
	r, err := find(ctx, s.DB.R, shopperID, moduleID)
	if err != nil {
		return Cart{}, err
	}
	was := r.trip()
	trip, err := s.plan(ctx, r, w, known.Owner)
	if err != nil {
		return Cart{}, err
	}
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, now time.Time) error {
		r, err := lock(ctx, tx, shopperID, moduleID, now)
		if err != nil {
			return err
		}
		if !r.trip().equal(was) {
			return errTripChanged
		}
		stored, err := lines(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if err := change(tx, r, stored, trip); err != nil {
			return err
		}
		if r.TripType != trip.Type {
			if err := setRates(ctx, tx, stored, trip.Type, now); err != nil {
				return err
			}
		}
		return setTrip(ctx, tx, r.ID, trip)
	})
}

// Remove deletes lines. The last one takes the cart with it (RNT-07).
func (s *Service) Remove(ctx context.Context, shopperID, moduleID int64, ids []int64) (Cart, error) {
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, now time.Time) error {
		r, err := lock(ctx, tx, shopperID, moduleID, now)
		if err != nil {
			return err
		}
		n, err := deleteLines(ctx, tx, r.ID, ids)
		if err != nil {
			return err
		}
		if n == 0 {
			return errGone
		}
		left, err := lines(ctx, tx, r.ID)
		if err != nil || len(left) > 0 {
			return err
		}
		return deleteCart(ctx, tx, r.ID)
	})
}

// Clear deletes the cart.
func (s *Service) Clear(ctx context.Context, shopperID, moduleID int64) (Cart, error) {
	return s.change(ctx, shopperID, moduleID, func(tx *db.Tx, now time.Time) error {
		r, err := lock(ctx, tx, shopperID, moduleID, now)
		if err != nil || r.ID == 0 {
			return err
		}
		return deleteCart(ctx, tx, r.ID)
	})
}

// change runs a change in a transaction and returns the cart after it.
func (s *Service) change(ctx context.Context, shopperID, moduleID int64, change func(tx *db.Tx, now time.Time) error) (c Cart, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := change(tx, s.Clock.Now()); err != nil {
			return err
		}
		c, err = s.read(ctx, tx, shopperID, moduleID)
		return err
	})
	return c, err
}

func lineIDs(all []Line) []int64 {
	ids := make([]int64, len(all))
	for n, l := range all {
		ids[n] = l.ID
	}
	return ids
}

// vehicle reads a vehicle of a module, which is to be rented.
func (s *Service) vehicle(ctx context.Context, id, moduleID int64) (*vehicle.Vehicle, error) {
	found, err := vehicle.Read(ctx, s.DB.R, []int64{id})
	if err != nil {
		return nil, err
	}
	if v := found[id]; v == nil || v.Archived || v.Owner.Archived {
		return nil, errs.New(errs.NotFound, "This vehicle was not found.").On("vehicle_id")
	}
	if found[id].ModuleID != moduleID {
		return nil, errs.New(errs.Invalid, "This vehicle belongs to another module.").On("vehicle_id")
	}
	return found[id], nil
}

// Package tripcart is what a shopper wants to rent: a trip, and the vehicles for it. A
// trip cart is of one provider and one type of trip (RNT-06). Every instance reads it from
// the database, with the vehicles as they are now.
package tripcart

import (
	"time"

	"hawker/internal/booking"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/vehicle"
)

// Place is where a trip begins or ends, as the shopper chose it. The zero Place is none.
type Place struct {
	Name  string    `json:"name,omitempty"`
	Point geo.Point `json:"point,omitzero"`
}

// Trip is what all vehicles of a cart are rented for (RNT-15).
type Trip struct {
	Type        pricing.TripType
	Hours       int64 // of an hourly trip: whole, at least 1 (D2)
	Pickup      Place
	Destination Place
	PickupAt    time.Time // zero: now

	// Measured by the server, from pickup to destination (C5).
	Route maps.Distance
}

// priced is the trip as pricing takes it.
func (t Trip) priced() pricing.Trip {
	return pricing.Trip{Type: t.Type, Hours: t.Hours, Metres: t.Route.Metres}
}

// Span is when the vehicles are out, if the trip is placed now. A trip by distance lasts as
// long as its route, and at least an hour. It begins and ends at whole minutes, as people
// read and choose times.
func (t Trip) Span(now time.Time) booking.Period {
	from, length := wholeMinute(now), max(t.Route.Duration, time.Hour)
	if t.PickupAt.After(now) {
		from = t.PickupAt
	}
	if t.Type == pricing.Hourly {
		length = time.Duration(t.Hours) * time.Hour
	}
	return booking.Period{From: from, Until: wholeMinute(from.Add(length))}
}

// wholeMinute rounds a time up: rounded down, a trip of now would begin before a vehicle that
// has just come back is free.
func wholeMinute(at time.Time) time.Time {
	return at.Add(time.Minute - 1).Truncate(time.Minute)
}

// DestinationHours are the whole hours of the route, rounded down. They price nothing
// (RNT-08, D2).
func (t Trip) DestinationHours() int64 { return int64(t.Route.Duration / time.Hour) }

// Cart is a trip cart with its prices. Its Owner is nil while it is empty.
type Cart struct {
	ID    int64 // 0: the shopper has none
	Trip  Trip
	Owner *vehicle.Provider
	Lines []Line // in the order in which they were added
	Quote pricing.Quote
}

// Line is a vehicle of the cart.
type Line struct {
	ID       int64
	Quantity int64
	Vehicle  *vehicle.Vehicle
	Price    pricing.PricedLine

	// Rate is what an hour or a kilometre of one costs now, as the trip is charged. It does not
	// depend on how long or how far the trip is.
	Rate money.Amount
	// AddedRate is what Rate was when the vehicle was added, or the type of the trip changed, or
	// the rate on the shopper's screen if that was lower; nil: not known. Adding does not raise
	// it, unless the shopper had the higher rate on the screen (C3).
	AddedRate *money.Amount
	// Rose tells that the shopper must be shown that the rate has risen (CART-08).
	Rose bool
}

// agreedRate returns the AddedRate of a line that is changed. shown is the rate on the
// shopper's screen, 0 if it was not sent.
func (l Line) agreedRate(t pricing.TripType, shown money.Amount, now time.Time) money.Amount {
	rate := l.Vehicle.RateAt(t, now)
	switch {
	case shown >= rate:
		return rate
	case shown > 0: // it rose while it was on the screen
		rate = shown
	}
	if l.AddedRate != nil {
		rate = min(*l.AddedRate, rate)
	}
	return rate
}

// Quantity is how many vehicles the cart has.
func (c Cart) Quantity() (n int64) {
	for _, l := range c.Lines {
		n += l.Quantity
	}
	return n
}

// ConflictError says that lines of the cart are not rented by the type of trip that was
// asked for (RNT-06).
type ConflictError struct{ Lines []Line }

// Error implements error.
func (e *ConflictError) Error() string {
	return "Some vehicles of your trip are not rented this way."
}

// MaxLines is how many different vehicles a cart may have.
const MaxLines = 20

// The bounds of a trip.
const (
	MaxHours  = 24 * 365
	maxAhead  = 365 * 24 * time.Hour
	minMetres = 1000       // of a trip by distance
	maxMetres = 40_000_000 // once around the Earth
)

// check refuses a trip that cannot be, and makes a pickup in the past one of now
// (RNT-08).
func (t *Trip) check(now time.Time) error {
	var wrong errs.List
	switch t.Type {
	case pricing.Hourly:
		if t.Hours < 1 || t.Hours > MaxHours {
			wrong.Add(errs.New(errs.Invalid, "A rental lasts from 1 to %d hours.", MaxHours).On("estimated_hours"))
		}
	case pricing.ByDistance:
		t.Hours = 1
		if t.Destination == (Place{}) {
			wrong.Add(errs.New(errs.Invalid, "Please choose where the trip goes.").On("destination_location"))
		}
	default:
		wrong.Add(errs.New(errs.Invalid, "A trip is charged by the hour or by distance.").On("rental_type"))
	}
	if t.Pickup == (Place{}) {
		wrong.Add(errs.New(errs.Invalid, "Please choose where you pick the vehicle up.").On("pickup_location"))
	}
	if !t.PickupAt.After(now) {
		t.PickupAt = time.Time{}
	}
	if t.PickupAt.After(now.Add(maxAhead)) {
		wrong.Add(errs.New(errs.Invalid, "A pickup can be planned for one year ahead.").On("pickup_time"))
	}
	return wrong.Err()
}

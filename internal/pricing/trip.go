package pricing

import (
	"time"

	"hawker/internal/money"
)

// TripType is the documented rental_type: what a trip is charged by.
type TripType string

// The types of a trip.
const (
	Hourly     TripType = "hourly"
	ByDistance TripType = "distance_wise"
)

// Trip is what the price of a trip depends on, besides its vehicles.
type Trip struct {
	Type   TripType
	Hours  int64 // of an hourly trip, see RentalHours
	Metres int64 // of a trip by distance
}

// HasPrice reports whether it can be priced: one by distance cannot before it is measured.
func (t Trip) HasPrice() bool { return t.Type != ByDistance || t.Metres > 0 }

// Rates are what one vehicle costs. Zero: it is not rented that way.
type Rates struct {
	Hour money.Amount
	Km   money.Amount
}

// Per returns what an hour or a kilometre costs, by the type of trip.
func (r Rates) Per(t TripType) money.Amount {
	if t == ByDistance {
		return r.Km
	}
	return r.Hour
}

// Offers reports whether the vehicle is rented by this type of trip.
func (r Rates) Offers(t TripType) bool {
	return (t == Hourly || t == ByDistance) && r.Per(t) > 0
}

// Of returns what the trip costs with one vehicle, undiscounted: its rate times the hours
// or the kilometres, rounded once (RNT-09).
func (r Rates) Of(t Trip) money.Amount { return r.ofAll(t, 1) }

// ofAll returns what the trip costs with several vehicles.
func (r Rates) ofAll(t Trip, quantity int64) money.Amount {
	if t.Type == ByDistance {
		return r.Km.MulRatio(max(t.Metres, 0)*quantity, 1000)
	}
	return r.Hour.MulRatio(max(t.Hours, 0)*quantity, 1)
}

// From returns the lower rate of those that are offered, and its type: 'Start From'
// (RNT-02).
func (r Rates) From() (money.Amount, TripType) {
	if r.Hour == 0 || r.Km > 0 && r.Km < r.Hour {
		return r.Km, ByDistance
	}
	return r.Hour, Hourly
}

// TripLine returns the line of a vehicle in a trip, rounded once for all of them. A percentage
// counts for every hour or kilometre, an amount for every vehicle (RNT-09, PRC-07).
func TripLine(r Rates, t Trip, quantity int64, own Discount) Line {
	return Line{Base: r.Of(t), Exact: r.ofAll(t, quantity), Quantity: quantity, Discount: own}
}

// RentalHours returns the hours that a rental is charged for: whole, at least 1, rounded
// up (D2). They are elapsed hours, also when clocks change meanwhile (H8).
func RentalHours(elapsed time.Duration) int64 {
	return max(int64((elapsed+time.Hour-1)/time.Hour), 1)
}

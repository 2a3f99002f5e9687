// Package trip quotes and places trips, and moves them through their statuses (RNT-11).
//
// It owns trips, their lines and moves. Placing is one transaction that reads the trip
// cart again, books the vehicles and posts to the ledger. How a trip is paid is in package
// purchase, and which vehicles are out in package booking. The package knows no HTTP.
package trip

import (
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
)

// Trip is a trip as it was placed, with its present status.
type Trip struct {
	ID               int64
	ShopperID        int64
	ModuleID         int64
	ProviderID       int64
	ZoneID           int64 // the provider's
	Status           Status
	Type             pricing.TripType `db:"trip_type"`
	Hours            int64            // of an hourly trip
	Pickup           db.JSON[tripcart.Place]
	Destination      db.JSON[tripcart.Place]
	PickupAt         int64 // Unix milliseconds
	ReturnAt         int64 // as planned, Unix milliseconds
	DistanceMetres   int64 // of the route
	RouteSeconds     int64
	Straight         bool // no route was found: the distance is the straight line
	Subtotal         money.Amount
	Discount         money.Amount
	CouponCode       string // "": none
	CouponDiscount   money.Amount
	Tax              money.Amount
	TaxIncluded      bool
	TaxRate          *money.Rate // the provider's; nil: not known of older trips
	AdditionalCharge money.Amount
	Deposit          money.Amount           // a part of the total, given back after the return
	PriceRows        db.JSON[[]pricing.Row] // as agreed; Rows are what every screen shows
	purchase.Payment
	// The rules that its shopper agreed to, as in setting.TripRules; nil: not known of older
	// trips. Rules returns those that hold.
	FreeCancelHours, LateCancelPercent, LatePercent, LateGraceMinutes *int64

	ContactName     string
	ContactPhone    string // E.164 (D6)
	ContactEmail    string // folded; "": none
	TripNote        string
	CancelReason    string
	ExtensionHours  int64        // charged hours of its extensions
	ExtensionCharge money.Amount // for them, paid at the return
	ExtensionTax    money.Amount // inside of it
	LateHours       int64        // that the return was late
	LateCharge      money.Amount // for them, paid at the return
	LateTax         money.Amount // inside of it
	StartedAt       *int64       // when the vehicles were handed over, Unix milliseconds; nil: not yet
	ReturnedAt      *int64       // when they came back, Unix milliseconds; nil: not yet
	HourRate        money.Amount // the price of an hour of all vehicles whose lines have one
	RatedRent       money.Amount // what those cost, before discount
	CreatedAt       int64        // Unix milliseconds
	UpdatedAt       int64        // Unix milliseconds
}

// Line is a vehicle of a placed trip. It does not change when the catalogue does.
type Line struct {
	ID        int64
	VehicleID int64
	Name      string
	Picture   string // picture key
	Quantity  int64
	UnitPrice money.Amount // of one for the whole trip, before discount
	Discount  money.Amount // of all of them
	Coupon    money.Amount // the line's part of the coupon
	Tax       money.Amount
	Total     money.Amount  // of all of them, after discount and coupon
	HourRate  *money.Amount // of an hour of one when it was booked; nil: it had none, or not known of older trips
}

// Gross is what all of them cost before discount. A trip by distance is rounded once for all
// of them, so it may differ from the sum of the prices of one.
func (l Line) Gross() money.Amount { return l.Total + l.Discount + l.Coupon }

// Move is one status that a trip has been in.
type Move = purchase.Move[Status, Actor]

// Details is a trip with its lines and moves.
type Details struct {
	Trip
	Lines   []Line
	Moves   []Move
	Photos  []upload.Photo  // the oldest first
	Refunds []refund.Refund // the oldest first
}

// Status is the state of a trip.
type Status string

// The statuses.
const (
	Pending   Status = "pending"   // the provider has not confirmed it
	Confirmed Status = "confirmed" // the vehicles wait to be picked up
	Ongoing   Status = "ongoing"   // they are out
	Completed Status = "completed" // they are back
	Canceled  Status = "canceled"
	Refunded  Status = "refunded" // all that was paid was given back
)

// Actor is who moves a trip.
type Actor string

// The actors.
const (
	ByShopper Actor = "shopper"
	ByVendor  Actor = "vendor" // the provider
	ByAdmin   Actor = "admin"
	BySystem  Actor = "system"
)

// move is one move, from a status to another.
type move struct{ from, to Status }

// moves are all moves, and who may make them.
var moves = map[move][]Actor{
	{Pending, Confirmed}:  {ByVendor, ByAdmin},
	{Pending, Canceled}:   {ByShopper, ByVendor, ByAdmin, BySystem},
	{Confirmed, Ongoing}:  {ByVendor, ByAdmin},
	{Confirmed, Canceled}: {ByShopper, ByVendor, ByAdmin},
	{Ongoing, Completed}:  {ByVendor, ByAdmin},
	{Completed, Refunded}: {}, // nobody by itself: DecideRefund does it
}

// allStatuses are the steps of a trip's life, then its other ends.
var allStatuses = []Status{Pending, Confirmed, Ongoing, Completed, Refunded, Canceled}

// MayMove reports whether the actor may make the move.
func MayMove(from, to Status, by Actor) bool { return slices.Contains(moves[move{from, to}], by) }

// Legal reports whether a trip may move so; from "" it begins.
func Legal(from, to Status) bool {
	_, known := moves[move{from, to}]
	return known || from == "" && to == Pending
}

// NextMoves returns the statuses to which the actor may move the trip.
func (t Trip) NextMoves(by Actor) []Status {
	var next []Status
	for _, to := range allStatuses {
		if MayMove(t.Status, to, by) && (to != Confirmed || !t.AwaitsPayment()) {
			next = append(next, to)
		}
	}
	return next
}

// overStatuses are those of trips that are no longer under way, as a list in SQL.
const overStatuses = `('completed', 'canceled', 'refunded')`

// underWay and isOver are true in SQL for trips that are under way, and for the others. Indexes
// have the same conditions, which SQLite compares word by word.
const (
	underWay = `status NOT IN ` + overStatuses
	isOver   = `status IN ` + overStatuses
)

// Over reports whether the trip is no longer under way.
func (s Status) Over() bool { return s == Completed || s == Canceled || s == Refunded }

// Purchase is what package purchase must know about the trip.
func (t Trip) Purchase() purchase.Row {
	return purchase.Row{
		Kind: purchase.Trip, ID: t.ID, Payment: t.Payment, ShopperID: t.ShopperID, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt,
		Over: t.Status.Over(), ReturnsMoney: t.Status == Canceled || t.Status == Refunded, PayableUntil: min(t.ReturnAt, t.confirmableUntil()),
	}
}

// AwaitsPayment reports whether the provider waits for the trip's payment.
func (t Trip) AwaitsPayment() bool { return t.Purchase().AwaitsPayment() }

// CanCancel reports whether the shopper may cancel the trip.
func (t Trip) CanCancel() bool { return MayMove(t.Status, Canceled, ByShopper) }

// Rows are the price rows that every screen shows (M8): those that the shopper agreed to,
// and what the wallet has paid, what was charged and what was given back since.
func (t Trip) Rows() []pricing.Row {
	return t.end().Rows(pricing.WithWallet(t.PriceRows.V, t.Total, t.WalletPart))
}

// Rules returns the rules of the trip: those that its shopper agreed to. Today's hold for
// what an older trip has not kept.
func (t Trip) Rules(today setting.TripRules) setting.TripRules {
	rules := today
	for rule, agreed := range map[*int64]*int64{
		&rules.FreeCancelHours: t.FreeCancelHours, &rules.LateCancelPercent: t.LateCancelPercent,
		&rules.LatePercent: t.LatePercent, &rules.LateGraceMinutes: t.LateGraceMinutes,
	} {
		if agreed != nil {
			*rule = *agreed
		}
	}
	return rules
}

// GivenBack is what the shopper gets back of what they have paid, if they cancel at this
// time. All of it until the provider has confirmed, and until the free time before the
// pickup begins; then the deposit, and the part of the rest that the trip's rules say.
func (t Trip) GivenBack(at time.Time, today setting.TripRules) money.Amount {
	rules := t.Rules(today)
	if t.PaymentStatus != purchase.Paid {
		return t.WalletPart
	}
	if t.Status == Pending || !at.After(time.UnixMilli(t.PickupAt).Add(-rules.FreeCancelTime())) {
		return t.Total
	}
	return t.Deposit + (t.Total-t.Deposit).MulRatio(rules.LateCancelPercent, 100)
}

// Rows returns the trips without their details.
func Rows(all []Details) []Trip {
	trips := make([]Trip, len(all))
	for n, d := range all {
		trips[n] = d.Trip
	}
	return trips
}

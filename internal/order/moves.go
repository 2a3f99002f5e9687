package order

import "slices"

// Status is where an order is in its life (ORD-03).
type Status string

// The statuses.
const (
	Scheduled       Status = "scheduled"
	Pending         Status = "pending"
	Confirmed       Status = "confirmed"
	Processing      Status = "processing"
	Handover        Status = "handover"
	PickedUp        Status = "picked_up"
	Delivered       Status = "delivered"
	Canceled        Status = "canceled"
	Failed          Status = "failed"
	RefundRequested Status = "refund_requested"
	Refunded        Status = "refunded"
)

// Type is how an order reaches its shopper.
type Type string

// The types.
const (
	Delivery Type = "delivery"
	TakeAway Type = "take_away"
)

// Actor is who moves an order.
type Actor string

// The actors.
const (
	ByShopper Actor = "shopper"
	ByVendor  Actor = "vendor"
	ByRider   Actor = "rider"
	ByAdmin   Actor = "admin"
	BySystem  Actor = "system"
)

// step is one move of an order.
type step struct{ from, to Status }

// common are the moves of every order, and who may make them.
var common = map[step][]Actor{
	{Scheduled, Pending}:         {BySystem},
	{Scheduled, Canceled}:        {ByShopper, ByVendor, ByAdmin},
	{Pending, Confirmed}:         {ByVendor, ByAdmin},
	{Pending, Canceled}:          {ByShopper, ByVendor, ByAdmin},
	{Confirmed, Processing}:      {ByVendor, ByAdmin},
	{Confirmed, Canceled}:        {ByVendor, ByAdmin},
	{Processing, Handover}:       {ByVendor, ByAdmin},
	{Processing, Canceled}:       {ByAdmin},
	{Handover, Canceled}:         {ByAdmin},
	{Delivered, RefundRequested}: {ByShopper},
	{RefundRequested, Refunded}:  {ByAdmin},
}

// last are the moves after the counter: a rider brings it, or the shopper comes.
var last = map[Type]map[step][]Actor{
	Delivery: {
		{Handover, PickedUp}:  {ByRider, ByAdmin},
		{PickedUp, Delivered}: {ByRider, ByAdmin},
		{PickedUp, Failed}:    {ByRider, ByAdmin},
	},
	TakeAway: {
		{Handover, Delivered}: {ByVendor, ByAdmin},
		{Handover, Failed}:    {ByVendor, ByAdmin}, // nobody came
	},
}

// MayMove tells whether an order of this type may go from one status to the
// other by this actor (O5). What is not in the tables is not allowed.
func MayMove(t Type, from, to Status, by Actor) bool {
	if t != Delivery && t != TakeAway {
		return false
	}
	s := step{from, to}
	return slices.Contains(common[s], by) || slices.Contains(last[t][s], by)
}

// Legal tells whether anybody may make the move; from "" an order begins.
func Legal(t Type, from, to Status) bool {
	if from == "" {
		return to == Pending || to == Scheduled
	}
	s := step{from, to}
	return len(common[s]) > 0 || len(last[t][s]) > 0
}

// undoes tells whether reaching the status takes back what placing did to the
// stock (ORD-05). After a failed delivery the goods are gone.
func (s Status) undoes() bool { return s == Canceled || s == Refunded }

// over are the statuses in which nothing more is on its way, overStatuses the
// same as a list in SQL.
var over = []Status{Delivered, Canceled, Failed, RefundRequested, Refunded}

const overStatuses = `('delivered', 'canceled', 'failed', 'refund_requested', 'refunded')`

// Over tells that nothing more is on its way.
func (s Status) Over() bool { return slices.Contains(over, s) }

// Step is how far along the five-step bar an order is: placed, confirmed,
// cooking, on its way, done. What waits for its rider is not on its way yet; what
// is fetched is ready then. -1: it ended otherwise.
func (o Order) Step() int {
	switch o.Status {
	case Scheduled, Pending:
		return 0
	case Confirmed:
		return 1
	case Processing:
		return 2
	case Handover:
		if o.Type == TakeAway {
			return 3
		}
		return 2
	case PickedUp:
		return 3
	case Delivered, RefundRequested, Refunded:
		return 4
	}
	return -1
}

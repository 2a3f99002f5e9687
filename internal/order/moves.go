package order

import "slices"

// Status is the state of an order (ORD-03).
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
	Parcel   Type = "parcel" // from its sender to a receiver, without a store
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

// move is one move, from a status to another.
type move struct{ from, to Status }

// MayMove reports whether the actor may move the order to a status (O5). A move that the
// order's flow does not have is not allowed.
func (o Order) MayMove(to Status, by Actor) bool {
	return slices.Contains(o.flow().moves[move{o.Status, to}], by)
}

// NextMoves returns the statuses to which the actor may move the order, the steps of its
// life before its other ends.
func (o Order) NextMoves(by Actor) []Status {
	var next []Status
	for _, to := range allStatuses {
		if o.MayMove(to, by) && o.checkMayConfirm(to) == nil {
			next = append(next, to)
		}
	}
	return next
}

// allStatuses are the steps of an order's life, then its other ends.
var allStatuses = []Status{Scheduled, Pending, Confirmed, Processing, Handover, PickedUp, Delivered, RefundRequested, Refunded, Canceled, Failed}

// Legal reports whether an order of this type may move like this, whoever delivers it. An
// order begins by a move from "".
func Legal(t Type, from, to Status) bool {
	if from == "" {
		return to == Pending || to == Scheduled
	}
	_, known := flows[t].moves[move{from, to}]
	return known
}

// returnsStock reports whether an order with this status returns its stock (ORD-05).
// After a failed delivery the goods are gone.
func (s Status) returnsStock() bool { return s == Canceled || s == Refunded }

// over are the statuses of orders that are no longer under way.
var over = []Status{Delivered, Canceled, Failed, RefundRequested, Refunded}

// OverStatuses are those of orders that are no longer under way, as a list in SQL.
const OverStatuses = `('delivered', 'canceled', 'failed', 'refund_requested', 'refunded')`

// Over reports whether the order is no longer under way.
func (s Status) Over() bool { return slices.Contains(over, s) }

// Step is the position in the progress bar of five steps: placed, confirmed, cooking,
// on its way, done. An order that waits for its rider is not on its way yet; a
// take-away order is ready then. -1: the order ended otherwise.
func (o Order) Step() int {
	if at, known := o.flow().steps[o.Status]; known {
		return at
	}
	return -1
}

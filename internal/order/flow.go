package order

import (
	"fmt"
	"maps"
	"strings"
)

// flow is how orders of one kind come from their shopper's yes to their end: all that
// differs between them after the placing.
type flow struct {
	moves   map[move][]Actor // and who may make them
	offered []Status         // in which the order waits for a rider, until it has one
	carried []Status         // in which the position of its rider is shown (P5)
	steps   map[Status]int   // of the progress bar
}

// endMoves are the moves after the delivery. Those of nobody are made by DecideRefund,
// which asks for a reason and says what is given back.
var endMoves = map[move][]Actor{
	{Delivered, RefundRequested}: {ByShopper},
	{Delivered, Refunded}:        {},
	{RefundRequested, Refunded}:  {},
	{RefundRequested, Delivered}: {}, // refused, or refunded in part
}

// storeMoves are the moves of an order until its store hands it over.
var storeMoves = map[move][]Actor{
	{Scheduled, Pending}:    {BySystem},
	{Scheduled, Canceled}:   {ByShopper, ByVendor, ByAdmin, BySystem},
	{Pending, Confirmed}:    {ByVendor, ByAdmin},
	{Pending, Canceled}:     {ByShopper, ByVendor, ByAdmin, BySystem},
	{Confirmed, Processing}: {ByVendor, ByAdmin},
	{Confirmed, Canceled}:   {ByVendor, ByAdmin},
	{Processing, Handover}:  {ByVendor, ByAdmin},
	{Processing, Canceled}:  {ByAdmin},
	{Handover, Canceled}:    {ByAdmin},
}

// riderMoves are the moves of an order that a rider has.
var riderMoves = map[move][]Actor{
	{PickedUp, Delivered}: {ByRider, ByAdmin},
	{PickedUp, Failed}:    {ByRider, ByAdmin},
}

var deliverySteps = stepsWith(map[Status]int{Confirmed: 1, Processing: 2, Handover: 2, PickedUp: 3})

// selfDelivery is the flow of a delivery that the store makes itself. It is offered to no
// rider, and nobody's position is shown.
var selfDelivery = flow{
	moves: join(storeMoves, endMoves, map[move][]Actor{
		{Handover, PickedUp}:  {ByVendor, ByAdmin},
		{PickedUp, Delivered}: {ByVendor, ByAdmin},
		{PickedUp, Failed}:    {ByVendor, ByAdmin},
	}),
	steps: deliverySteps,
}

// flow returns how the order comes to its end.
func (o Order) flow() flow {
	if o.SelfDelivery {
		return selfDelivery
	}
	return flows[o.Type]
}

var flows = map[Type]flow{
	Delivery: {
		moves:   join(storeMoves, riderMoves, endMoves, map[move][]Actor{{Handover, PickedUp}: {ByRider, ByAdmin}}),
		offered: []Status{Processing, Handover},
		carried: []Status{Handover, PickedUp},
		steps:   deliverySteps,
	},
	TakeAway: {
		moves: join(storeMoves, endMoves, map[move][]Actor{
			{Handover, Delivered}: {ByVendor, ByAdmin},
			{Handover, Failed}:    {ByVendor, ByAdmin}, // nobody came
		}),
		steps: stepsWith(map[Status]int{Confirmed: 1, Processing: 2, Handover: 3}),
	},
	// The rider who accepts a parcel confirms it, and gets it at the sender's door.
	Parcel: {
		moves: join(riderMoves, endMoves, map[move][]Actor{
			{Scheduled, Pending}:  {BySystem},
			{Scheduled, Canceled}: {ByShopper, ByAdmin, BySystem},
			{Pending, Confirmed}:  {ByRider},
			{Confirmed, Pending}:  {BySystem}, // its rider is gone
			{Pending, Canceled}:   {ByShopper, ByAdmin, BySystem},
			{Confirmed, PickedUp}: {ByRider, ByAdmin},
			{Confirmed, Canceled}: {ByRider, ByAdmin}, // nobody handed it over
		}),
		offered: []Status{Pending, Confirmed},
		carried: []Status{Confirmed, PickedUp},
		steps:   stepsWith(map[Status]int{Confirmed: 1, PickedUp: 3}),
	},
}

// join returns the moves of several tables.
func join(tables ...map[move][]Actor) map[move][]Actor {
	all := map[move][]Actor{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// stepsWith adds the first and the last step, which are those of every type.
func stepsWith(between map[Status]int) map[Status]int {
	for _, first := range []Status{Scheduled, Pending} {
		between[first] = 0
	}
	for _, last := range []Status{Delivered, RefundRequested, Refunded} {
		between[last] = 4
	}
	return between
}

// offeredCondition is true in SQL for orders that wait for a rider. The first part can use
// an index.
var offeredCondition = `status IN ('pending', 'confirmed', 'processing', 'handover') AND rider_id IS NULL AND NOT self_delivery
	AND (payment_method = 'cash_on_delivery' OR payment_status <> 'unpaid') AND ` + inFlows(func(f flow) []Status { return f.offered })

// unacceptedCondition and carriedCondition are true in SQL for orders that a rider has not
// got yet, and for those whose rider's position is shown.
var (
	unacceptedCondition = inFlows(func(f flow) []Status { return f.offered })
	carriedCondition    = inFlows(func(f flow) []Status { return f.carried })
)

// inFlows is true in SQL for orders that are in one of these statuses of their flow.
func inFlows(statuses func(flow) []Status) string {
	var parts []string
	for _, t := range []Type{Delivery, Parcel} { // those with a rider
		var quoted []string
		for _, s := range statuses(flows[t]) {
			quoted = append(quoted, fmt.Sprintf("'%s'", s))
		}
		parts = append(parts, fmt.Sprintf("order_type = '%s' AND status IN (%s)", t, strings.Join(quoted, ", ")))
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}

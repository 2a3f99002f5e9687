package shopping

import (
	"context"

	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/trip"
)

type trackPurchaseInput struct {
	ContactPhone
	PurchaseID int64 `query:"purchase_id" required:"true" minimum:"1" doc:"The number of an order or a trip; no two of them have the same."`
}

type trackPurchaseOutput struct{ Body trackedPurchaseView }

type trackedPurchaseView struct {
	Order *trackedOrderView `json:"order,omitempty" doc:"Absent: the purchase is a trip."`
	Trip  *trackedTripView  `json:"trip,omitempty" doc:"Absent: the purchase is an order."`
}

// trackedTripView has how a trip goes. Like trackingView it has no contact, place, amount or
// note, so that it may be shown for a number and a phone (D29).
type trackedTripView struct {
	ID         int64                `json:"id"`
	TripStatus string               `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	Provider   string               `json:"provider" doc:"Name of the provider."`
	TimeZone   string               `json:"time_zone" doc:"IANA name of the provider's time zone."`
	RentalType string               `json:"rental_type" enum:"hourly,distance_wise"`
	Vehicles   []trackedVehicleView `json:"vehicles"`
	PickupAt   string               `json:"pickup_at" doc:"The planned pickup, RFC 3339."`
	ReturnAt   string               `json:"return_at" doc:"The planned return, RFC 3339; a late hand-over makes it later."`
	StartedAt  string               `json:"started_at,omitempty" doc:"When the vehicles were handed over, RFC 3339."`
	ReturnedAt string               `json:"returned_at,omitempty" doc:"When the vehicles came back, RFC 3339."`
	Timeline   []view.MoveView      `json:"timeline"`
}

type trackedVehicleView struct {
	Name     string `json:"name"`
	Quantity int64  `json:"quantity"`
}

// trackPurchase returns the progress of an order or a trip to anybody who knows its number
// and phone (ORD-02, D29). It is one call for both: a wrong attempt counts once for
// its number, and only the right phone learns whether it is an order or a trip.
func (h *Handlers) trackPurchase(ctx context.Context, in *trackPurchaseInput) (*trackPurchaseOutput, error) {
	var found *trip.Details // nil: it is an order
	err := h.checkPhone(ctx, &in.ContactPhone, in.PurchaseID, func(phone string) (err error) {
		found, err = h.purchaseByPhone(ctx, in.PurchaseID, phone)
		return err
	})
	if err != nil {
		return nil, err
	}
	out := new(trackPurchaseOutput)
	if found != nil {
		out.Body.Trip, err = h.trackedTrip(ctx, *found)
		return out, err
	}
	o, err := h.trackedOrder(ctx, in.PurchaseID)
	out.Body.Order = &o
	return out, err
}

// purchaseByPhone returns the trip with this number and phone, or nil for an order. A wrong
// phone and an unknown number have the same error.
func (h *Handlers) purchaseByPhone(ctx context.Context, id int64, phone string) (*trip.Details, error) {
	if err := h.Orders.ByPhone(ctx, id, phone); !errs.Is(err, errs.NotFound) {
		return nil, err
	}
	d, err := h.Trips.ByPhone(ctx, id, phone)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.New(errs.NotFound, "No order or trip with this number and phone was found.")
	}
	return &d, err
}

func (h *Handlers) trackedTrip(ctx context.Context, d trip.Details) (*trackedTripView, error) {
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	owner, err := h.Vehicles.AnyProvider(ctx, d.ProviderID)
	if err != nil {
		return nil, err
	}
	v := &trackedTripView{
		ID: d.ID, TripStatus: string(d.Status), Provider: b.Provider(owner).Name, TimeZone: owner.TimeZone, RentalType: string(d.Type),
		Vehicles: []trackedVehicleView{}, PickupAt: view.UnixMilli(d.PickupAt), ReturnAt: view.UnixMilli(d.ReturnAt), Timeline: view.Moves(d.Moves),
	}
	if d.StartedAt != nil {
		v.StartedAt = view.UnixMilli(*d.StartedAt)
	}
	if d.ReturnedAt != nil {
		v.ReturnedAt = view.UnixMilli(*d.ReturnedAt)
	}
	for _, l := range d.Lines {
		v.Vehicles = append(v.Vehicles, trackedVehicleView{l.Name, l.Quantity})
	}
	return v, nil
}

package renting

import (
	"context"
	"time"

	"hawker/internal/api/call"
	"hawker/internal/errs"
)

type extendTripInput struct {
	call.Scope
	call.KeyHeader
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token    string  `json:"token,omitempty" maxLength:"128"`
		ReturnAt string  `json:"return_at" maxLength:"40" doc:"The return_at of one of the trip's extensions, RFC 3339."`
		Charge   float64 `json:"charge" minimum:"0" doc:"The charge of this extension that the shopper has seen. If it has changed, the trip is not extended."`
	}
}

// extendTrip lets a shopper keep the vehicles longer, while nobody else has booked them.
func (h *Handlers) extendTrip(ctx context.Context, in *extendTripInput) (*tripOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	charge, err := call.ReadAmount(settings.Currency.Money(), in.Body.Charge, "charge")
	if err != nil {
		return nil, err
	}
	until, err := time.Parse(time.RFC3339, in.Body.ReturnAt)
	if err != nil {
		return nil, errs.New(errs.Invalid, "A time looks like 2026-01-31T12:00:00Z.").On("return_at").Because(err)
	}
	extended, err := h.Trips.Extend(ctx, in.ID, who, until, charge)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, extended)
	return &tripOutput{Body: v}, err
}

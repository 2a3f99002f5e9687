package public

import (
	"context"
	"time"

	"hawker/internal/api/view"
	"hawker/internal/booking"
	"hawker/internal/errs"
)

// maxDays bounds the time that one call looks at.
const maxDays = 62

type availabilityInput struct {
	ByID
	From     time.Time `query:"from" doc:"RFC 3339; absent or in the past: now."`
	Until    time.Time `query:"until" doc:"RFC 3339, at most 62 days after from; absent: 62 days after it."`
	Quantity int64     `query:"quantity" minimum:"1" maximum:"1000" default:"1" doc:"How many vehicles are wanted."`
}

type availabilityOutput struct {
	Body struct {
		TotalVehicleCount int64      `json:"total_vehicle_count" doc:"How many vehicles of this model the provider has."`
		TimeZone          string     `json:"time_zone" doc:"IANA name of the time zone of the provider's zone. Pickup times are in it (D12)."`
		Busy              []spanView `json:"busy" doc:"Times in which fewer vehicles are free than wanted, in order."`
	}
}

type spanView struct {
	From  string `json:"from" doc:"RFC 3339."`
	Until string `json:"until" doc:"RFC 3339; from then on enough are free again."`
}

// getVehicleAvailability returns when a vehicle cannot be booked.
func (h *Handlers) getVehicleAvailability(ctx context.Context, in *availabilityInput) (*availabilityOutput, error) {
	v, err := h.Vehicles.Vehicle(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	span, err := in.span(h.Vehicles.Now())
	if err != nil {
		return nil, err
	}
	busy, err := h.Vehicles.Busy(ctx, v, in.Quantity, span)
	if err != nil {
		return nil, err
	}
	out := new(availabilityOutput)
	out.Body.TotalVehicleCount, out.Body.TimeZone, out.Body.Busy = v.Units, v.Owner.TimeZone, make([]spanView, len(busy))
	for n, b := range busy {
		out.Body.Busy[n] = spanView{From: view.Time(b.From), Until: view.Time(b.Until)}
	}
	return out, nil
}

// span returns the time that the request asks about.
func (in availabilityInput) span(now time.Time) (booking.Period, error) {
	t := booking.Period{From: in.From, Until: in.Until}
	if t.From.Before(now) {
		t.From = now
	}
	last := t.From.AddDate(0, 0, maxDays)
	if t.Until.IsZero() {
		t.Until = last
	}
	if !t.From.Before(t.Until) || t.Until.After(last) {
		return t, errs.New(errs.Invalid, "Please choose an end that lies after the start, at most %d days later.", maxDays).On("until")
	}
	return t, nil
}

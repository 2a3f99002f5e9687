package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/geo"
)

func (h *Handlers) registerRider(a huma.API) {
	huma.Register(a, by(call.Riders, "listRiderOrders", http.MethodGet, "/rider/orders"), h.listRiderOrders)
	huma.Register(a, by(call.Riders, "acceptRiderOrder", http.MethodPost, "/rider/orders/{id}/accept"), h.acceptOrder)
	huma.Register(a, by(call.Riders, "moveRiderOrder", http.MethodPost, "/rider/orders/{id}/status"), h.moveOrder)
	huma.Register(a, by(call.Riders, "postRiderPosition", http.MethodPost, "/rider/position"), h.postPosition)
}

type riderOrdersInput struct {
	call.Scope
	call.Page
}

type riderOrdersOutput struct {
	Body struct {
		call.Paged
		Offers []staffOrderView `json:"offers" doc:"A page of the orders of the rider's zone that wait for a rider (Z4). Orders of the last day come first, the oldest of them at the top; then older ones, the newest at the top. They have no name, phone or address of the shopper."`
		Own    []staffOrderView `json:"own" doc:"Orders that the rider has accepted and that are not over; at most 100, on every page."`
	}
}

type riderPositionInput struct {
	call.Scope
	Body struct {
		Latitude  float64 `json:"latitude" minimum:"-90" maximum:"90"`
		Longitude float64 `json:"longitude" minimum:"-180" maximum:"180"`
	}
}

func (h *Handlers) listRiderOrders(ctx context.Context, in *riderOrdersInput) (*riderOrdersOutput, error) {
	offers, total, own, err := h.Orders.Deliveries(ctx, who(ctx), in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(riderOrdersOutput)
	out.Body.Paged = in.Of(total)
	if out.Body.Offers, err = h.viewOrders(ctx, who(ctx), offers); err != nil {
		return nil, err
	}
	out.Body.Own, err = h.viewOrders(ctx, who(ctx), own)
	return out, err
}

// acceptOrder gives an offered order to the rider. Of several riders one wins (O7).
func (h *Handlers) acceptOrder(ctx context.Context, in *staffOrderInput) (*staffOrderOutput, error) {
	accepted, err := h.Orders.Accept(ctx, who(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, accepted)
}

// postPosition shows the shoppers of the rider's deliveries where the rider is. Without
// a delivery under way it is refused, and nothing is stored (P5).
func (h *Handlers) postPosition(ctx context.Context, in *riderPositionInput) (*call.MessageOutput, error) {
	at, err := geo.NewPoint(in.Body.Latitude, in.Body.Longitude)
	if err != nil {
		return nil, err
	}
	if err := h.Orders.SetPosition(ctx, who(ctx), at); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your position is shown to your shoppers."), nil
}

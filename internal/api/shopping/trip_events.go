package shopping

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/stream"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/purchase"
)

// tripEvent is the name of the events of a trip.
const tripEvent = "trip"

func (h *Handlers) registerTripEvents(a huma.API) {
	one := byOrderHolders("watchTrip", http.MethodGet, "/rental/trips/{id}/events")
	one.Middlewares = h.Streams.Limit(a)
	huma.Register(a, stream.Describe(a, one, tripEvent, tripView{}), h.watchTrip)
}

// tripStateView is enough for a page to see which trip moved, and that its list must be
// fetched again.
type tripStateView struct {
	ID            int64  `json:"id"`
	TripStatus    string `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	AwaitsPayment bool   `json:"awaits_payment"`
	UpdatedAt     string `json:"updated_at" doc:"RFC 3339."`
}

// watchTrip streams a trip as it changes (RNT-11).
func (h *Handlers) watchTrip(ctx context.Context, in *tripInput) (*huma.StreamResponse, error) {
	changed, unwatch := h.Trips.Watch(in.ID)
	return h.Streams.Serve(ctx, stream.Source{Name: tripEvent, Session: sessionOf(ctx), Changed: changed, Unwatch: unwatch, Read: func(ctx context.Context) ([]byte, error) {
		return h.tripData(ctx, in)
	}})
}

// tripData returns what the client may see of the trip now. It checks the owner each time,
// because the owner may have changed.
func (h *Handlers) tripData(ctx context.Context, in *tripInput) ([]byte, error) {
	secret, err := headerOrField(in.HeaderToken, in.Token, "token")
	if err != nil {
		return nil, err
	}
	session, err := h.Identity.Current(ctx)
	if err != nil {
		return nil, err
	}
	found, err := h.Trips.Find(ctx, in.ID, purchase.Owner{ShopperID: session.ShopperID, Token: secret})
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, found)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// tripStates returns the states of a customer's newest trips that are not over.
func (h *Handlers) tripStates(ctx context.Context, shopperID int64) ([]tripStateView, error) {
	trips, _, err := h.Trips.List(ctx, shopperID, true, catalog.Paging{Size: maxRunningStates, Number: 1})
	views := make([]tripStateView, len(trips))
	for n, d := range trips {
		views[n] = tripStateView{ID: d.ID, TripStatus: string(d.Status), AwaitsPayment: d.AwaitsPayment(), UpdatedAt: view.UnixMilli(d.UpdatedAt)}
	}
	return views, err
}

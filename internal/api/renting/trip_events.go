package renting

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/stream"
	"hawker/internal/purchase"
)

// tripEvent is the name of the events of a trip.
const tripEvent = "trip"

func (h *Handlers) registerTripEvents(a huma.API) {
	one := call.ByOrderHolders("watchTrip", http.MethodGet, "/rental/trips/{id}/events")
	one.Middlewares = h.Streams.Limit(a)
	huma.Register(a, stream.Describe(a, one, tripEvent, tripView{}), h.watchTrip)
}

// watchTrip streams a trip as it changes (RNT-11).
func (h *Handlers) watchTrip(ctx context.Context, in *tripInput) (*huma.StreamResponse, error) {
	changed, unwatch := h.Trips.Watch(in.ID)
	return h.Streams.Serve(ctx, stream.Source{Name: tripEvent, Session: call.StreamsOf(ctx), Changed: changed, Unwatch: unwatch, Read: func(ctx context.Context) ([]byte, error) {
		return h.tripData(ctx, in)
	}})
}

// tripData returns what the client may see of the trip now. It checks the owner each time,
// because the owner may have changed.
func (h *Handlers) tripData(ctx context.Context, in *tripInput) ([]byte, error) {
	secret, err := call.HeaderOrField(in.HeaderToken, in.Token, "token")
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

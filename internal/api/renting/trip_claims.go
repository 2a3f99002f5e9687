package renting

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
)

// registerTripClaims has the calls by which a customer claims trips that they booked as a
// guest.
func (h *Handlers) registerTripClaims(a huma.API) {
	huma.Register(a, call.ByCustomers("listUnclaimedTrips", http.MethodGet, "/rental/trips/unclaimed"), h.listUnclaimedTrips)
	huma.Register(a, call.ByCustomers("claimTrip", http.MethodPost, "/rental/trips/{id}/claim"), h.claimTrip)
}

type claimTripInput struct {
	call.Scope
	ID         int64  `path:"id" minimum:"1"`
	OrderToken string `header:"X-Order-Token" maxLength:"128" doc:"The trip's tracking token. With it, a customer claims a trip that they booked as a guest."`
	Body       struct {
		Mine bool `json:"mine" doc:"False: the trip is not the caller's, so do not ask about it again."`
	}
}

type unclaimedTripsOutput struct {
	Body struct {
		call.Paged
		Trips []unclaimedTripView `json:"trips" doc:"The newest first, at most 20."`
	}
}

// unclaimedTripView is a trip that a guest booked with the customer's phone or e-mail. It
// has only what the customer needs to recognize it (P4).
type unclaimedTripView struct {
	ID           int64   `json:"id"`
	ProviderName string  `json:"provider_name"`
	TripStatus   string  `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	Total        float64 `json:"total"`
	CreatedAt    string  `json:"created_at" doc:"RFC 3339."`
	TimeZone     string  `json:"time_zone" doc:"IANA name of the provider's time zone."`
}

// listUnclaimedTrips returns the trips that guests booked with a contact of the customer's
// (P4).
func (h *Handlers) listUnclaimedTrips(ctx context.Context, in *call.ShortListInput) (*unclaimedTripsOutput, error) {
	me := call.Session(ctx)
	contacts, err := h.Accounts.VerifiedContacts(ctx, me)
	if err != nil {
		return nil, err
	}
	trips, err := h.Trips.Unclaimed(ctx, me.ShopperID, contacts)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	views := []unclaimedTripView{}
	for _, t := range trips {
		views = append(views, unclaimedTripView{
			ID: t.ID, ProviderName: t.ProviderName, TripStatus: string(t.Status), Total: settings.Currency.Money().ToMajor(t.Total),
			CreatedAt: view.UnixMilli(t.CreatedAt), TimeZone: t.TimeZone,
		})
	}
	out := new(unclaimedTripsOutput)
	out.Body.Paged, out.Body.Trips = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

// claimTrip stores the answer to "is this trip yours?", and returns the trips that are
// still unclaimed.
func (h *Handlers) claimTrip(ctx context.Context, in *claimTripInput) (*unclaimedTripsOutput, error) {
	holdsToken := h.Trips.Tokens.Owns(in.ID, in.OrderToken)
	if err := h.Accounts.ClaimTrip(ctx, call.Session(ctx), in.ID, holdsToken, in.Body.Mine); err != nil {
		return nil, err
	}
	return h.listUnclaimedTrips(ctx, &call.ShortListInput{ShortPage: call.WholeList})
}

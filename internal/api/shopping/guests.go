package shopping

import (
	"context"
	"net/http"

	"hawker/internal/api/call"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerGuests(a huma.API) {
	huma.Register(a, huma.Operation{OperationID: "createGuest", Method: http.MethodPost, Path: "/auth/guest"}, h.createGuest)
}

type guestOutput struct {
	Body struct {
		GuestID string `json:"guest_id" doc:"A secret that identifies the guest."`
	}
}

// createGuest returns the secret id of a new guest (CART-01).
func (h *Handlers) createGuest(ctx context.Context, _ *call.ScopeInput) (*guestOutput, error) {
	guestID, err := h.Shoppers.NewGuest(ctx)
	if err != nil {
		return nil, err
	}
	out := new(guestOutput)
	out.Body.GuestID = guestID
	return out, nil
}

package api

import (
	"context"

	"hawker/internal/shopper"
)

// createGuest answers a new guest's secret (CART-01).
func (s *Server) createGuest(ctx context.Context, _ *scopeInput) (*guestOutput, error) {
	guestID, err := s.Shoppers.NewGuest(ctx)
	if err != nil {
		return nil, err
	}
	out := new(guestOutput)
	out.Body.GuestID = guestID
	return out, nil
}

// guest is who holds the secret. What they own is found by their id alone.
func (s *Server) guest(ctx context.Context, guestID string) (shopper.Shopper, error) {
	return s.Shoppers.Guest(ctx, guestID)
}

package api

import "context"

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

package trip

import (
	"context"

	"hawker/internal/pricing"
)

// CancelUnconfirmed cancels the trips that nobody has confirmed in time.
func (s *Service) CancelUnconfirmed(ctx context.Context) error { return s.cancelUnconfirmed(ctx) }

// Agreed is what more hours of the trip cost by.
func (t Trip) Agreed() pricing.AgreedTrip { return t.agreed() }

package trip

import "hawker/internal/pricing"

// Agreed is what more hours of the trip cost by.
func (t Trip) Agreed() pricing.AgreedTrip { return t.agreed() }

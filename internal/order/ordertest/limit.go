package ordertest

import "hawker/internal/errs"

// RefusedByLimit reports whether a limit refused an order or a trip, with 429 and Retry-After.
func RefusedByLimit(err error) bool {
	return errs.Is(err, errs.OrderLimit) && errs.From(err).Status() == 429 && errs.From(err).RetryAfter > 0
}

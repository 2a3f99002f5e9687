// Package renting has the calls by which a shopper, who is a guest or a customer, rents
// vehicles: trip carts, trips, their photos, reviews and event streams, and the driver's
// licence.
package renting

import (
	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
	"hawker/internal/api/stream"
	"hawker/internal/catalog"
	"hawker/internal/offlinepayment"
	"hawker/internal/review"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// Handlers serves the calls.
type Handlers struct {
	Settings        *setting.Service
	Zones           *zone.Service
	Catalog         *catalog.Service
	Shoppers        *shopper.Service
	TripCarts       *tripcart.Service
	Trips           *trip.Service
	Vehicles        *vehicle.Service
	Accounts        *account.Service
	Uploads         *upload.Service
	Reviews         *review.Service
	OfflinePayments *offlinepayment.Service
	Purchases       *purchases.Service
	Identity        call.Identity
	Streams         *stream.Hub

	Limits       call.RateLimiter
	ImagesAtOnce huma.Middlewares // as call.AtOnce, for all shoppers together
	Origin       string           // of the shop; "": the one that the server was reached by
}

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	h.registerTripCart(a)
	h.registerTrips(a)
	h.registerTripPhotos(a)
	h.registerTripReviews(a)
	h.registerTripEvents(a)
	h.registerTripClaims(a)
	h.registerOfflinePayments(a)
	h.registerLicence(a)
}

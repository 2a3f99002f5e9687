// Package shopping has the calls of a shopper, who is a guest or a customer: guest
// ids, carts, checkout, orders and the event streams that follow orders.
package shopping

import (
	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	places "hawker/internal/address"
	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
	"hawker/internal/api/stream"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/coupon"
	"hawker/internal/notification"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/orderhistory"
	"hawker/internal/payment"
	"hawker/internal/reorder"
	"hawker/internal/review"
	"hawker/internal/reward"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signin"
	"hawker/internal/trip"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// Deps are what the calls need.
type Deps struct {
	Settings        *setting.Service
	Zones           *zone.Service
	Catalog         *catalog.Service
	Shoppers        *shopper.Service
	Carts           *cart.Service
	Orders          *order.Service
	OrderHistory    *orderhistory.Service
	Trips           *trip.Service
	Vehicles        *vehicle.Service
	Coupons         *coupon.Service
	Accounts        *account.Service
	SignIn          *signin.Service
	Addresses       *places.Service
	Uploads         *upload.Service
	Reviews         *review.Service
	Payments        *payment.Service
	OfflinePayments *offlinepayment.Service
	Purchases       *purchases.Service
	Notifications   *notification.Service
	Rewards         *reward.Service
	Conversations   *conversation.Service
	Identity        call.Identity
	Streams         *stream.Hub

	Limits     call.RateLimiter
	RateLimits bool
	Origin     string // of the shop; "": the one that the server was reached by
}

// Handlers serves the calls.
type Handlers struct {
	Deps
	ImagesAtOnce huma.Middlewares // as call.AtOnce, for all shoppers together

	phoneAttempts call.Attempts
	reorders      reorder.Service
}

// New returns the handlers.
func New(d Deps) *Handlers {
	return &Handlers{Deps: d, reorders: reorder.Service{Orders: d.Orders, Carts: d.Carts}}
}

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	h.registerGuests(a)
	h.registerCart(a)
	h.registerCheckout(a)
	h.registerCoupons(a)
	h.registerOrders(a)
	h.registerOrderClaims(a)
	h.registerTracking(a)
	h.registerOrderEvents(a)
	h.registerUploads(a)
	h.registerRefunds(a)
	h.registerPayments(a)
	h.registerOfflinePayments(a)
	h.registerReorder(a)
	h.registerReviews(a)
}

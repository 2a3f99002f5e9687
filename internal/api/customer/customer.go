// Package customer has the calls by which a customer signs up and signs in, and those
// about what is their own: profile, sessions, passkeys, addresses, wishlist, wallet, notifications and rewards.
package customer

import (
	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	places "hawker/internal/address"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/credential"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/orderhistory"
	"hawker/internal/reward"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/trip"
	"hawker/internal/vehicle"
	"hawker/internal/wallet"
	"hawker/internal/wishlist"
)

// Handlers serves the calls.
type Handlers struct {
	Settings      *setting.Service
	Catalog       *catalog.Service
	Vehicles      *vehicle.Service
	Credentials   *credential.Service
	Accounts      *account.Service
	SignIn        *signin.Service
	Addresses     *places.Service
	Orders        *order.Service // for the gateways
	OrderHistory  *orderhistory.Service
	Trips         *trip.Service // for the modules that they rented in
	Wishlists     *wishlist.Service
	Wallets       *wallet.Service
	Notifications *notification.Service
	Rewards       *reward.Service

	Limits call.RateLimiter
	Secure bool   // the site is served over https only
	Origin string // of the shop; "": the one that the server was reached by
}

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	h.registerSignIn(a)
	h.registerRecovery(a)
	h.registerPasskeys(a)
	h.registerProfile(a)
	h.registerSessions(a)
	h.registerAddresses(a)
	h.registerWishlist(a)
	h.registerNotifications(a)
	h.registerPush(a)
	h.registerWallet(a)
	h.registerLoyalty(a)
	h.registerReferral(a)
}

// open is an operation that needs no session.
func open(id, method, path string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path}
}

// own is an operation of customers on what is theirs.
func own(id, method, path string) huma.Operation {
	return call.By(call.Customers, open(id, method, path))
}

// ownInput names one thing of the customer's.
type ownInput struct {
	call.Scope
	ID int64 `path:"id" minimum:"1"`
}

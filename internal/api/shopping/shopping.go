// Package shopping has the calls of a shopper, who is a guest or a customer: guest
// ids, carts, checkout, orders and the event streams that follow orders.
package shopping

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	places "hawker/internal/address"
	"hawker/internal/api/call"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signin"
	"hawker/internal/zone"
)

// Deps are what the calls need.
type Deps struct {
	Settings  *setting.Service
	Zones     *zone.Service
	Catalog   *catalog.Service
	Shoppers  *shopper.Service
	Carts     *cart.Service
	Orders    *order.Service
	Accounts  *account.Service
	SignIn    *signin.Service
	Addresses *places.Service
	Identity  call.Identity

	RateLimits bool
	Draining   <-chan struct{} // closed when event streams must end; nil: never
	MaxStreams int             // event streams open at once; 0: 10,000
	Heartbeat  time.Duration   // of event streams; 0: 20 s
}

// Handlers serves the calls.
type Handlers struct {
	Deps
	streams       *streams
	phoneAttempts attempts
}

// New returns the handlers.
func New(d Deps) *Handlers { return &Handlers{Deps: d, streams: newStreams(d)} }

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	h.registerGuests(a)
	h.registerCart(a)
	h.registerCheckout(a)
	h.registerOrders(a)
	h.registerOrderClaims(a)
	h.registerTracking(a)
	h.registerOrderEvents(a)
}

// OpenStreams returns how many event streams are open.
func (h *Handlers) OpenStreams() int { return h.streams.count() }

// RecheckStreams makes the event streams of a customer check their session again.
func (h *Handlers) RecheckStreams(customerID int64) { h.streams.notify(customerID) }

// byShoppers is an operation of guests and customers.
func byShoppers(id, method, path string) huma.Operation {
	return call.By(call.Shoppers, huma.Operation{OperationID: id, Method: method, Path: path})
}

// byCustomers is an operation of customers alone.
func byCustomers(id, method, path string) huma.Operation {
	return call.By(call.Customers, huma.Operation{OperationID: id, Method: method, Path: path})
}

// byOrderHolders is an operation on an order: of its customer, or whoever has its
// tracking token.
func byOrderHolders(id, method, path string) huma.Operation {
	return call.By(call.OrderHolders, huma.Operation{OperationID: id, Method: method, Path: path})
}

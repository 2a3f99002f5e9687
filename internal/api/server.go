// Package api is the HTTP API. A handler decodes a request, calls a concept and
// encodes the result. It contains no rules of the business and no SQL.
//
// The Go types here are the contract: the OpenAPI document is generated from them,
// and the web client from the document.
package api

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	places "hawker/internal/address"
	"hawker/internal/api/answercache"
	"hawker/internal/api/call"
	"hawker/internal/api/conversations"
	"hawker/internal/api/customer"
	"hawker/internal/api/public"
	"hawker/internal/api/purchases"
	"hawker/internal/api/renting"
	"hawker/internal/api/shopping"
	"hawker/internal/api/staff"
	"hawker/internal/api/stream"
	"hawker/internal/application"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/content"
	"hawker/internal/conversation"
	"hawker/internal/coupon"
	"hawker/internal/credential"
	"hawker/internal/idempotency"
	"hawker/internal/maps"
	"hawker/internal/notification"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/orderhistory"
	"hawker/internal/parcel"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/review"
	"hawker/internal/reward"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signin"
	members "hawker/internal/staff"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/wallet"
	"hawker/internal/wishlist"
	"hawker/internal/zone"
)

// Deps are the services that the calls use, and the settings of the API.
type Deps struct {
	Settings        *setting.Service
	Zones           *zone.Service
	Catalog         *catalog.Service
	Vehicles        *vehicle.Service
	Content         *content.Service
	News            *content.Newsletter
	Parcels         *parcel.Service
	Maps            *maps.Service
	Shoppers        *shopper.Service
	Carts           *cart.Service
	TripCarts       *tripcart.Service
	Orders          *order.Service
	OrderHistory    *orderhistory.Service
	Trips           *trip.Service
	Purchases       *purchase.Service
	Coupons         *coupon.Service
	Credentials     *credential.Service
	Accounts        *account.Service
	SignIn          *signin.Service
	Addresses       *places.Service
	Wishlists       *wishlist.Service
	Staff           *members.Service
	Uploads         *upload.Service
	Reviews         *review.Service
	Payments        *payment.Service
	OfflinePayments *offlinepayment.Service
	Wallets         *wallet.Service
	Notifications   *notification.Service
	Rewards         *reward.Service
	Conversations   *conversation.Service
	Applications    *application.Service
	Responses       *idempotency.Responses // nil: calls that pay or move money ignore their keys
	Cache           *answercache.Cache     // of public reads, made by NewCache; nil: none

	Social       map[string]public.SocialClient // by provider; one that is absent is off
	Phones       *public.PhoneClient            // nil: phones are verified by codes of our own
	MapTiles     *public.MapTiles               // nil: the map is drawn from the town's streets
	DemoAccounts []public.DemoAccount           // of the demo

	RateLimits bool   // limit calls by client address
	Secure     bool   // the site is served over https only
	Demo       bool   // this is the demo town
	Origin     string // of the shop; "": the one that the server was reached by

	Draining   <-chan struct{} // closed when streams must end; nil: never
	MaxStreams int             // event streams open at once; 0: 10,000
	Heartbeat  time.Duration   // of event streams; 0: 20 s
}

// Server serves the calls of the API.
type Server struct {
	cache    *answercache.Cache
	identity call.Identity
	keyed    call.Keyed
	payments *payment.Service
	public   *public.Handlers
	shopping *shopping.Handlers
	renting  *renting.Handlers
	customer *customer.Handlers
	staff    *staff.Handlers
	talk     *conversations.Handlers
	streams  *stream.Hub
}

// New returns a server.
func New(d Deps) *Server {
	s := &Server{cache: d.Cache, payments: d.Payments, identity: call.Identity{Credentials: d.Credentials, Staff: d.Staff}, keyed: call.Keyed{Responses: d.Responses}}
	if d.Orders != nil { // the document needs none
		s.keyed.Owns = d.Orders.Tokens.Owns // of trips too
	}
	limits := call.RateLimiter{Enabled: d.RateLimits}
	s.streams = stream.New(stream.Deps{RateLimits: d.RateLimits, Draining: d.Draining, Max: d.MaxStreams, Heartbeat: d.Heartbeat})
	s.identity.Changed = s.streams.Recheck
	s.public = &public.Handlers{
		Settings: d.Settings, Zones: d.Zones, Catalog: d.Catalog, Vehicles: d.Vehicles, Content: d.Content, News: d.News, Parcels: d.Parcels, Maps: d.Maps, Orders: d.Orders,
		Accounts: d.Accounts, SignIn: d.SignIn, Social: d.Social, Phones: d.Phones, MapTiles: d.MapTiles, DemoAccounts: d.DemoAccounts, Demo: d.Demo, Limits: limits,
		Reviews: d.Reviews, Uploads: d.Uploads, Notifications: d.Notifications, Applications: d.Applications,
	}
	paying := &purchases.Service{Settings: d.Settings, Catalog: d.Catalog, Purchases: d.Purchases, Payments: d.Payments, OfflinePayments: d.OfflinePayments, Notifications: d.Notifications, RateLimits: d.RateLimits}
	s.shopping = shopping.New(shopping.Deps{
		Settings: d.Settings, Zones: d.Zones, Catalog: d.Catalog, Shoppers: d.Shoppers, Carts: d.Carts, Orders: d.Orders, OrderHistory: d.OrderHistory, Trips: d.Trips, Vehicles: d.Vehicles, Coupons: d.Coupons,
		Accounts: d.Accounts, SignIn: d.SignIn, Addresses: d.Addresses, Uploads: d.Uploads, Reviews: d.Reviews, Payments: d.Payments, OfflinePayments: d.OfflinePayments, Purchases: paying, Identity: s.identity, Limits: limits,
		Notifications: d.Notifications, Rewards: d.Rewards, Conversations: d.Conversations, Streams: s.streams, RateLimits: d.RateLimits, Origin: d.Origin,
	})
	s.renting = &renting.Handlers{
		Settings: d.Settings, Zones: d.Zones, Catalog: d.Catalog, Shoppers: d.Shoppers, TripCarts: d.TripCarts, Trips: d.Trips, Vehicles: d.Vehicles, Accounts: d.Accounts, Uploads: d.Uploads,
		Reviews: d.Reviews, OfflinePayments: d.OfflinePayments, Purchases: paying, Identity: s.identity, Streams: s.streams, Limits: limits, Origin: d.Origin,
	}
	s.customer = &customer.Handlers{
		Settings: d.Settings, Catalog: d.Catalog, Vehicles: d.Vehicles, Credentials: d.Credentials, Accounts: d.Accounts, SignIn: d.SignIn, Addresses: d.Addresses, Orders: d.Orders, OrderHistory: d.OrderHistory, Trips: d.Trips, Wishlists: d.Wishlists,
		Notifications: d.Notifications, Rewards: d.Rewards, Limits: limits, Secure: d.Secure, Wallets: d.Wallets, Origin: d.Origin,
	}
	s.staff = &staff.Handlers{
		Settings: d.Settings, Catalog: d.Catalog, Orders: d.Orders, Trips: d.Trips, Vehicles: d.Vehicles, Staff: d.Staff, Identity: s.identity, Streams: s.streams, Uploads: d.Uploads, Reviews: d.Reviews, Payments: d.Payments, OfflinePayments: d.OfflinePayments, Conversations: d.Conversations, Applications: d.Applications, Zones: d.Zones,
		StockChanged: func(itemIDs []int64) {
			d.Catalog.StockChanged(itemIDs)
			if d.Cache != nil {
				d.Cache.StockChanged(itemIDs)
			}
		},
	}
	s.talk = &conversations.Handlers{Conversations: d.Conversations, Catalog: d.Catalog, Uploads: d.Uploads, Limits: limits}
	return s
}

// Streams returns how many event streams are open.
func (s *Server) Streams() int { return s.streams.Count() }

// Register adds every call to the mux, and returns the document that describes them.
func (s *Server) Register(mux *http.ServeMux) *huma.OpenAPI {
	a := call.NewAPI(mux)
	a.UseMiddleware(s.identity.Middleware(a), call.SetDefaultModule(s.public.FindModule), s.keyed.Middleware(a))
	s.registerCalls(a)
	registerDocs(mux, a.OpenAPI())
	registerWebhooks(mux, s.payments)
	registerFallback(mux)
	return a.OpenAPI()
}

// These limit the memory for the images of shoppers. Anybody can be a guest.
const (
	imagesAtOnce          = 8
	imagesAtOncePerSender = 2 // by address
)

func (s *Server) registerCalls(a huma.API) {
	few := call.AtOnce(a, imagesAtOnce, imagesAtOncePerSender)
	s.shopping.ImagesAtOnce, s.renting.ImagesAtOnce = few, few
	s.public.Register(a)
	s.shopping.Register(a)
	s.renting.Register(a)
	s.customer.Register(a)
	s.staff.Register(a)
	s.talk.Register(a)
}

// Document returns the document of the API. Its calls cannot be served,
// because there are no services behind it.
func Document(mux *http.ServeMux) *huma.OpenAPI { return New(Deps{}).Register(mux) }

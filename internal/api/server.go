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
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/content"
	"hawker/internal/maps"
	"hawker/internal/order"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/wishlist"
	"hawker/internal/zone"
)

// Deps are the concepts that calls are about, and the switches of the edge.
type Deps struct {
	Settings  *setting.Service
	Zones     *zone.Service
	Catalog   *catalog.Service
	Content   *content.Service
	News      *content.Newsletter
	Maps      *maps.Service
	Shoppers  *shopper.Service
	Carts     *cart.Service
	Orders    *order.Service
	Accounts  *account.Service
	Addresses *places.Service
	Wishlists *wishlist.Service
	Cache     *answercache.Cache // of public reads, made by NewCache; nil: none

	Social       map[string]SocialClient // by provider; without one, it is off
	Phones       *PhoneClient            // nil: we verify phones ourselves
	DemoAccounts []DemoAccount           // of the demo alone

	RateLimits bool // refuse floods
	Secure     bool // shoppers come by https alone
	Demo       bool // this is the demo town

	Draining    <-chan struct{} // closed when streams must end; nil: never
	MostStreams int             // event streams open at once; 0: 10,000
	Heartbeat   time.Duration   // of event streams; 0: 20 s
}

// Server answers the calls of the API.
type Server struct {
	Deps
	streams    *streams
	wrongTries tries // at orders' phones
}

// New makes a server of its parts.
func New(d Deps) *Server { return &Server{Deps: d, streams: newStreams(d)} }

// Streams is how many event streams are open.
func (s *Server) Streams() int { return s.streams.Open() }

// Register puts every route on the mux and answers the document it follows.
func (s *Server) Register(mux *http.ServeMux) *huma.OpenAPI {
	a := newAPI(mux)
	a.UseMiddleware(s.identify(a))
	s.registerCalls(a)
	registerDocs(mux, a.OpenAPI())
	registerFallback(mux)
	return a.OpenAPI()
}

func (s *Server) registerCalls(a huma.API) {
	s.registerFrame(a)
	s.registerCatalog(a)
	s.registerCart(a)
	s.registerOrders(a)
	s.registerAuth(a)
	s.registerCustomer(a)
	s.registerPasskeys(a)
	s.registerWishlist(a)
}

// Document is the contract alone, without a server that could answer.
func Document(mux *http.ServeMux) *huma.OpenAPI { return New(Deps{}).Register(mux) }

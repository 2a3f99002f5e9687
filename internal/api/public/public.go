// Package public has the calls that anybody may make: what a page needs before it
// shows anything, and everything that a shopper can look at.
package public

import (
	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/api/call"
	"hawker/internal/application"
	"hawker/internal/catalog"
	"hawker/internal/content"
	"hawker/internal/maps"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/parcel"
	"hawker/internal/review"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/upload"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// Handlers serves the public calls.
type Handlers struct {
	Settings *setting.Service
	Zones    *zone.Service
	Catalog  *catalog.Service
	Vehicles *vehicle.Service
	Content  *content.Service
	News     *content.Newsletter
	Parcels  *parcel.Service
	Maps     *maps.Service
	Orders   *order.Service   // for what a delivery costs
	Accounts *account.Service // for interests
	SignIn   *signin.Service  // for sign-in methods; nil: nobody can sign in
	Reviews  *review.Service
	Uploads  *upload.Service // for the images of reviews

	Applications *application.Service // nil: nobody can apply

	Social        map[string]SocialClient // by provider; one that is absent is off
	Notifications *notification.Service   // for the key of web push
	Phones        *PhoneClient            // nil: phones are verified by codes of our own
	MapTiles      *MapTiles               // nil: the map is drawn from the town's streets
	DemoAccounts  []DemoAccount
	Demo          bool // this is the demo town

	Limits call.RateLimiter
}

// Register adds the calls to the API.
func (h *Handlers) Register(a huma.API) {
	h.registerConfig(a)
	h.registerZones(a)
	h.registerBanners(a)
	h.registerCampaigns(a)
	h.registerFlashSales(a)
	h.registerCategories(a)
	h.registerItems(a)
	h.registerStores(a)
	h.registerVehicles(a)
	h.registerProviders(a)
	h.registerParcel(a)
	h.registerReviews(a)
	h.registerVehicleReviews(a)
	h.registerSearch(a)
	h.registerPages(a)
	h.registerNewsletter(a)
	h.registerApplications(a)
	h.registerMaps(a)
}

// ByID names a thing by its number or its slug.
type ByID struct {
	call.Scope
	ID string `path:"id" maxLength:"120" doc:"Id or slug."`
}

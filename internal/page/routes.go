package page

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// route is a page of the storefront, with the calls whose data it starts with, and how
// its head is made from them.
type route struct {
	pattern string
	// linksModule: a module_id in the URL chooses the module.
	linksModule bool
	// calls are made first. The first one is about the thing that the page names.
	calls func(r *http.Request, common commonData) []call
	// optional: there is a page without that thing, too.
	optional bool
	// more are made after calls, because they need the first response.
	more func(first json.RawMessage) []call
	head func(r *http.Request, common commonData, first json.RawMessage) head
	// leaves reports whether the storefront leads from here to another page; nil: never.
	leaves func(first json.RawMessage) bool
}

// routes are all pages of the storefront, those with a head or data of their own first.
var routes = slices.Concat([]route{
	{pattern: "/{$}", head: landingHead},
	{pattern: "/home", linksModule: true, calls: homeCalls, head: homeHead},
	{pattern: "/store/{id}", linksModule: true, calls: storeCalls, more: storeItems, head: storeHead},
	{pattern: "/product/{id}", linksModule: true, calls: productCalls, head: productHead, leaves: opensInStore},
	{pattern: "/category/{id}", linksModule: true, calls: categoryCalls, more: categoryItems, head: categoryHead},
	{pattern: "/categories", calls: allCategoryCalls, head: titleHead("category.title")},
	{pattern: "/campaigns", head: titleHead("offer.campaigns")},
	{pattern: "/campaign/{id}", calls: campaignCalls, head: offerHead("/campaign/")},
	{pattern: "/flash-sale/{id}", calls: flashSaleCalls, head: offerHead("/flash-sale/")},
	{pattern: "/store/latest", head: titleHead("store.latest")},
	{pattern: "/store/popular", head: titleHead("store.popular")},
	{pattern: "/store-registration", head: titleHead("registration.store")},
	{pattern: "/deliveryman-registration", head: titleHead("registration.rider")},
	{pattern: "/rental/vehicle-search", head: titleHead("vehicles.title")},
	{pattern: "/rental/vehicle-details/{id}", calls: vehicleCalls, head: vehicleHead},
	{pattern: "/rental/provider-details/{id}", calls: providerCalls, head: providerHead},
	{pattern: "/parcel/send", calls: sendParcelCalls, head: titleHead("parcel_form.title")},
},
	textRoutes("about-us", "terms-and-conditions", "privacy-policy", "refund-policy", "cancellation-policy", "shipping-policy"),
	[]route{supportRoute()},
	// The page that a browser caches for when there is no network (web/public/sw.js).
	privateRoutes("/checkout", "/track-order", "/order/{id}", "/order/{id}/invoice", "/offline"),
	privateRoutes("/auth", "/forgot-password", "/account", "/profile", "/my-orders", "/wallet", "/coupons", "/loyalty-points", "/referral-code", "/settings", "/interest", "/newsletter", "/application", "/rental/cart", "/rental/checkout", "/my-trips", "/trip/{id}", "/trip/{id}/invoice"),
)

// textRoutes are the owner's text pages. One that is switched off is a 404.
func textRoutes(slugs ...string) []route {
	all := make([]route, len(slugs))
	for i, slug := range slugs {
		all[i] = route{
			pattern: "/" + slug,
			calls: func(*http.Request, commonData) []call {
				return []call{{operation: "getPage", path: "/pages/" + slug, params: params{Path: map[string]string{"slug": slug}}}}
			},
			head: textHead,
		}
	}
	return all
}

// supportRoute is the text page with the contacts, which a town may have without a text.
func supportRoute() route {
	support := textRoutes("help-and-support")[0]
	support.optional = true
	support.head = func(r *http.Request, common commonData, first json.RawMessage) head {
		if first == nil {
			return titleHead("footer.support")(r, common, first)
		}
		return textHead(r, common, first)
	}
	return support
}

// privateRoutes are pages of one shopper. Search engines must not index them.
func privateRoutes(patterns ...string) []route {
	all := make([]route, len(patterns))
	for i, pattern := range patterns {
		all[i] = route{pattern: pattern, head: func(_ *http.Request, common commonData, _ json.RawMessage) head {
			return head{title: common.Config.BusinessName, noIndex: true}
		}}
	}
	return all
}

// titleHead has a message of the catalogue for a title, that of the page's heading.
func titleHead(id string) func(*http.Request, commonData, json.RawMessage) head {
	return func(r *http.Request, common commonData, _ json.RawMessage) head {
		return head{title: common.word(id) + " · " + common.Config.BusinessName, description: common.Landing.SubTitle, canonical: r.URL.Path}
	}
}

func get(operation, path string, query map[string]any) call {
	return call{operation: operation, path: path, params: params{Query: query}}
}

func getByID(operation, prefix, id string) call {
	return call{operation: operation, path: prefix + id, params: params{Path: map[string]string{"id": id}}}
}

// pageByID reads a thing with the first page of what it lists.
func pageByID(operation, prefix, id string) call {
	c := getByID(operation, prefix, id)
	c.params.Query = map[string]any{"offset": 1, "limit": 20}
	return c
}

// homeCalls are the calls of the first screen; none where the URL has a search.
func homeCalls(r *http.Request, common commonData) []call {
	if r.URL.Query().Has("search") {
		return nil
	}
	switch common.Module.Type {
	case "rental":
		return rentalHomeCalls()
	case "parcel":
		return parcelHomeCalls()
	}
	return []call{
		get("listBanners", "/banners", nil),
		get("listCategories", "/categories", map[string]any{"featured": 1}),
		get("listPopularStores", "/stores/popular", map[string]any{"type": "all", "offset": 1, "limit": 12}),
		get("listDiscountedItems", "/items/discounted", map[string]any{"available_now": true, "offset": 1, "limit": 10}),
	}
}

// rentalHomeCalls are those of the home of rental (RNT-01).
func rentalHomeCalls() []call {
	page := map[string]any{"offset": 1, "limit": 12}
	return []call{
		get("listRentalBanners", "/rental/banners", nil),
		get("listRentalCategories", "/rental/categories", nil),
		get("listTopRatedVehicles", "/rental/vehicles/top-rated", page),
	}
}

// parcelHomeCalls are those of the home of parcels (PCL-01).
func parcelHomeCalls() []call {
	return []call{get("listParcelCategories", "/parcel/categories", nil)}
}

// sendParcelCalls are those of the form for a parcel. A visitor of another module gets
// them once the storefront has changed to the module.
func sendParcelCalls(_ *http.Request, common commonData) []call {
	if common.Module.Type != "parcel" {
		return nil
	}
	return append(parcelHomeCalls(), get("listParcelInstructions", "/parcel/instructions", nil))
}

func vehicleCalls(r *http.Request, _ commonData) []call {
	return []call{getByID("getVehicle", "/rental/vehicles/", pathID(r))}
}

func providerCalls(r *http.Request, _ commonData) []call {
	return []call{getByID("getProvider", "/rental/providers/", pathID(r))}
}

func allCategoryCalls(*http.Request, commonData) []call {
	return []call{get("listCategories", "/categories", nil)}
}

func storeCalls(r *http.Request, _ commonData) []call {
	return []call{getByID("getStore", "/stores/", pathID(r))}
}

// storeItems reads the items by category, as the store's page does.
func storeItems(first json.RawMessage) []call {
	return []call{get("listItems", "/items", map[string]any{"store_id": idOf(first), "offset": 1, "limit": 100})}
}

func productCalls(r *http.Request, _ commonData) []call {
	return []call{getByID("getItem", "/items/", pathID(r))}
}

// opensInStore reports whether an item has no page of its own: only those of ecommerce
// have one (D17).
func opensInStore(first json.RawMessage) bool {
	var i struct {
		ModuleType string `json:"module_type"`
	}
	_ = json.Unmarshal(first, &i) // what has no module has no page
	return i.ModuleType != "ecommerce"
}

func campaignCalls(r *http.Request, _ commonData) []call {
	return []call{pageByID("getCampaign", "/campaigns/", pathID(r))}
}

func flashSaleCalls(r *http.Request, _ commonData) []call {
	return []call{pageByID("getFlashSale", "/flash-sales/", pathID(r))}
}

func categoryCalls(r *http.Request, _ commonData) []call {
	return []call{getByID("getCategory", "/categories/", pathID(r))}
}

func categoryItems(first json.RawMessage) []call {
	return []call{get("listItems", "/items", map[string]any{"category_id": idOf(first), "offset": 1, "limit": 20})}
}

// pathID is the page's id or slug; what cannot be one names nothing.
func pathID(r *http.Request) string {
	id := r.PathValue("id")
	if id == "" || strings.ContainsAny(id, "/?#%\\ ") || len(id) > 120 {
		return "0"
	}
	return id
}

func idOf(body json.RawMessage) int64 {
	var thing struct {
		ID int64 `json:"id"`
	}
	_ = json.Unmarshal(body, &thing) // an id of 0 lists nothing
	return thing.ID
}

func idText(id int64) string { return strconv.FormatInt(id, 10) }

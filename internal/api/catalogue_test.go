package api

import "testing"

// pathCatalogue is what a storefront asks for, and the calls that answer it (API-10).
var pathCatalogue = map[string][]string{
	"config":                   {"GET /config"},
	"zone list and check":      {"GET /zones", "GET /zones/lookup"},
	"module":                   {"GET /modules"},
	"banners":                  {"GET /banners"},
	"categories":               {"GET /categories", "GET /categories/{id}"},
	"items":                    {"GET /items", "GET /items/popular", "GET /items/latest", "GET /search", "GET /items/{id}", "GET /items/{id}/reviews", "GET /items/discounted", "GET /items/recommended"},
	"stores":                   {"GET /stores", "GET /stores/popular", "GET /stores/latest", "GET /stores/{id}", "GET /stores/{id}/reviews"},
	"campaigns":                {"GET /campaigns", "GET /campaigns/{id}"},
	"flash sales":              {"GET /flash-sales", "GET /flash-sales/{id}"},
	"customer":                 {"GET /customer/info", "POST /customer/update-profile", "DELETE /customer"},
	"orders":                   {"POST /orders", "GET /orders", "GET /orders/{id}", "GET /orders/track", "POST /orders/{id}/cancel", "GET /orders/refund-reasons"},
	"wallet":                   {"GET /wallet/transactions", "GET /wallet/bonuses", "POST /wallet/add-fund"},
	"loyalty points":           {"GET /loyalty", "GET /loyalty/transactions", "POST /loyalty/convert"},
	"addresses":                {"GET /customer/addresses", "POST /customer/addresses", "PUT /customer/addresses/{id}", "DELETE /customer/addresses/{id}"},
	"wish list":                {"GET /wishlist", "POST /wishlist", "DELETE /wishlist"},
	"cart":                     {"POST /cart", "PUT /cart", "DELETE /cart/items/{cart_id}", "DELETE /cart/items", "GET /cart"},
	"messages":                 {"GET /conversations", "POST /conversations", "GET /conversations/{id}/messages", "POST /conversations/{id}/messages"},
	"coupons":                  {"GET /coupons"},
	"cashback":                 {"GET /cashback"},
	"vendor and rider sign-up": {"POST /vendors/register", "POST /riders/register"},
	"newsletter":               {"POST /newsletter"},
	"tax and surge, as rows":   {"POST /checkout/quote", "POST /rental/quote"},
	"places and distances":     {"GET /maps/place-autocomplete", "GET /maps/place-details", "GET /maps/geocode", "GET /maps/distance"},
}

func TestCatalogue_API10_everyEntryHasACall(t *testing.T) {
	t.Parallel()
	calls := newContract().calls()
	for entry, answering := range pathCatalogue {
		for _, name := range answering {
			op := calls[name]
			if op == nil {
				t.Errorf("%s: there is no call %s", entry, name)
				continue
			}
			if op.Responses["200"] == nil && op.Responses["201"] == nil && op.Responses["204"] == nil {
				t.Errorf("%s: %s documents no success", entry, name)
			}
		}
	}
}

package shopping_test

import (
	"fmt"
	"testing"

	"hawker/internal/api/apitest"
)

// D12: each response with times of a store, a slot or an order contains their time zone.
// The shop's own time zone is another.
func TestTimeZone_TRAP_D12_isInStoreQuoteAndOrder(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		const zone = "Asia/Tokyo"
		c.Exec(t, `UPDATE zones SET time_zone = $1 WHERE id = 1`, zone)
		store := c.Store(t, nil)
		item := c.Item(t, store, 1000, 9, nil)
		me := c.NewCustomer(t)
		type zoned struct {
			TimeZone string `json:"time_zone"`
		}
		mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", apitest.BuyNow(item, 1)))
		whole := apitest.Read[struct {
			Store, Tracking zoned
		}](t, c.CallAs(t, me, "GET", fmt.Sprintf("/orders/%d", mine.Order.ID), nil))
		quote := apitest.Read[struct{ Store zoned }](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(apitest.BuyNow(item, 1))))
		said := map[string]string{
			"a store's page":       apitest.Read[zoned](t, c.Call(t, "GET", fmt.Sprintf("/stores/%d", store.ID), "")).TimeZone,
			"the store of a quote": quote.Store.TimeZone,
			"an order's store":     whole.Store.TimeZone,
			"where an order is":    whole.Tracking.TimeZone,
		}
		stores := apitest.Read[struct{ Stores []zoned }](t, c.Call(t, "GET", "/stores", "", "zoneid", "[1]", "moduleId", "10"))
		orders := apitest.Read[struct{ Orders []zoned }](t, c.CallAs(t, me, "GET", "/orders", nil))
		if len(stores.Stores) != 1 || len(orders.Orders) != 1 {
			t.Fatalf("%d stores, %d orders", len(stores.Stores), len(orders.Orders))
		}
		said["a list of stores"], said["a list of orders"] = stores.Stores[0].TimeZone, orders.Orders[0].TimeZone
		for what, got := range said {
			if got != zone {
				t.Errorf("%s says %q, want %q", what, got, zone)
			}
		}
	})
}

package api_test

import (
	"fmt"
	"testing"
)

// D12: whoever writes a time of a store, a slot or an order reads beside it in
// which zone. The shop's own zone is another.
func TestTimeZone_TRAP_D12_isSaidWithStoreQuoteAndOrder(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		const zone = "Asia/Tokyo"
		c.Exec(t, `UPDATE zones SET time_zone = $1 WHERE id = 1`, zone)
		store := c.Store(t, nil)
		item := c.Item(t, store, 1000, 9, nil)
		me := c.buyer(t)
		type zoned struct {
			TimeZone string `json:"time_zone"`
		}
		mine := read[placed](t, c.placeAs(t, me, "key-00001", buyNow(item, 1)))
		whole := read[struct {
			Store, Tracking zoned
		}](t, c.as(t, me, "GET", fmt.Sprintf("/orders/%d", mine.Order.ID), nil))
		quote := read[struct{ Store zoned }](t, c.call(t, "POST", "/checkout/quote", c.checkout(buyNow(item, 1))))
		said := map[string]string{
			"a store's page":       read[zoned](t, c.call(t, "GET", fmt.Sprintf("/stores/%d", store.ID), "")).TimeZone,
			"the store of a quote": quote.Store.TimeZone,
			"an order's store":     whole.Store.TimeZone,
			"where an order is":    whole.Tracking.TimeZone,
		}
		stores := read[struct{ Stores []zoned }](t, c.call(t, "GET", "/stores", "", "zoneid", "[1]", "moduleId", "10"))
		orders := read[struct{ Orders []zoned }](t, c.as(t, me, "GET", "/orders", nil))
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

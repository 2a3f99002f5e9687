package shopping_test

import (
	"fmt"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
)

// A module that is switched off sells nothing, also to a shopper who has an item of it in the cart.
func TestOrders_LOC06_LOC13_whatIsSwitchedOffSellsNothing(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		module := []string{"moduleId", fmt.Sprint(item.ModuleID), "X-Guest-Id", c.GuestID}
		inCart := c.Call(t, "POST", "/cart", fmt.Sprintf(`{"item_id":%d,"quantity":1}`, item.ID), module...)
		if inCart.Status != 200 {
			t.Fatalf("the cart: %d %s", inCart.Status, inCart.Body)
		}
		stores := func() int {
			t.Helper()
			return apitest.Read[struct {
				TotalSize int `json:"total_size"`
			}](t, c.Call(t, "GET", "/stores", "", "moduleId", fmt.Sprint(item.ModuleID), "zoneid", fmt.Sprint(ordertest.ZoneID))).TotalSize
		}
		if n := stores(); n != 1 {
			t.Fatalf("%d stores, want 1", n)
		}
		c.Exec(t, `UPDATE modules SET active = FALSE`)
		c.Clock.Advance(time.Minute)
		if n := stores(); n != 0 {
			t.Errorf("%d stores are listed", n)
		}
		if a := c.Call(t, "POST", "/cart", fmt.Sprintf(`{"item_id":%d,"quantity":1}`, item.ID), module...); a.Status != 404 {
			t.Errorf("into the cart: %d %s", a.Status, a.Body)
		}
		if a := c.Call(t, "GET", fmt.Sprint("/stores/", item.StoreID), ""); a.Status != 404 {
			t.Errorf("the store: %d", a.Status)
		}
		for name, body := range map[string]string{"in the cart": c.CheckoutBody(nil), "bought now": c.CheckoutBody(apitest.BuyNow(item, 1))} {
			q := apitest.Read[struct{ Problems []struct{ Code string } }](t, c.Call(t, "POST", "/checkout/quote", body, module...))
			if len(q.Problems) == 0 {
				t.Errorf("what is %s has no problem", name)
			}
		}
		c.Exec(t, `UPDATE modules SET active = TRUE`)
		c.Clock.Advance(time.Minute)
		if n := stores(); n != 1 {
			t.Errorf("switched on again: %d stores", n)
		}
	})
}

package shopping_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/shopper"
)

// Every call with the id of a pruned guest returns guest_unknown; with a new id
// the shopper can go on.
func TestGuest_CART01_aPrunedGuestGetsANewID(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		pruner := shopper.NewPruner(shopper.PruneDeps{DB: c.DB, Clock: c.Clock, Settings: c.Settings, Jobs: c.Jobs})
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		line := c.AddToCart(t, item.ID, 1)[0].ID
		agreed := c.AgreedBody(t, nil)
		c.Clock.Advance(100 * 24 * time.Hour)
		if err := pruner.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, call := range []struct{ method, path, body string }{
			{"GET", "/cart", ""},
			{"DELETE", "/cart", ""},
			{"POST", "/cart", fmt.Sprintf(`{"item_id":%d,"quantity":1}`, item.ID)},
			{"PUT", "/cart", fmt.Sprintf(`{"item_id":%d,"quantity":2,"cart_id":%d}`, item.ID, line)},
			{"POST", "/checkout/quote", agreed},
			{"POST", "/orders", agreed},
		} {
			a := c.Call(t, call.method, call.path, call.body, "X-Guest-Id", c.GuestID, "Idempotency-Key", "key-00001")
			if want := []string{"guest_unknown: Your guest session has ended. Please try again."}; a.Status != 404 || !slices.Equal(a.Errors(t), want) {
				t.Errorf("%s %s: %d %s", call.method, call.path, a.Status, a.Body)
			}
		}
		c.GuestID = c.NewGuest(t)
		c.AddToCart(t, item.ID, 1)
		c.PlaceCart(t, "key-00002", nil)
		if n := c.Number(t, `SELECT COUNT(*) FROM shoppers`); n != 1 {
			t.Errorf("%d guests are left, want the new one", n)
		}
	})
}

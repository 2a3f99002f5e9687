package shopping_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/offer"
	"hawker/internal/order/ordertest"
)

// inCampaign makes a checkout order the item in its campaign.
func inCampaign(item catalog.Item, quantity int) func(map[string]any) {
	return func(b map[string]any) {
		b["source"], b["line"] = "campaign", map[string]any{"item_id": item.ID, "quantity": quantity, "model": "ItemCampaign"}
	}
}

func TestCheckout_CHK01_CHK06_BRW07_ordersAnItemOfACampaign(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, nil)
		item, other := c.Item(t, store, 1000, 5, nil), c.Item(t, store, 1000, 5, nil)
		c.Campaign(t, item, 600, 9, nil)
		c.AddToCart(t, other.ID, 1)

		q := apitest.Read[apitest.Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(inCampaign(item, 2))))
		if q.Total != 14 || len(q.Lines) != 1 || q.Lines[0].Price != 6 || q.Lines[0].OriginalPrice != 6 {
			t.Errorf("the quote is %+v", q)
		}
		placed := c.PlaceCart(t, "key-0001", inCampaign(item, 2))
		shown := c.Call(t, "GET", fmt.Sprint("/orders/", placed.Order.ID), "", "X-Order-Token", placed.TrackingToken)
		if placed.Order.Total != 14 || !strings.Contains(shown.Body, `"offer":"Burger week"`) {
			t.Errorf("placed %+v, shown %s", placed, shown.Body)
		}
		if cart := apitest.Read[[]apitest.CartLine](t, c.Call(t, "GET", "/cart?guest_id="+c.GuestID, "")); len(cart) != 1 {
			t.Errorf("the cart has %d lines", len(cart))
		}
		// It is in no cart, and bought in no other way.
		for path, body := range map[string]string{
			"/cart":           fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":1,"model":"ItemCampaign"}`, c.GuestID, item.ID),
			"/checkout/quote": c.CheckoutBody(func(b map[string]any) { inCampaign(item, 1)(b); b["source"] = "buy_now" }),
		} {
			if a := c.Call(t, "POST", path, body); a.Status != 422 || !strings.Contains(a.Body, "ordered by itself") {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
		}
		if a := c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(inCampaign(other, 1))); a.Status != 404 || !strings.Contains(a.Body, "This campaign has ended.") {
			t.Errorf("an item without a campaign: %d %s", a.Status, a.Body)
		}
	})
}

func TestCheckout_CHK01_ITEM09_aCampaignThatDoesNotRunIsAProblemInWords(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.Campaign(t, item, 600, 9, func(k *offer.Campaign) { k.DailyFrom, k.DailyTo = "17:00", "22:00" })
		q := apitest.Read[apitest.Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(inCampaign(item, 1))))
		if len(q.Problems) != 1 || q.Problems[0].Code != "campaign" || q.Problems[0].Message != "Burger week begins on 20 November at 17:00." {
			t.Errorf("problems %+v", q.Problems)
		}
	})
}

// Card, cart, quote and order show one price while a flash sale runs (M10, M8).
func TestFlashSale_BRW07_TRAP_M10_TRAP_M8_onePriceFromCardToOrder(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, func(i *catalog.Item) { i.Discount = 1000 })
		c.FlashSale(t, item, 40, 3, nil)
		card := c.Call(t, "GET", fmt.Sprint("/items/", item.ID), "")
		if !strings.Contains(card.Body, `"sale_price":6,`) || !strings.Contains(card.Body, `"units_left":3`) {
			t.Errorf("the card: %s", card.Body)
		}
		cart := c.AddToCart(t, item.ID, 2)
		if cart[0].Price != 6 || cart[0].Total != 12 || len(cart[0].Problems) > 0 {
			t.Errorf("the cart: %+v", cart)
		}
		q := apitest.Read[apitest.Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(nil)))
		placed := c.PlaceCart(t, "key-0001", nil)
		shown := c.Call(t, "GET", fmt.Sprint("/orders/", placed.Order.ID), "", "X-Order-Token", placed.TrackingToken)
		if q.Total != 14 || placed.Order.Total != 14 || !strings.Contains(shown.Body, `"offer":"Hungry hour"`) {
			t.Errorf("quoted %v, placed %v, shown %s", q.Total, placed.Order.Total, shown.Body)
		}
		// One is left: two cost the usual price, and the cart says why.
		cart = c.AddToCart(t, item.ID, 2)
		if cart[0].Price != 9 || len(cart[0].Problems) == 0 || cart[0].Problems[0].Message != "Only 1 is left at the flash sale price. This line costs its usual price." {
			t.Errorf("the cart: %+v", cart)
		}
	})
}

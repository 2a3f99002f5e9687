package shopping_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

func TestOrders_CHK02_aCustomerOrdersWithoutGuestCheckout(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := c.NewCustomer(t)
		c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		if a := c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(apitest.BuyNow(item, 1))); a.Status != 403 {
			t.Errorf("a guest: %d %s", a.Status, a.Body)
		}
		if a := c.PlaceAs(t, me, "key-00001", apitest.BuyNow(item, 1)); a.Status != 200 {
			t.Errorf("a customer: %d %s", a.Status, a.Body)
		}
	})
}

func TestCheckout_CHK01_quotesAndPlacesTheCart(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 }), 1000, 5, nil)
		c.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		c.AddToCart(t, item.ID, 2)
		tip := func(b map[string]any) { b["tip"] = 1.5 }

		q := apitest.Read[apitest.Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(tip)))
		if q.Total != 25.5 || q.Tax != 2 || q.Delivery != 2 || q.Tip != 1.5 || !q.NowAllowed || len(q.Problems) > 0 || len(q.Slots) != 7 || !slices.Equal(q.PaymentMethods, []string{"cash_on_delivery"}) {
			t.Errorf("the quote is %+v", q)
		}
		var codes []string
		for _, r := range q.Rows {
			codes = append(codes, r.Code)
		}
		if !slices.Equal(codes, []string{"subtotal", "delivery_charge", "tax", "tip", "total"}) {
			t.Errorf("rows %v", codes)
		}
		p := c.PlaceCart(t, "key-0001", tip)
		if p.Order.Total != 25.5 || p.Order.OrderStatus != "pending" || p.TrackingToken == "" {
			t.Errorf("placed %+v", p)
		}
	})
}

func TestCheckout_CHK04_theSameKeyReturnsTheSameOrder(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.AddToCart(t, item.ID, 2)
		body := c.AgreedBody(t, nil)
		first := c.Call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		again := c.Call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		if first.Status != 200 || first.Body != again.Body {
			t.Errorf("first %d %s\nagain %d %s", first.Status, first.Body, again.Status, again.Body)
		}
		other := strings.Replace(body, "Asha", "Aisha", 1)
		if a := c.Call(t, "POST", "/orders", other, "Idempotency-Key", "key-0001"); a.Status != 409 || !slices.Equal(a.Errors(t), []string{"conflict: This Idempotency-Key has placed another order. Idempotency-Key"}) {
			t.Errorf("another body: %d %s", a.Status, a.Body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}

func TestCheckout_API04_errors(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.AddToCart(t, item.ID, 1)
		good := c.AgreedBody(t, nil)
		edit := func(change func(map[string]any)) string { return c.AgreedBody(t, change) }
		address := func(field string, value any) func(map[string]any) {
			return func(b map[string]any) { b["address"].(map[string]any)[field] = value }
		}
		tests := []struct {
			name, path, body, key string
			status                int
			want                  string
		}{
			{"not JSON", "/orders", `{"source"`, "key-0001", 400, ""},
			{"a body of another kind", "/checkout/quote", `[1,2]`, "", 422, ""},
			{"no key", "/orders", good, "", 422, ""},
			{"too short a key", "/orders", good, "k", 422, ""},
			{"no source", "/checkout/quote", fmt.Sprintf(`{"guest_id":%q,"order_type":"delivery"}`, c.GuestID), "", 422, ""},
			{"no such source", "/checkout/quote", strings.Replace(good, `"cart"`, `"campaign"`, 1), "", 422, ""},
			{"no such order type", "/checkout/quote", strings.Replace(good, `"delivery"`, `"pigeon"`, 1), "", 422, ""},
			{"a latitude beyond the pole", "/checkout/quote", strings.Replace(good, `"latitude":-11`, `"latitude":-111`, 1), "", 422, ""},
			{"a guest we never made", "/orders", strings.Replace(good, c.GuestID, "nobody", 1), "key-0001", 404, "guest_unknown: Your guest session has ended. Please try again."},
			{"buy now of nothing", "/checkout/quote", strings.Replace(good, `"cart"`, `"buy_now"`, 1), "", 422, "invalid: What would you like to buy? line"},
			{"a time that is none", "/checkout/quote", strings.Replace(good, `"source"`, `"schedule_at":"tomorrow","source"`, 1), "", 422, "invalid: A time looks like 2026-01-31T12:00:00Z. schedule_at"},
			{"a tip of half a cent", "/checkout/quote", strings.Replace(good, `"source"`, `"tip":0.005,"source"`, 1), "", 422, "invalid: An amount has at most 2 decimals. tip"},
			{"a tip below nothing", "/checkout/quote", strings.Replace(good, `"source"`, `"tip":-1,"source"`, 1), "", 422, ""},
			{"ADDR-04 no name", "/orders", edit(address("contact_person_name", "")), "key-0001", 422, "invalid: Name is required address.contact_person_name"},
			{"ADDR-04 no phone", "/orders", edit(address("contact_person_number", "")), "key-0001", 422, "invalid: Phone Number is required address.contact_person_number"},
			{"ADDR-04 no address", "/orders", edit(address("address", "")), "key-0001", 422, "invalid: Address is required address.address"},
			{"C4 nothing agreed to", "/orders", c.CheckoutBody(nil), "key-0001", 422, "invalid: Please look at your order once more before you place it. quote_digest"},
			{"a digest of another order", "/orders", strings.Replace(good, `"quote_digest":"`, `"quote_digest":"x`, 1), "key-0001", 409, "cart_changed: Your order has changed. Please look at it once more."},
		}
		for _, tt := range tests {
			var headers []string
			if tt.key != "" {
				headers = []string{"Idempotency-Key", tt.key}
			}
			a := c.Call(t, "POST", tt.path, tt.body, headers...)
			if a.Status != tt.status {
				t.Errorf("%s: status %d, want %d: %s", tt.name, a.Status, tt.status, a.Body)
			}
			if got := a.Errors(t); tt.want != "" && !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("%d orders were placed", n)
		}
	})
}

func TestCheckout_TRAP_C3_aHigherPriceReturnsTheNewQuote(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.AddToCart(t, item.ID, 1)
		body := c.AgreedBody(t, nil)
		c.Exec(t, `UPDATE items SET price = 1100`)
		a := c.Call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		if a.Status != 409 || !slices.Equal(a.Errors(t), []string{"price_changed: The price has changed. Please look at it once more."}) {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		var refusal struct{ Detail apitest.Quote }
		if err := json.Unmarshal([]byte(a.Body), &refusal); err != nil || refusal.Detail.Total != 13 || len(refusal.Detail.Slots) == 0 || len(refusal.Detail.Lines) != 1 {
			t.Errorf("%v: the refusal carries %+v", err, refusal.Detail)
		}
		agreed := c.CheckoutBody(func(b map[string]any) {
			b["accepted_total"], b["quote_digest"] = refusal.Detail.Total, refusal.Detail.Digest
		})
		if p := apitest.Read[apitest.Placed](t, c.Call(t, "POST", "/orders", agreed, "Idempotency-Key", "key-0001")); p.Order.Total != 13 {
			t.Errorf("placed %+v", p)
		}
	})
}

func TestCheckout_CHK02_guestsOnlyWhereAllowed(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.AddToCart(t, item.ID, 1)
		body := c.AgreedBody(t, nil)
		c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		a := c.Call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		if a.Status != 403 || !slices.Equal(a.Errors(t), []string{"forbidden: Please sign in to place an order."}) {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

func TestCheckout_CHK06_buyNowAndScheduleForATakeAway(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, ordertest.WithMenu)
		slot := ordertest.Now.Add(30 * time.Minute).Format(time.RFC3339)
		p := c.PlaceCart(t, "key-0001", func(b map[string]any) {
			b["source"], b["order_type"], b["schedule_at"] = "buy_now", "take_away", slot
			b["line"] = map[string]any{"item_id": item.ID, "quantity": 2, "variation": []any{map[string]any{"id": "1", "values": map[string]any{"ids": []string{"2"}}}}}
		})
		if p.Order.OrderStatus != "scheduled" || p.Order.Total != 24 {
			t.Errorf("placed %+v", p)
		}
	})
}

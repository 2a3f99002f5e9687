package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

func TestCheckout_CHK01_quotesAndPlacesTheCart(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 }), 1000, 5, nil)
		c.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		c.add(t, item.ID, 2)
		tip := func(b map[string]any) { b["tip"] = 1.5 }

		q := read[quoted](t, c.call(t, "POST", "/checkout/quote", c.checkout(tip)))
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
		p := c.place(t, "key-0001", tip)
		if p.Order.Total != 25.5 || p.Order.OrderStatus != "pending" || p.TrackingToken == "" {
			t.Errorf("placed %+v", p)
		}
	})
}

func TestCheckout_CHK04_theSameKeyGivesTheSameAnswer(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.add(t, item.ID, 2)
		body := c.agree(t, nil)
		first := c.call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		again := c.call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		if first.status != 200 || first.body != again.body {
			t.Errorf("first %d %s\nagain %d %s", first.status, first.body, again.status, again.body)
		}
		other := strings.Replace(body, "Asha", "Aisha", 1)
		if a := c.call(t, "POST", "/orders", other, "Idempotency-Key", "key-0001"); a.status != 409 || !slices.Equal(a.entries(t), []string{"conflict: This Idempotency-Key has placed another order. Idempotency-Key"}) {
			t.Errorf("another body: %d %s", a.status, a.body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}

func TestCheckout_API04_refusesWithOneShape(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.add(t, item.ID, 1)
		good := c.agree(t, nil)
		edit := func(change func(map[string]any)) string { return c.agree(t, change) }
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
			{"no source", "/checkout/quote", fmt.Sprintf(`{"guest_id":%q,"order_type":"delivery"}`, c.guest), "", 422, ""},
			{"no such source", "/checkout/quote", strings.Replace(good, `"cart"`, `"campaign"`, 1), "", 422, ""},
			{"no such order type", "/checkout/quote", strings.Replace(good, `"delivery"`, `"pigeon"`, 1), "", 422, ""},
			{"a latitude beyond the pole", "/checkout/quote", strings.Replace(good, `"latitude":-11`, `"latitude":-111`, 1), "", 422, ""},
			{"a guest we never made", "/orders", strings.Replace(good, c.guest, "nobody", 1), "key-0001", 404, "guest_unknown: Your guest session has ended. Please try again."},
			{"buy now of nothing", "/checkout/quote", strings.Replace(good, `"cart"`, `"buy_now"`, 1), "", 422, "invalid: What would you like to buy? line"},
			{"a time that is none", "/checkout/quote", strings.Replace(good, `"source"`, `"schedule_at":"tomorrow","source"`, 1), "", 422, "invalid: A time looks like 2026-01-31T12:00:00Z. schedule_at"},
			{"a tip of half a cent", "/checkout/quote", strings.Replace(good, `"source"`, `"tip":0.005,"source"`, 1), "", 422, "invalid: An amount has at most 2 decimals. tip"},
			{"a tip below nothing", "/checkout/quote", strings.Replace(good, `"source"`, `"tip":-1,"source"`, 1), "", 422, ""},
			{"ADDR-04 no name", "/orders", edit(address("contact_person_name", "")), "key-0001", 422, "invalid: Name is required address.contact_person_name"},
			{"ADDR-04 no phone", "/orders", edit(address("contact_person_number", "")), "key-0001", 422, "invalid: Phone Number is required address.contact_person_number"},
			{"ADDR-04 no address", "/orders", edit(address("address", "")), "key-0001", 422, "invalid: Address is required address.address"},
			{"C4 nothing agreed to", "/orders", c.checkout(nil), "key-0001", 422, "invalid: Please look at your order once more before you place it. quote_digest"},
			{"a digest of another order", "/orders", strings.Replace(good, `"quote_digest":"`, `"quote_digest":"x`, 1), "key-0001", 409, "cart_changed: Your order has changed. Please look at it once more."},
		}
		for _, tt := range tests {
			var headers []string
			if tt.key != "" {
				headers = []string{"Idempotency-Key", tt.key}
			}
			a := c.call(t, "POST", tt.path, tt.body, headers...)
			if a.status != tt.status {
				t.Errorf("%s: status %d, want %d: %s", tt.name, a.status, tt.status, a.body)
			}
			if got := a.entries(t); tt.want != "" && !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("%d orders were placed", n)
		}
	})
}

func TestCheckout_TRAP_C3_aRiseCarriesTheNewQuote(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.add(t, item.ID, 1)
		body := c.agree(t, nil)
		c.Exec(t, `UPDATE items SET price = 1100`)
		a := c.call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		if a.status != 409 || !slices.Equal(a.entries(t), []string{"price_changed: The price has changed. Please look at it once more."}) {
			t.Fatalf("%d %s", a.status, a.body)
		}
		var refusal struct{ Detail quoted }
		if err := json.Unmarshal([]byte(a.body), &refusal); err != nil || refusal.Detail.Total != 13 || len(refusal.Detail.Slots) == 0 || len(refusal.Detail.Lines) != 1 {
			t.Errorf("%v: the refusal carries %+v", err, refusal.Detail)
		}
		agreed := c.checkout(func(b map[string]any) {
			b["accepted_total"], b["quote_digest"] = refusal.Detail.Total, refusal.Detail.Digest
		})
		if p := read[placed](t, c.call(t, "POST", "/orders", agreed, "Idempotency-Key", "key-0001")); p.Order.Total != 13 {
			t.Errorf("placed %+v", p)
		}
	})
}

func TestCheckout_CHK02_guestsOnlyWhereTheyMay(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		c.add(t, item.ID, 1)
		body := c.agree(t, nil)
		c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		a := c.call(t, "POST", "/orders", body, "Idempotency-Key", "key-0001")
		if a.status != 403 || !slices.Equal(a.entries(t), []string{"forbidden: Please sign in to place an order."}) {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

func TestCheckout_CHK06_buyNowAndScheduleForATakeAway(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, ordertest.WithMenu)
		slot := ordertest.Now.Add(30 * time.Minute).Format(time.RFC3339)
		p := c.place(t, "key-0001", func(b map[string]any) {
			b["source"], b["order_type"], b["schedule_at"] = "buy_now", "take_away", slot
			b["line"] = map[string]any{"item_id": item.ID, "quantity": 2, "variation": []any{map[string]any{"id": "1", "values": map[string]any{"ids": []string{"2"}}}}}
		})
		if p.Order.OrderStatus != "scheduled" || p.Order.Total != 24 {
			t.Errorf("placed %+v", p)
		}
	})
}

// move brings an order along as the store's staff do.
func (c *till) move(t *testing.T, id int64, to order.Status, by order.Actor) {
	t.Helper()
	if err := c.Orders.Move(t.Context(), id, to, by, ""); err != nil {
		t.Fatal(err)
	}
}

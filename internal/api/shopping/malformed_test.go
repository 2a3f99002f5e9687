package shopping_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
)

// with is the body with one more field.
func with(body map[string]any, field string, value any) map[string]any {
	more := maps.Clone(body)
	more[field] = value
	return more
}

func encoded(body any) string {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // only for what JSON cannot hold, and ours came from JSON
	}
	return string(text)
}

func sortedKeys(body map[string]any) []string { return slices.Sorted(maps.Keys(body)) }

// Every read of a shopper, with every parameter in turn holding something nasty,
// responds, and never with an internal error.
func TestReadsOfShopper_API02_areNoInternalError(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		asked := 0
		try := func(path string) {
			asked++
			if a := c.Call(t, http.MethodGet, path, ""); a.Status >= http.StatusInternalServerError {
				t.Errorf("GET %s: %d %s", path, a.Status, a.Body)
			}
		}
		for path, item := range api.Document(http.NewServeMux()).Paths {
			if item.Get == nil || !apitest.IsOfShopper(path) || strings.HasSuffix(path, "/events") {
				continue
			}
			for _, value := range apitest.NastyValues {
				if value != "" { // an empty part is another address
					try(strings.ReplaceAll(path, "{id}", url.PathEscape(value)))
				}
				for _, p := range item.Get.Parameters {
					if p.In == "query" {
						try(strings.ReplaceAll(path, "{id}", "1") + "?" + url.QueryEscape(p.Name) + "=" + url.QueryEscape(value))
					}
				}
			}
		}
		if asked < 300 {
			t.Errorf("only %d requests were tried", asked)
		}
	})
}

// TestTrade_API04_noBodyIsEverOurFault sends bodies that are nearly right, with
// values nobody would send in their place.
func TestBodies_API04_areNoInternalError(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 1_000_000, ordertest.WithMenu)
		order := c.BuyNew(t)
		line := map[string]any{
			"item_id": item.ID, "quantity": 1, "price": 10.0, "add_on_ids": []any{1}, "add_on_qtys": []any{1},
			"variation": []any{map[string]any{"id": "1", "name": "Size", "type": "", "values": map[string]any{"label": []any{"Small"}, "ids": []any{"1"}}}},
		}
		bodies := []struct {
			method, path string
			body         map[string]any
		}{
			{"POST", "/cart", with(line, "guest_id", c.GuestID)},
			{"PUT", "/cart", with(with(line, "guest_id", c.GuestID), "cart_id", 1)},
			{"POST", "/checkout/quote", apitest.Decode(c.CheckoutBody(func(b map[string]any) { b["source"], b["line"] = "buy_now", line }))},
			{"POST", "/orders", apitest.Decode(c.AgreedBody(t, func(b map[string]any) { b["source"], b["line"] = "buy_now", line }))},
			{"POST", fmt.Sprintf("/orders/%d/cancel", order.Order.ID), map[string]any{"token": order.TrackingToken, "reason": "other"}},
		}
		strange := []any{nil, true, "", "\x00", "é\u202e", strings.Repeat("x", 3000), 0, -1, 0.1, 1e18, 9.3e18, 1e300, -1e300, []any{}, map[string]any{}, []any{nil}, []any{[]any{}}}
		n := 0
		rapid.Check(t, func(d *rapid.T) {
			b := bodies[rapid.IntRange(0, len(bodies)-1).Draw(d, "call")]
			body := apitest.Decode(encoded(b.body))
			for range rapid.IntRange(1, 3).Draw(d, "changes") {
				disturb(d, body, strange)
			}
			n++
			a := c.Call(t, b.method, b.path, encoded(body), "Idempotency-Key", fmt.Sprintf("storm-%06d", n))
			if a.Status >= http.StatusInternalServerError {
				d.Fatalf("%s %s %s\n%d %s", b.method, b.path, encoded(body), a.Status, a.Body)
			}
			if a.Status >= http.StatusBadRequest {
				a.Errors(t)
			}
		})
	})
}

// disturb puts a strange value somewhere into the body.
func disturb(d *rapid.T, body map[string]any, strange []any) {
	keys := rapid.SampledFrom(sortedKeys(body)).Draw(d, "field")
	inner, nested := body[keys].(map[string]any)
	if nested && len(inner) > 0 && rapid.Bool().Draw(d, "deeper") {
		disturb(d, inner, strange)
		return
	}
	body[keys] = rapid.SampledFrom(strange).Draw(d, "value")
}

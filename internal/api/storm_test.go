package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/api"
	"hawker/internal/order/ordertest"
)

// together sends requests together and answers what each was told.
func (c *till) together(t *testing.T, n int, request func(i int) (method, path, body string, headers []string)) []answer {
	t.Helper()
	answers := make([]answer, n)
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			method, path, body, headers := request(i)
			<-start
			answers[i] = c.call(t, method, path, body, headers...)
		})
	}
	close(start)
	all.Wait()
	return answers
}

func TestCheckout_TRAP_S1_theLastUnitsThroughTheRouter(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		const guests, units = 60, 20
		item := c.Item(t, c.Store(t, nil), 1000, units, nil)
		bodies := make([]string, guests)
		for i := range bodies {
			c.guest = c.newGuest(t)
			c.add(t, item.ID, 1)
			bodies[i] = c.agree(t, nil)
		}
		answers := c.together(t, guests, func(i int) (string, string, string, []string) {
			return "POST", "/orders", bodies[i], []string{"Idempotency-Key", fmt.Sprintf("key-%05d", i)}
		})
		count := map[int]int{}
		for _, a := range answers {
			count[a.status]++
			if a.status != 200 {
				if got := a.entries(t); len(got) != 1 || !strings.HasPrefix(got[0], "out_of_stock: Out of Stock") {
					t.Errorf("a loser is told %d %q", a.status, got)
				}
			}
		}
		if count[200] != units || count[409] != guests-units {
			t.Errorf("statuses %v, want %d times 200 and %d times 409", count, units, guests-units)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != units {
			t.Errorf("%d orders", n)
		}
	})
}

func TestCheckout_CHK04_fiftyClicksAreOneOrderAndOneAnswer(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 100, nil)
		c.add(t, item.ID, 1)
		body := c.agree(t, nil)
		answers := c.together(t, 50, func(int) (string, string, string, []string) {
			return "POST", "/orders", body, []string{"Idempotency-Key", "key-00001"}
		})
		for _, a := range answers {
			if a.status != 200 || a.body != answers[0].body {
				t.Fatalf("%d %s\nthe first: %d %s", a.status, a.body, answers[0].status, answers[0].body)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}

// TestTrade_API04_noBodyIsEverOurFault sends bodies that are nearly right, with
// values nobody would send in their place.
func TestTrade_API04_noBodyIsEverOurFault(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		item := c.Item(t, c.Store(t, nil), 1000, 1_000_000, ordertest.WithMenu)
		order := c.buy(t)
		line := map[string]any{
			"item_id": item.ID, "quantity": 1, "price": 10.0, "add_on_ids": []any{1}, "add_on_qtys": []any{1},
			"variation": []any{map[string]any{"id": "1", "name": "Size", "type": "", "values": map[string]any{"label": []any{"Small"}, "ids": []any{"1"}}}},
		}
		bodies := []struct {
			method, path string
			body         map[string]any
		}{
			{"POST", "/cart", with(line, "guest_id", c.guest)},
			{"PUT", "/cart", with(with(line, "guest_id", c.guest), "cart_id", 1)},
			{"POST", "/checkout/quote", decoded(c.checkout(func(b map[string]any) { b["source"], b["line"] = "buy_now", line }))},
			{"POST", "/orders", decoded(c.agree(t, func(b map[string]any) { b["source"], b["line"] = "buy_now", line }))},
			{"POST", fmt.Sprintf("/orders/%d/cancel", order.Order.ID), map[string]any{"token": order.TrackingToken, "reason": "other"}},
		}
		strange := []any{nil, true, "", "\x00", "é\u202e", strings.Repeat("x", 3000), 0, -1, 0.1, 1e18, 9.3e18, 1e300, -1e300, []any{}, map[string]any{}, []any{nil}, []any{[]any{}}}
		n := 0
		rapid.Check(t, func(d *rapid.T) {
			b := bodies[rapid.IntRange(0, len(bodies)-1).Draw(d, "call")]
			body := decoded(encoded(b.body))
			for range rapid.IntRange(1, 3).Draw(d, "changes") {
				disturb(d, body, strange)
			}
			n++
			a := c.call(t, b.method, b.path, encoded(body), "Idempotency-Key", fmt.Sprintf("storm-%06d", n))
			if a.status >= http.StatusInternalServerError {
				d.Fatalf("%s %s %s\n%d %s", b.method, b.path, encoded(body), a.status, a.body)
			}
			if a.status >= http.StatusBadRequest {
				a.entries(t)
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

func TestTrade_PERM03_noShopperFindsAStaffCall(t *testing.T) {
	t.Parallel()
	for path := range api.Document(http.NewServeMux()).Paths {
		for _, role := range []string{"admin", "vendor", "rider", "staff", "status"} {
			if strings.Contains(path, role) {
				t.Errorf("%s is served to shoppers", path)
			}
		}
	}
}

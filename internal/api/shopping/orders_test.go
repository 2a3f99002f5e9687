package shopping_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
)

func TestOrders_TRAP_P1_areReadWithTheirToken(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		mine, other := c.BuyNew(t), c.BuyNew(t)
		id := mine.Order.ID
		a := c.Call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", id, mine.TrackingToken), "")
		o := apitest.Read[struct {
			OrderStatus string `json:"order_status"`
			Lines       []struct {
				Name     string
				Quantity int
				Total    float64
			}
			Address struct {
				ContactPersonName string `json:"contact_person_name"`
			}
			Tracking struct {
				CanCancel bool `json:"can_cancel"`
				Step      int
				Route     []any
			}
			Store struct{ Name string }
		}](t, a)
		if o.OrderStatus != "pending" || len(o.Lines) != 1 || o.Lines[0].Total != 20 || o.Address.ContactPersonName != "Asha Rao" || !o.Tracking.CanCancel || len(o.Tracking.Route) != 2 || o.Store.Name != "Corner Kitchen" {
			t.Errorf("my order is %+v", o)
		}
		missing := c.Call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", 999999, mine.TrackingToken), "")
		for name, token := range map[string]string{"none": "", "another order's": other.TrackingToken, "a guess": "x", "my guest id": c.GuestID} {
			foreign := c.Call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", id, token), "")
			if foreign.Status != 404 || foreign.Body != missing.Body {
				t.Errorf("token %s: %d %s\na missing order: %d %s", name, foreign.Status, foreign.Body, missing.Status, missing.Body)
			}
			cancel := c.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", id), fmt.Sprintf(`{"token":%q,"reason":"other"}`, token))
			events := c.Call(t, "GET", fmt.Sprintf("/orders/%d/events?token=%s", id, token), "")
			if cancel.Status != 404 || events.Status != 404 {
				t.Errorf("token %s: cancel %d, events %d", name, cancel.Status, events.Status)
			}
		}
	})
}

func TestOrders_ORD04_cancelWhilePending(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		p := c.BuyNew(t)
		reasons := apitest.Read[struct{ Reasons []struct{ ID, Reason string } }](t, c.Call(t, "GET", "/orders/cancel-reasons", ""))
		if len(reasons.Reasons) < 2 || reasons.Reasons[0].ID == "" {
			t.Fatalf("reasons %+v", reasons)
		}
		path := fmt.Sprintf("/orders/%d/cancel", p.Order.ID)
		body := func(reason string) string { return fmt.Sprintf(`{"token":%q,"reason":%q}`, p.TrackingToken, reason) }
		if a := c.Call(t, "POST", path, body("because")); a.Status != 422 || !slices.Equal(a.Errors(t), []string{"invalid: Please choose a reason. reason"}) {
			t.Errorf("a reason of one's own: %d %s", a.Status, a.Body)
		}
		a := c.Call(t, "POST", path, body(reasons.Reasons[0].ID))
		if a.Text(t, "order_status") != "canceled" || a.Text(t, "cancel_reason") != reasons.Reasons[0].Reason {
			t.Errorf("canceled: %s", a.Body)
		}
		if again := c.Call(t, "POST", path, body("other")); again.Status != 409 {
			t.Errorf("again: %d %s", again.Status, again.Body)
		}
		if left := c.Number(t, `SELECT quantity FROM stock`); left != 5 {
			t.Errorf("%d left in stock, want all 5", left)
		}
		late := c.BuyNew(t)
		c.MoveOrder(t, late.Order.ID, order.Confirmed, order.ByVendor)
		if a := c.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", late.Order.ID), fmt.Sprintf(`{"token":%q,"reason":"other"}`, late.TrackingToken)); a.Status != 409 || !slices.Equal(a.Errors(t), []string{"conflict: The order is confirmed already."}) {
			t.Errorf("once confirmed: %d %s", a.Status, a.Body)
		}
	})
}

// The guest's secret, an order's token and a phone are taken from a header and
// from where the documents put them, and both must say the same.
func TestSecretsInHeaders_CART02_ORD02_P1(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		p := c.BuyNew(t)
		order := fmt.Sprint("/orders/", p.Order.ID)
		track := fmt.Sprint("/orders/track?order_id=", p.Order.ID)
		other := "somebody-else-0123456789"
		for _, tt := range []struct {
			path, header, value, other string
			want                       int
			field                      string
		}{
			{"/cart", "X-Guest-Id", c.GuestID, "guest_id", 200, "guest_id"},
			{order, "X-Order-Token", p.TrackingToken, "token", 200, "token"},
			{track, "X-Phone", "2025550123", "phone", 200, "phone"},
		} {
			with := func(value string) string {
				separator := "?"
				if strings.Contains(tt.path, "?") {
					separator = "&"
				}
				return tt.path + separator + tt.other + "=" + value
			}
			if a := c.Call(t, "GET", tt.path, "", tt.header, tt.value); a.Status != tt.want {
				t.Errorf("%s by %s: %d %s", tt.path, tt.header, a.Status, a.Body)
			}
			if a := c.Call(t, "GET", with(tt.value), ""); a.Status != tt.want {
				t.Errorf("%s by %s: %d %s", tt.path, tt.other, a.Status, a.Body)
			}
			if a := c.Call(t, "GET", with(tt.value), "", tt.header, tt.value); a.Status != tt.want {
				t.Errorf("%s by both: %d %s", tt.path, a.Status, a.Body)
			}
			for _, a := range []apitest.Response{
				c.Call(t, "GET", with(other), "", tt.header, tt.value),
				c.Call(t, "GET", with(tt.value), "", tt.header, other),
			} {
				if a.Status != 400 || !strings.Contains(a.Body, tt.field) {
					t.Errorf("%s by two that differ: %d %s", tt.path, a.Status, a.Body)
				}
			}
		}
		if a := c.Call(t, "GET", track, ""); a.Status != 422 || !strings.Contains(a.Body, "phone") {
			t.Errorf("without a phone: %d %s", a.Status, a.Body)
		}
	})
}

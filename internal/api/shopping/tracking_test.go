package shopping_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

func TestOrders_ORD02_trackByNumberAndPhoneReturnsNoNames(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		p := c.BuyNew(t)
		track := func(id int64, phone string) apitest.Response {
			return c.Call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d&phone=%s", id, phone), "")
		}
		missing := track(999999, "%2B12025550123")
		for _, a := range []apitest.Response{track(p.Order.ID, "%2B12025550124"), track(p.Order.ID, "x")} {
			if a.Status != 404 || a.Body != missing.Body {
				t.Errorf("a wrong phone: %d %s\nan unknown order: %d %s", a.Status, a.Body, missing.Status, missing.Body)
			}
		}
		for _, phone := range []string{"%2B12025550123", "2025550123", "(202)%20555-0123"} {
			if a := track(p.Order.ID, phone); a.Status != 200 {
				t.Errorf("%s: %d %s", phone, a.Status, a.Body)
			}
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			c.MoveOrder(t, p.Order.ID, to, order.ByVendor)
		}
		if err := c.SetRider(t, p.Order.ID, order.Rider{Name: "Ravi", Phone: "+12025550199", Vehicle: "Scooter", Point: ordertest.StorePoint}); err != nil {
			t.Fatal(err)
		}
		a := track(p.Order.ID, "2025550123")
		for _, secret := range []string{"Asha", "Hill Street", "Ravi", "Mint burger", "+1202", "destination_point", `"rider"`} {
			if strings.Contains(a.Body, secret) {
				t.Errorf("tracking tells %q: %s", secret, a.Body)
			}
		}
		whole := c.Call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", p.Order.ID, p.TrackingToken), "")
		if !strings.Contains(whole.Body, "Ravi") || strings.Contains(whole.Body, "+12025550199") {
			t.Errorf("the owner sees %s", whole.Body)
		}
	})
}

// Only wrong tries count, and each together with the address it came from: a
// stranger's guesses shut out nobody else.
func TestOrders_ORD02_wrongAttemptsAreCountedByOrderPhoneAndAddress(t *testing.T) {
	t.Parallel()
	c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	mine := c.BuyNew(t).Order.ID
	track := func(from, order, phone string) int {
		r := httptest.NewRequest("GET", fmt.Sprintf("%s/orders/track?order_id=%s", call.Prefix, order), nil)
		r.Header.Set("X-Phone", phone)
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		if w.Code == 429 && w.Header().Get("Retry-After") == "" {
			t.Error("a 429 without Retry-After")
		}
		return w.Code
	}
	refused := func(n int, from func(i int) string, order, phone func(i int) string) (refused int) {
		for i := range n {
			switch code := track(from(i), order(i), phone(i)); code {
			case 429:
				refused++
			case 404:
			default:
				t.Errorf("a wrong try is answered with %d", code)
			}
		}
		return refused
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	each := func(form string, from int) func(int) string {
		return func(i int) string { return fmt.Sprintf(form, from+i) }
	}
	id := fmt.Sprint(mine)

	// However the number is written, it is one order.
	spelled := func(i int) string { return []string{id, "0" + id, "%2B" + id}[i%3] }
	if n := refused(20, same("192.0.2.1"), spelled, each("+120255501%02d", 30)); n != 10 {
		t.Errorf("about one order, %d of 20 were refused", n)
	}
	if n := refused(20, same("192.0.2.2"), each("%d", 1000), same("(202) 555-0150")); n != 10 {
		t.Errorf("with one phone, %d of 20 were refused", n)
	}
	if n := refused(80, same("192.0.2.3"), each("%d", 1000), each("+120255502%02d", 10)); n != 20 {
		t.Errorf("from one address, %d of 80 were refused", n)
	}
	// From ever other addresses nobody is stopped, and nobody stops the owner.
	if n := refused(80, each("198.51.100.%d", 1), same(id), each("+120255502%02d", 10)); n != 0 {
		t.Errorf("from many addresses, %d of 80 were refused", n)
	}
	for i := range 100 {
		if code := track("203.0.113.9", id, "2025550123"); code != 200 {
			t.Fatalf("the owner's look %d: %d", i, code)
		}
	}
	if code := track("192.0.2.1", id, "2025550123"); code != 429 {
		t.Errorf("who has guessed too often gets to look: %d", code)
	}
}

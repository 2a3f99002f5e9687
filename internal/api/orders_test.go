package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// buy places an order of one item.
func (c *till) buy(t *testing.T) placed {
	t.Helper()
	item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
	return c.place(t, "key-"+item.Slug, func(b map[string]any) {
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": 2}
	})
}

func TestOrders_TRAP_P1_belongToWhoHoldsTheToken(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		mine, other := c.buy(t), c.buy(t)
		id := mine.Order.ID
		a := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", id, mine.TrackingToken), "")
		o := read[struct {
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
		missing := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", 999999, mine.TrackingToken), "")
		for name, token := range map[string]string{"none": "", "another order's": other.TrackingToken, "a guess": "x", "my guest id": c.guest} {
			foreign := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", id, token), "")
			if foreign.status != 404 || foreign.body != missing.body {
				t.Errorf("token %s: %d %s\na missing order: %d %s", name, foreign.status, foreign.body, missing.status, missing.body)
			}
			cancel := c.call(t, "POST", fmt.Sprintf("/orders/%d/cancel", id), fmt.Sprintf(`{"token":%q,"reason":"other"}`, token))
			events := c.call(t, "GET", fmt.Sprintf("/orders/%d/events?token=%s", id, token), "")
			if cancel.status != 404 || events.status != 404 {
				t.Errorf("token %s: cancel %d, events %d", name, cancel.status, events.status)
			}
		}
	})
}

func TestOrders_ORD04_cancelWhilePending(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		p := c.buy(t)
		reasons := read[struct{ Reasons []struct{ ID, Reason string } }](t, c.call(t, "GET", "/orders/cancel-reasons", ""))
		if len(reasons.Reasons) < 2 || reasons.Reasons[0].ID == "" {
			t.Fatalf("reasons %+v", reasons)
		}
		path := fmt.Sprintf("/orders/%d/cancel", p.Order.ID)
		body := func(reason string) string { return fmt.Sprintf(`{"token":%q,"reason":%q}`, p.TrackingToken, reason) }
		if a := c.call(t, "POST", path, body("because")); a.status != 422 || !slices.Equal(a.entries(t), []string{"invalid: Please choose a reason. reason"}) {
			t.Errorf("a reason of one's own: %d %s", a.status, a.body)
		}
		a := c.call(t, "POST", path, body(reasons.Reasons[0].ID))
		if a.text(t, "order_status") != "canceled" || a.text(t, "cancel_reason") != reasons.Reasons[0].Reason {
			t.Errorf("canceled: %s", a.body)
		}
		if again := c.call(t, "POST", path, body("other")); again.status != 409 {
			t.Errorf("again: %d %s", again.status, again.body)
		}
		if left := c.Number(t, `SELECT quantity FROM stock`); left != 5 {
			t.Errorf("%d left in stock, want all 5", left)
		}
		late := c.buy(t)
		c.move(t, late.Order.ID, order.Confirmed, order.ByVendor)
		if a := c.call(t, "POST", fmt.Sprintf("/orders/%d/cancel", late.Order.ID), fmt.Sprintf(`{"token":%q,"reason":"other"}`, late.TrackingToken)); a.status != 409 || !slices.Equal(a.entries(t), []string{"conflict: The order is confirmed already."}) {
			t.Errorf("once confirmed: %d %s", a.status, a.body)
		}
	})
}

func TestOrders_ORD02_trackByNumberAndPhoneTellsNoNames(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		p := c.buy(t)
		track := func(id int64, phone string) answer {
			return c.call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d&phone=%s", id, phone), "")
		}
		missing := track(999999, "%2B12025550123")
		for _, a := range []answer{track(p.Order.ID, "%2B12025550124"), track(p.Order.ID, "x")} {
			if a.status != 404 || a.body != missing.body {
				t.Errorf("a wrong phone: %d %s\nan unknown order: %d %s", a.status, a.body, missing.status, missing.body)
			}
		}
		for _, phone := range []string{"%2B12025550123", "2025550123", "(202)%20555-0123"} {
			if a := track(p.Order.ID, phone); a.status != 200 {
				t.Errorf("%s: %d %s", phone, a.status, a.body)
			}
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			c.move(t, p.Order.ID, to, order.ByVendor)
		}
		if err := c.Orders.SetRider(t.Context(), p.Order.ID, order.Rider{Name: "Ravi", Phone: "+12025550199", Vehicle: "Scooter", Point: ordertest.StorePoint}); err != nil {
			t.Fatal(err)
		}
		a := track(p.Order.ID, "2025550123")
		for _, secret := range []string{"Asha", "Hill Street", "Ravi", "Mint burger", "+1202", "destination_point", `"rider"`} {
			if strings.Contains(a.body, secret) {
				t.Errorf("tracking tells %q: %s", secret, a.body)
			}
		}
		whole := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", p.Order.ID, p.TrackingToken), "")
		if !strings.Contains(whole.body, "Ravi") || strings.Contains(whole.body, "+12025550199") {
			t.Errorf("the owner sees %s", whole.body)
		}
	})
}

func TestOrders_ORD02_trackingIsThrottledByAddressAndByOrder(t *testing.T) {
	t.Parallel()
	c := openTill(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	tries := func(order func(i int) int, from func(i int) string) (refused int) {
		for i := range 40 {
			r := httptest.NewRequest("GET", fmt.Sprintf("%s/orders/track?order_id=%d&phone=1", api.Prefix, order(i)), nil)
			r.RemoteAddr = from(i)
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			if w.Code == 429 {
				refused++
				if w.Header().Get("Retry-After") == "" {
					t.Error("a 429 without Retry-After")
				}
			}
		}
		return refused
	}
	one := func(int) int { return 7 }
	many := func(i int) int { return 1000 + i }
	if n := tries(many, func(int) string { return "192.0.2.1:1" }); n != 20 {
		t.Errorf("from one address %d of 40 were refused", n)
	}
	if n := tries(one, func(i int) string { return fmt.Sprintf("198.51.100.%d:1", i) }); n != 20 {
		t.Errorf("about one order %d of 40 were refused", n)
	}
}

// stream reads the events of an order from a running server.
type stream struct {
	lines  *bufio.Scanner
	header http.Header
	status int
}

func (c *till) watch(t *testing.T, url string, id int64, token string) (stream, context.CancelFunc) {
	t.Helper()
	return c.open(t, fmt.Sprintf("%s%s/orders/%d/events?token=%s", url, api.Prefix, id, token), "X-Localization", "en")
}

// open opens a stream, with one header more.
func (c *till) open(t *testing.T, url, header, value string) (stream, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(header, value)
	r.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); resp.Body.Close() })
	return stream{lines: bufio.NewScanner(resp.Body), header: resp.Header, status: resp.StatusCode}, cancel
}

type tracked struct {
	OrderStatus string `json:"order_status"`
	Rider       *struct {
		Name     string
		Progress float64
	}
	Timeline []struct{ Status string }
}

// next is the next event; ok is false at the end of the stream.
func (s stream) next(t *testing.T) (v tracked, ok bool) {
	t.Helper()
	for s.lines.Scan() {
		if data, found := strings.CutPrefix(s.lines.Text(), "data: "); found {
			if err := json.Unmarshal([]byte(data), &v); err != nil {
				t.Fatal(err)
			}
			return v, true
		}
	}
	return v, false
}

func TestEvents_TRAP_O6_followAnOrderWithoutAReload(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		drain := make(chan struct{})
		c := openTill(t, open(t), api.Deps{Draining: drain})
		ctx, stop := context.WithCancel(t.Context())
		announced := make(chan struct{})
		go func() { defer close(announced); c.Orders.Run(ctx) }()
		defer func() { stop(); <-announced }()
		server := httptest.NewServer(c)
		defer server.Close()

		p := c.buy(t)
		mine, leave := c.watch(t, server.URL, p.Order.ID, p.TrackingToken)
		if mine.status != 200 || mine.header.Get("Content-Type") != "text/event-stream" || mine.header.Get("Content-Encoding") != "" {
			t.Fatalf("%d %v", mine.status, mine.header)
		}
		byPhone := read[struct {
			EventsToken string `json:"events_token"`
		}](t, c.call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d&phone=2025550123", p.Order.ID), ""))
		theirs, _ := c.watch(t, server.URL, p.Order.ID, byPhone.EventsToken)

		for _, s := range []stream{mine, theirs} {
			if v, ok := s.next(t); !ok || v.OrderStatus != "pending" {
				t.Errorf("on connect: %+v, %t", v, ok)
			}
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			c.move(t, p.Order.ID, to, order.ByVendor)
			for _, s := range []stream{mine, theirs} {
				if v, ok := s.next(t); !ok || v.OrderStatus != string(to) {
					t.Errorf("after %s: %+v, %t", to, v, ok)
				}
			}
		}
		if err := c.Orders.SetRider(t.Context(), p.Order.ID, order.Rider{Name: "Ravi", Progress: 0.5}); err != nil {
			t.Fatal(err)
		}
		if v, ok := mine.next(t); !ok || v.Rider == nil || v.Rider.Progress != 0.5 {
			t.Errorf("the rider moves: %+v, %t", v, ok)
		}
		leave()
		close(drain)
		for {
			v, ok := theirs.next(t)
			if !ok {
				break
			}
			if v.Rider != nil {
				t.Errorf("by phone one sees the rider: %+v", v)
			}
		}
	})
}

package shopping_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

func TestOrders_ORD02_aCustomerWatchesTheirOwn(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", apitest.BuyNow(item, 1)))
		path := fmt.Sprintf("/orders/%d/events", mine.Order.ID)
		if a := c.CallAs(t, other, "GET", path, nil); a.Status != 404 {
			t.Errorf("another's: %d %s", a.Status, a.Body)
		}
		server := httptest.NewServer(c.Handler)
		defer server.Close()
		r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+call.Prefix+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+me.Token)
		stream, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Body.Close()
		first := make([]byte, 4096)
		n, err := io.ReadAtLeast(stream.Body, first, 40)
		if err != nil || !strings.Contains(string(first[:n]), `"can_cancel":true`) {
			t.Errorf("the stream begins %q, %v", first[:n], err)
		}
	})
}

func TestEvents_TRAP_O6_followAnOrderWithoutAReload(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		drain := make(chan struct{})
		c := apitest.NewGuestAPI(t, open(t), api.Deps{Draining: drain})
		ctx, stop := context.WithCancel(t.Context())
		announced := make(chan struct{})
		go func() { defer close(announced); c.Orders.Run(ctx) }()
		defer func() { stop(); <-announced }()
		server := httptest.NewServer(c)
		defer server.Close()

		p := c.BuyNew(t)
		mine, leave := c.Watch(t, server.URL, p.Order.ID, p.TrackingToken)
		if mine.Status != 200 || mine.Header.Get("Content-Type") != "text/event-stream" || mine.Header.Get("Content-Encoding") != "" {
			t.Fatalf("%d %v", mine.Status, mine.Header)
		}
		byPhone := apitest.Read[struct {
			EventsToken string `json:"events_token"`
		}](t, c.Call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d&phone=2025550123", p.Order.ID), ""))
		theirs, _ := c.Watch(t, server.URL, p.Order.ID, byPhone.EventsToken)

		for _, s := range []apitest.Stream{mine, theirs} {
			if v, ok := s.Next(t); !ok || v.OrderStatus != "pending" {
				t.Errorf("on connect: %+v, %t", v, ok)
			}
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			c.MoveOrder(t, p.Order.ID, to, order.ByVendor)
			for _, s := range []apitest.Stream{mine, theirs} {
				if v, ok := s.Next(t); !ok || v.OrderStatus != string(to) {
					t.Errorf("after %s: %+v, %t", to, v, ok)
				}
			}
		}
		if err := c.SetRider(t, p.Order.ID, order.Rider{Name: "Ravi", Progress: 0.5}); err != nil {
			t.Fatal(err)
		}
		if v, ok := mine.Next(t); !ok || v.Rider == nil || v.Rider.Progress != 0.5 {
			t.Errorf("the rider moves: %+v, %t", v, ok)
		}
		leave()
		close(drain)
		for {
			v, ok := theirs.Next(t)
			if !ok {
				break
			}
			if v.Rider != nil {
				t.Errorf("by phone one sees the rider: %+v", v)
			}
		}
	})
}

// The order changes while the stream takes its first look: it must show that too,
// long before a heartbeat.
func TestEvents_TRAP_O6_nothingIsMissedBeforeTheFirstEvent(t *testing.T) {
	t.Parallel()
	fixture := ordertest.Open(t, dbtest.Open(t, db.SQLite))
	c := apitest.GuestAPIOf(t, fixture, api.Deps{Heartbeat: time.Hour})
	ctx, stop := context.WithCancel(t.Context())
	announced := make(chan struct{})
	go func() { defer close(announced); c.Orders.Run(ctx) }()
	t.Cleanup(func() { stop(); <-announced })
	server := httptest.NewServer(c)
	t.Cleanup(server.Close) // after the streams, for whose end it waits
	p := c.BuyNew(t)
	c.Exec(t, `UPDATE stores SET latitude = latitude + 0.001`) // a way that nobody has asked for
	moved := false
	fixture.Roads.OnRoute = func() { // the order has been read by then
		if !moved {
			moved = true
			c.MoveOrder(t, p.Order.ID, order.Confirmed, order.ByVendor)
		}
	}
	s, _ := c.Watch(t, server.URL, p.Order.ID, p.TrackingToken)
	got := make(chan string, 2)
	go func() {
		for range 2 {
			v, _ := s.Next(t)
			got <- v.OrderStatus
		}
	}()
	for _, want := range []string{"pending", "confirmed"} {
		select {
		case status := <-got:
			if status != want {
				t.Errorf("the stream says %s, want %s", status, want)
			}
		case <-time.After(15 * time.Second):
			t.Fatalf("the stream never said %s", want)
		}
	}
}

func TestEvents_AUTH10_endWithTheSession(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, tt := range []struct {
			why       string
			heartbeat time.Duration
			end       func(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer)
		}{
			{"signed out here, at once", time.Hour, func(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer) {
				if a := c.CallAs(t, me, "POST", "/auth/logout", nil); a.Status >= 300 {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
			}},
			{"signed out from another device, at once", time.Hour, func(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer) {
				first := c.Number(t, `SELECT MIN(id) FROM sessions WHERE customer_id = $1`, me.ID)
				if a := c.CallAs(t, c.SignInAgain(t, me, "another-device"), "DELETE", fmt.Sprint("/customer/sessions/", first), nil); a.Status != 200 {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
			}},
			{"the account deleted, at once", time.Hour, func(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer) {
				c.Exec(t, `UPDATE orders SET status = 'delivered'`) // one under way would be in the way
				if a := c.CallAs(t, me, "DELETE", "/customer", apitest.Fields{}); a.Status != 200 {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
			}},
			{"signed out everywhere else, at once", time.Hour, func(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer) {
				if a := c.CallAs(t, c.SignInAgain(t, me, "another-device"), "DELETE", "/customer/sessions", nil); a.Status != 200 || !strings.Contains(a.Body, "One other device has been signed out.") {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
			}},
			{"ended on another instance", 20 * time.Millisecond, func(t *testing.T, c *apitest.CustomerAPI, _ apitest.Customer) {
				c.Exec(t, `DELETE FROM sessions`)
			}},
		} {
			c := apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: tt.heartbeat})
			server := httptest.NewServer(c.Handler)
			me := c.NewCustomer(t)
			mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", apitest.BuyNow(c.Item(t, c.Store(t, nil), 1000, 9, nil), 1)))
			one, all := watchAs(t, c, server.URL, me.Token, fmt.Sprintf("/orders/%d/events", mine.Order.ID)), watchAs(t, c, server.URL, me.Token, "/events")
			tt.end(t, c, me)
			one.ExpectEnd(t, "an order: "+tt.why)
			all.ExpectEnd(t, "all orders: "+tt.why)
			server.CloseClientConnections()
			server.Close()
		}
	})
}

func TestEvents_TRAP_P2_endWhenTheOwnerChanges(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		c := apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: 20 * time.Millisecond})
		server := httptest.NewServer(c.Handler)
		t.Cleanup(server.Close) // after the streams, for whose end it waits
		me := c.NewCustomer(t)
		mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", apitest.BuyNow(c.Item(t, c.Store(t, nil), 1000, 9, nil), 1)))
		s := watchAs(t, c, server.URL, me.Token, fmt.Sprintf("/orders/%d/events", mine.Order.ID))
		c.Exec(t, `UPDATE orders SET shopper_id = (SELECT MIN(id) FROM shoppers)`)
		s.ExpectEnd(t, "given to somebody else")
	})
}

func TestEvents_ORD02_endWithTheirToken(t *testing.T) {
	t.Parallel()
	c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{Heartbeat: 20 * time.Millisecond})
	server := httptest.NewServer(c)
	t.Cleanup(server.Close) // after the streams, for whose end it waits
	p := c.BuyNew(t)
	s, _ := c.Watch(t, server.URL, p.Order.ID, c.Tokens.Events(p.Order.ID))
	if _, ok := s.Next(t); !ok {
		t.Fatal("nothing on connect")
	}
	c.Clock.Advance(31 * time.Minute)
	s.ExpectEnd(t, "its token is over")
}

func TestEvents_areLimitedInNumber(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		deps          api.Deps
		limit, status int
	}{
		{"from one address", api.Deps{RateLimits: true}, 100, http.StatusTooManyRequests},
		{"in all", api.Deps{MaxStreams: 3}, 3, http.StatusServiceUnavailable},
	} {
		c := apitest.NewCustomerAPI(t, dbtest.Open(t, db.SQLite), nil, tt.deps)
		server := httptest.NewServer(c.Handler)
		t.Cleanup(server.Close) // after the streams, for whose end it waits
		p := c.BuyNew(t)
		var leave context.CancelFunc
		for n := range tt.limit {
			var s apitest.Stream
			if s, leave = c.Watch(t, server.URL, p.Order.ID, p.TrackingToken); s.Status != 200 {
				t.Fatalf("%s: stream %d: %d", tt.name, n, s.Status)
			}
		}
		s, _ := c.Watch(t, server.URL, p.Order.ID, p.TrackingToken)
		if s.Status != tt.status || s.Header.Get("Retry-After") == "" {
			t.Errorf("%s: one more: %d, Retry-After %q", tt.name, s.Status, s.Header.Get("Retry-After"))
		}
		if all, _ := c.OpenStream(t, server.URL+call.Prefix+"/events", apitest.Bearer(c.NewCustomer(t).Token)...); all.Status != tt.status {
			t.Errorf("%s: all orders of a customer: %d, want %d", tt.name, all.Status, tt.status)
		}
		leave()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			if again, _ := c.Watch(t, server.URL, p.Order.ID, p.TrackingToken); again.Status == 200 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: who left keeps their place", tt.name)
			}
		}
	}
}

// watchAs opens a stream with a session, and reads its first event.
func watchAs(t *testing.T, c *apitest.CustomerAPI, url, token, path string) apitest.Stream {
	t.Helper()
	s, _ := c.OpenStream(t, url+call.Prefix+path, apitest.Bearer(token)...)
	if first := (map[string]any{}); s.Status != 200 || !s.Read(t, &first) || len(first) == 0 {
		t.Fatalf("the stream of %s begins with %d %v", path, s.Status, first)
	}
	return s
}

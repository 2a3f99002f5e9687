package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/signin/signintest"
)

// ends waits for the end of a stream.
func (s stream) ends(t *testing.T, why string) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for s.lines.Scan() {
		}
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Errorf("%s: the stream goes on", why)
	}
}

// The order changes while the stream takes its first look: it must show that too,
// long before a heartbeat.
func TestEvents_TRAP_O6_nothingIsMissedBeforeTheFirstEvent(t *testing.T) {
	t.Parallel()
	desk := ordertest.Open(t, dbtest.Open(t, db.SQLite))
	c := tillAt(t, desk, api.Deps{Heartbeat: time.Hour})
	ctx, stop := context.WithCancel(t.Context())
	announced := make(chan struct{})
	go func() { defer close(announced); c.Orders.Run(ctx) }()
	t.Cleanup(func() { stop(); <-announced })
	server := httptest.NewServer(c)
	t.Cleanup(server.Close) // after the streams, for whose end it waits
	p := c.buy(t)
	c.Exec(t, `UPDATE stores SET latitude = latitude + 0.001`) // a way that nobody has asked for
	moved := false
	desk.Roads.OnRoute = func() { // the order has been read by then
		if !moved {
			moved = true
			c.move(t, p.Order.ID, order.Confirmed, order.ByVendor)
		}
	}
	s, _ := c.watch(t, server.URL, p.Order.ID, p.TrackingToken)
	got := make(chan string, 2)
	go func() {
		for range 2 {
			v, _ := s.next(t)
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
			end       func(t *testing.T, c *lobby, me buyer)
		}{
			{"signed out here, at once", time.Hour, func(t *testing.T, c *lobby, me buyer) {
				if a := c.as(t, me, "POST", "/auth/logout", nil); a.status >= 300 {
					t.Fatalf("%d %s", a.status, a.body)
				}
			}},
			{"signed out from another device, at once", time.Hour, func(t *testing.T, c *lobby, me buyer) {
				first := c.Number(t, `SELECT MIN(id) FROM sessions WHERE customer_id = $1`, me.id)
				if a := c.as(t, c.again(t, me, "another-device"), "DELETE", fmt.Sprint("/customer/sessions/", first), nil); a.status != 200 {
					t.Fatalf("%d %s", a.status, a.body)
				}
			}},
			{"the account deleted, at once", time.Hour, func(t *testing.T, c *lobby, me buyer) {
				c.Exec(t, `UPDATE orders SET status = 'delivered'`) // one under way would be in the way
				if a := c.as(t, me, "DELETE", "/customer", fields{}); a.status != 200 {
					t.Fatalf("%d %s", a.status, a.body)
				}
			}},
			{"signed out everywhere else, at once", time.Hour, func(t *testing.T, c *lobby, me buyer) {
				if a := c.as(t, c.again(t, me, "another-device"), "DELETE", "/customer/sessions", nil); a.status != 200 || !strings.Contains(a.body, "One other device has been signed out.") {
					t.Fatalf("%d %s", a.status, a.body)
				}
			}},
			{"ended on another instance", 20 * time.Millisecond, func(t *testing.T, c *lobby, _ buyer) {
				c.Exec(t, `DELETE FROM sessions`)
			}},
		} {
			c := lobbyAt(t, open(t), nil, api.Deps{Heartbeat: tt.heartbeat})
			server := httptest.NewServer(c.Handler)
			me := c.buyer(t)
			mine := read[placed](t, c.placeAs(t, me, "key-00001", buyNow(c.Item(t, c.Store(t, nil), 1000, 9, nil), 1)))
			one, all := c.openAs(t, server.URL, me.token, fmt.Sprintf("/orders/%d/events", mine.Order.ID)), c.openAs(t, server.URL, me.token, "/events")
			tt.end(t, c, me)
			one.ends(t, "an order: "+tt.why)
			all.ends(t, "all orders: "+tt.why)
			server.CloseClientConnections()
			server.Close()
		}
	})
}

func TestEvents_TRAP_P2_endWhenTheOrderIsAnothers(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		c := lobbyAt(t, open(t), nil, api.Deps{Heartbeat: 20 * time.Millisecond})
		server := httptest.NewServer(c.Handler)
		t.Cleanup(server.Close) // after the streams, for whose end it waits
		me := c.buyer(t)
		mine := read[placed](t, c.placeAs(t, me, "key-00001", buyNow(c.Item(t, c.Store(t, nil), 1000, 9, nil), 1)))
		s := c.openAs(t, server.URL, me.token, fmt.Sprintf("/orders/%d/events", mine.Order.ID))
		c.Exec(t, `UPDATE orders SET shopper_id = (SELECT MIN(id) FROM shoppers)`)
		s.ends(t, "given to somebody else")
	})
}

func TestEvents_ORD02_endWithTheirToken(t *testing.T) {
	t.Parallel()
	c := openTill(t, dbtest.Open(t, db.SQLite), api.Deps{Heartbeat: 20 * time.Millisecond})
	server := httptest.NewServer(c)
	t.Cleanup(server.Close) // after the streams, for whose end it waits
	p := c.buy(t)
	s, _ := c.watch(t, server.URL, p.Order.ID, c.Tokens.Events(p.Order.ID))
	if _, ok := s.next(t); !ok {
		t.Fatal("nothing on connect")
	}
	c.Clock.Advance(31 * time.Minute)
	s.ends(t, "its token is over")
}

func TestEvents_areBounded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		deps         api.Deps
		most, status int
	}{
		{"from one address", api.Deps{RateLimits: true}, 100, http.StatusTooManyRequests},
		{"in all", api.Deps{MostStreams: 3}, 3, http.StatusServiceUnavailable},
	} {
		c := lobbyAt(t, dbtest.Open(t, db.SQLite), nil, tt.deps)
		server := httptest.NewServer(c.Handler)
		t.Cleanup(server.Close) // after the streams, for whose end it waits
		p := c.buy(t)
		var leave context.CancelFunc
		for n := range tt.most {
			var s stream
			if s, leave = c.watch(t, server.URL, p.Order.ID, p.TrackingToken); s.status != 200 {
				t.Fatalf("%s: stream %d: %d", tt.name, n, s.status)
			}
		}
		s, _ := c.watch(t, server.URL, p.Order.ID, p.TrackingToken)
		if s.status != tt.status || s.header.Get("Retry-After") == "" {
			t.Errorf("%s: one more: %d, Retry-After %q", tt.name, s.status, s.header.Get("Retry-After"))
		}
		if all, _ := c.open(t, server.URL+call.Prefix+"/events", bearer(c.buyer(t).token)...); all.status != tt.status {
			t.Errorf("%s: all orders of a customer: %d, want %d", tt.name, all.status, tt.status)
		}
		leave()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			if again, _ := c.watch(t, server.URL, p.Order.ID, p.TrackingToken); again.status == 200 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: who left keeps their place", tt.name)
			}
		}
	}
}

// openAs opens a stream with a session, and reads its first event.
func (c *lobby) openAs(t *testing.T, url, token, path string) stream {
	t.Helper()
	s, _ := c.open(t, url+call.Prefix+path, bearer(token)...)
	if first := (map[string]any{}); s.status != 200 || !s.read(t, &first) || len(first) == 0 {
		t.Fatalf("the stream of %s begins with %d %v", path, s.status, first)
	}
	return s
}

// lobbyAt is a lobby whose edge is set up otherwise.
func lobbyAt(t *testing.T, d *db.DB, edit func(*signintest.Deps), deps api.Deps) *lobby {
	t.Helper()
	desk := signintest.Open(t, d, edit)
	deps.Credentials, deps.Accounts, deps.SignIn = desk.Credentials, desk.Accounts, desk.SignIn
	return &lobby{till: tillAt(t, desk.Fixture, deps), accounts: desk}
}

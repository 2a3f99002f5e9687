package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/call"
	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// allOrders is an event of the stream of all orders of a customer.
type allOrders struct{ Running, Past orderStates }

type orderStates struct {
	TotalSize int `json:"total_size"`
	Orders    []struct {
		ID          int64
		OrderStatus string `json:"order_status"`
		ModuleType  string `json:"module_type"`
		ScheduleAt  string `json:"schedule_at"`
	}
}

func (s orderStates) String() string {
	words := []string{fmt.Sprint(s.TotalSize, ":")}
	for _, o := range s.Orders {
		words = append(words, fmt.Sprint(o.ID, " ", o.OrderStatus))
	}
	return strings.Join(words, " ")
}

func (a allOrders) String() string { return fmt.Sprintf("running %s, past %s", a.Running, a.Past) }

// hears expects the next event of the stream to say this.
func (s stream) hears(t *testing.T, when, format string, args ...any) {
	t.Helper()
	heard := make(chan string, 1)
	go func() {
		var v allOrders
		if s.read(t, &v) {
			heard <- v.String()
		} else {
			heard <- "the end"
		}
	}()
	want := fmt.Sprintf(format, args...)
	select {
	case got := <-heard:
		if got != want {
			t.Errorf("%s: %s\nwant %s", when, got, want)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("%s: nothing is heard, want %s", when, want)
	}
}

// serve serves the till and runs its hints, and returns where.
func (c *till) serve(t *testing.T) (url string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	announced := make(chan struct{})
	go func() { defer close(announced); c.Orders.Run(ctx) }()
	server := httptest.NewServer(c)
	t.Cleanup(func() { // after the streams, for whose end it waits
		stop()
		<-announced
		server.Close()
	})
	return server.URL
}

// everyOrder opens the stream of all orders of a customer.
func (c *lobby) everyOrder(t *testing.T, url string, who buyer) stream {
	t.Helper()
	s, _ := c.open(t, url+call.Prefix+"/events", bearer(who.token)...)
	if s.status != 200 || s.header.Get("Content-Type") != "text/event-stream" || s.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("the stream begins with %d %v", s.status, s.header)
	}
	return s
}

// order places one, as another device of the customer's would.
func (c *lobby) order(t *testing.T, who buyer, item catalog.Item, key string) int64 {
	t.Helper()
	r := ordertest.BuyNow(who.shopper, item, 1)
	r.Guest = false
	return c.Place(t, key, r).ID
}

// Hints alone wake the streams here: the heartbeat is too late for that.
func TestEvents_ORD01_TRAP_O6_followAllOrdersOfACustomer(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		c := lobbyAt(t, open(t), nil, api.Deps{Heartbeat: time.Hour})
		url := c.serve(t)
		me, other := c.buyer(t), c.buyer(t)
		item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
		first := c.order(t, me, item, "key-00001")
		mine, theirs := c.everyOrder(t, url, me), c.everyOrder(t, url, other)
		mine.hears(t, "on connect", "running 1: %d pending, past 0:", first)
		theirs.hears(t, "on connect", "running 0:, past 0:")

		c.Clock.Advance(time.Minute)
		second := c.order(t, me, item, "key-00002")
		mine.hears(t, "ordered on another device", "running 2: %d pending %d pending, past 0:", second, first)
		c.move(t, first, order.Confirmed, order.ByVendor)
		mine.hears(t, "confirmed", "running 2: %d pending %d confirmed, past 0:", second, first)
		if _, err := c.Orders.Cancel(t.Context(), second, order.Owner{ShopperID: me.shopper}, "other"); err != nil {
			t.Fatal(err)
		}
		mine.hears(t, "canceled", "running 1: %d confirmed, past 1: %d canceled", first, second)
		c.move(t, first, order.Processing, order.ByVendor)
		mine.hears(t, "cooking", "running 1: %d processing, past 1: %d canceled", first, second)
		c.move(t, first, order.Handover, order.ByVendor)
		mine.hears(t, "ready", "running 1: %d handover, past 1: %d canceled", first, second)
		if err := c.Orders.SetRider(t.Context(), first, order.Rider{Name: "Ravi", Progress: 0.5}); err != nil {
			t.Fatal(err)
		}
		c.move(t, first, order.PickedUp, order.ByRider)
		mine.hears(t, "on its way, and nothing of its rider", "running 1: %d picked_up, past 1: %d canceled", first, second)
		c.move(t, first, order.Delivered, order.ByRider)
		mine.hears(t, "delivered", "running 0:, past 2: %d canceled %d delivered", second, first)

		// The first that the other customer hears is of their own.
		third := c.order(t, other, item, "key-00003")
		theirs.hears(t, "their own", "running 1: %d pending, past 0:", third)
		mine.hears(t, "claimed", "running 1: %d pending, past 2: %d canceled %d delivered", c.claimed(t, me, item), second, first)
	})
}

// claimed is an order of a guest's that the customer says is theirs.
func (c *lobby) claimed(t *testing.T, who buyer, item catalog.Item) int64 {
	t.Helper()
	c.Clock.Advance(time.Minute)
	r := ordertest.BuyNow(c.Guest(t), item, 1)
	r.Address.Phone = "+12025550199"
	id := c.Place(t, "key-00004", r).ID
	err := db.InTx(t.Context(), c.DB, func(tx *db.Tx) error {
		return c.Orders.Claim(t.Context(), tx, order.Claim{ShopperID: who.shopper, OrderID: id, Contacts: order.Contacts{Phone: r.Address.Phone}, Mine: true})
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEvents_ORD01_sayWhatAListShows(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		url := c.serve(t)
		me := c.buyer(t)
		item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(me.shopper, item, 1)
		r.Guest, r.ScheduleAt = false, ordertest.Now.Add(2*time.Hour)
		c.Place(t, "key-00001", r)
		var got allOrders
		if s := c.everyOrder(t, url, me); !s.read(t, &got) || len(got.Running.Orders) != 1 {
			t.Fatalf("%+v", got)
		}
		if o := got.Running.Orders[0]; o.OrderStatus != "scheduled" || o.ModuleType != "food" || o.ScheduleAt != r.ScheduleAt.UTC().Format(time.RFC3339) {
			t.Errorf("%+v", o)
		}
	})
}

// What happened while the line was away is in the first event of the next one.
func TestEvents_ORD01_TRAP_O6_aNewLineSaysWhatIsSoNow(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		url := c.serve(t)
		me := c.buyer(t)
		id := c.order(t, me, c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil), "key-00001")
		s, leave := c.open(t, url+call.Prefix+"/events", bearer(me.token)...)
		s.hears(t, "on connect", "running 1: %d pending, past 0:", id)
		leave()
		c.move(t, id, order.Canceled, order.ByVendor)
		c.everyOrder(t, url, me).hears(t, "again", "running 0:, past 1: %d canceled", id)
	})
}

func TestEvents_ORD01_areBounded(t *testing.T) {
	t.Parallel()
	c := lobbyAt(t, dbtest.Open(t, db.SQLite), nil, api.Deps{})
	url := c.serve(t)
	me := c.buyer(t)
	item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
	for n := range 130 {
		id := c.order(t, me, item, fmt.Sprintf("key-%05d", n))
		if n < 25 {
			c.move(t, id, order.Canceled, order.ByVendor)
		}
	}
	var got allOrders
	if s := c.everyOrder(t, url, me); !s.read(t, &got) || len(got.Running.Orders) != 100 || got.Running.TotalSize != 105 || len(got.Past.Orders) != 20 || got.Past.TotalSize != 25 {
		t.Errorf("%d of %d running, %d of %d past", len(got.Running.Orders), got.Running.TotalSize, len(got.Past.Orders), got.Past.TotalSize)
	}
}

// Two instances on PostgreSQL: what one moves, the stream of the other says.
func TestEvents_ORD01_acrossInstances(t *testing.T) {
	t.Parallel()
	at := dbtest.Migrated(t, db.Postgres)
	c := lobbyAt(t, dbtest.OpenAt(t, at), nil, api.Deps{Heartbeat: time.Hour})
	onBus := func(desk *ordertest.Fixture) {
		deps := desk.Orders.Deps
		b := bus.NewPostgres(c.DB, at, slog.New(slog.DiscardHandler))
		ready, unsubscribe := b.Subscribe("ready")
		defer unsubscribe()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); b.Run(ctx) }()
		t.Cleanup(func() { stop(); <-ended })
		<-ready // the listener is connected, which makes every stream read again
		deps.Bus = b
		desk.Orders = order.New(deps)
	}
	there := &lobby{till: tillAt(t, beside(t, c, onBus), api.Deps{Heartbeat: time.Hour, Credentials: c.accounts.Credentials, Accounts: c.accounts.Accounts}), accounts: c.accounts}
	onBus(c.Fixture)
	c.serve(t)
	url := there.serve(t)
	me := c.buyer(t)
	item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
	s := there.everyOrder(t, url, me)
	s.hears(t, "on connect", "running 0:, past 0:")
	id := c.order(t, me, item, "key-00001")
	s.hears(t, "placed on the other instance", "running 1: %d pending, past 0:", id)
	c.move(t, id, order.Confirmed, order.ByVendor)
	s.hears(t, "moved on the other instance", "running 1: %d confirmed, past 0:", id)
}

// beside is another instance on the same database, with a bus of its own.
func beside(t *testing.T, c *lobby, onBus func(*ordertest.Fixture)) *ordertest.Fixture {
	t.Helper()
	other := c.OtherInstance(t, func(*ordertest.Roads) {})
	onBus(other)
	return other
}

package shopping_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
)

// allOrders is an event of the stream of all orders of a customer.
type allOrders struct{ Running, Past orderStates }

type orderStates struct {
	TotalSize int `json:"total_size"`
	Orders    []struct {
		ID            int64
		OrderStatus   string `json:"order_status"`
		AwaitsPayment bool   `json:"awaits_payment"`
		PaymentDueAt  string `json:"payment_due_at"`
		ModuleType    string `json:"module_type"`
		ScheduleAt    string `json:"schedule_at"`
	}
}

func (s orderStates) String() string {
	words := []string{fmt.Sprint(s.TotalSize, ":")}
	for _, o := range s.Orders {
		words = append(words, fmt.Sprint(o.ID, " ", o.OrderStatus))
		if o.AwaitsPayment {
			words = append(words, "unpaid until "+o.PaymentDueAt)
		}
	}
	return strings.Join(words, " ")
}

func (a allOrders) String() string { return fmt.Sprintf("running %s, past %s", a.Running, a.Past) }

// expectEvent expects the next event of the stream to say this.
func expectEvent(t *testing.T, s apitest.Stream, when, format string, args ...any) {
	t.Helper()
	heard := make(chan string, 1)
	go func() {
		var v allOrders
		if s.Read(t, &v) {
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

// watchAll opens the stream of all orders of a customer.
func watchAll(t *testing.T, c *apitest.CustomerAPI, url string, who apitest.Customer) apitest.Stream {
	t.Helper()
	s, _ := c.OpenStream(t, url+call.Prefix+"/events", apitest.Bearer(who.Token)...)
	if s.Status != 200 || s.Header.Get("Content-Type") != "text/event-stream" || s.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("the stream begins with %d %v", s.Status, s.Header)
	}
	return s
}

// placeOrder places an order, as another device of the customer would.
func placeOrder(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer, item catalog.Item, key string) int64 {
	t.Helper()
	r := ordertest.BuyNow(who.ShopperID, item, 1)
	r.Guest = false
	return c.Place(t, key, r).ID
}

// Hints alone wake the streams here: the heartbeat is too late for that.
func TestEvents_ORD01_TRAP_O6_followAllOrdersOfACustomer(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		c := apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: time.Hour})
		url := c.Serve(t)
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
		first := placeOrder(t, c, me, item, "key-00001")
		mine, theirs := watchAll(t, c, url, me), watchAll(t, c, url, other)
		expectEvent(t, mine, "on connect", "running 1: %d pending, past 0:", first)
		expectEvent(t, theirs, "on connect", "running 0:, past 0:")

		c.Clock.Advance(time.Minute)
		second := placeOrder(t, c, me, item, "key-00002")
		expectEvent(t, mine, "ordered on another device", "running 2: %d pending %d pending, past 0:", second, first)
		c.MoveOrder(t, first, order.Confirmed, order.ByVendor)
		expectEvent(t, mine, "confirmed", "running 2: %d pending %d confirmed, past 0:", second, first)
		if _, err := c.Orders.Cancel(t.Context(), second, order.Owner{ShopperID: me.ShopperID}, "other"); err != nil {
			t.Fatal(err)
		}
		expectEvent(t, mine, "canceled", "running 1: %d confirmed, past 1: %d canceled", first, second)
		c.MoveOrder(t, first, order.Processing, order.ByVendor)
		expectEvent(t, mine, "cooking", "running 1: %d processing, past 1: %d canceled", first, second)
		c.MoveOrder(t, first, order.Handover, order.ByVendor)
		expectEvent(t, mine, "ready", "running 1: %d handover, past 1: %d canceled", first, second)
		if err := c.SetRider(t, first, order.Rider{Name: "Ravi", Progress: 0.5}); err != nil {
			t.Fatal(err)
		}
		c.MoveOrder(t, first, order.PickedUp, order.ByRider)
		expectEvent(t, mine, "on its way, and nothing of its rider", "running 1: %d picked_up, past 1: %d canceled", first, second)
		c.MoveOrder(t, first, order.Delivered, order.ByRider)
		expectEvent(t, mine, "delivered", "running 0:, past 2: %d canceled %d delivered", second, first)

		// The first that the other customer hears is of their own.
		third := placeOrder(t, c, other, item, "key-00003")
		expectEvent(t, theirs, "their own", "running 1: %d pending, past 0:", third)
		expectEvent(t, mine, "claimed", "running 1: %d pending, past 2: %d canceled %d delivered", claimed(t, c, me, item), second, first)
	})
}

// claimed is an order of a guest's that the customer says is theirs.
func claimed(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer, item catalog.Item) int64 {
	t.Helper()
	c.Clock.Advance(time.Minute)
	r := ordertest.BuyNow(c.Guest(t), item, 1)
	r.Address.Phone = "+12025550199"
	id := c.Place(t, "key-00004", r).ID
	err := db.InTx(t.Context(), c.DB, func(tx *db.Tx) error {
		return c.Orders.Claim(t.Context(), tx, purchase.Claim{ShopperID: who.ShopperID, ID: id, Contacts: purchase.Contacts{Phone: r.Address.Phone}, Mine: true})
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEvents_ORD01_CHK03_tellThatAPaymentArrived(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		c := apitest.NewCustomerAPI(t, open(t), nil, api.Deps{Heartbeat: time.Hour})
		c.OfferDigital()
		me := c.NewCustomer(t)
		r := ordertest.ByCard(ordertest.BuyNow(me.ShopperID, c.Item(t, c.Store(t, nil), 1000, 5, nil), 1))
		r.Guest = false
		o := c.Place(t, "card-00001", r)
		mine := watchAll(t, c, c.Serve(t), me)
		expectEvent(t, mine, "on connect", "running 1: %d pending unpaid until %s, past 0:", o.ID, view.UnixMilli(*o.PaymentDueAt))
		c.Deliver(t, c.Gateway.Pay(*c.OpenPage(t, o.Order).Session))
		expectEvent(t, mine, "paid", "running 1: %d pending, past 0:", o.ID)
	})
}

func TestEvents_ORD01_agreeWithTheLists(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		url := c.Serve(t)
		me := c.NewCustomer(t)
		item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(me.ShopperID, item, 1)
		r.Guest, r.ScheduleAt = false, ordertest.Now.Add(2*time.Hour)
		c.Place(t, "key-00001", r)
		var got allOrders
		if s := watchAll(t, c, url, me); !s.Read(t, &got) || len(got.Running.Orders) != 1 {
			t.Fatalf("%+v", got)
		}
		if o := got.Running.Orders[0]; o.OrderStatus != "scheduled" || o.ModuleType != "food" || o.ScheduleAt != r.ScheduleAt.UTC().Format(time.RFC3339) {
			t.Errorf("%+v", o)
		}
	})
}

// What happened while the line was away is in the first event of the next one.
func TestEvents_ORD01_TRAP_O6_aReconnectSendsTheCurrentState(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		url := c.Serve(t)
		me := c.NewCustomer(t)
		id := placeOrder(t, c, me, c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil), "key-00001")
		s, leave := c.OpenStream(t, url+call.Prefix+"/events", apitest.Bearer(me.Token)...)
		expectEvent(t, s, "on connect", "running 1: %d pending, past 0:", id)
		leave()
		c.MoveOrder(t, id, order.Canceled, order.ByVendor)
		expectEvent(t, watchAll(t, c, url, me), "again", "running 0:, past 1: %d canceled", id)
	})
}

func TestEvents_ORD01_sendAtMostOneHundredOrders(t *testing.T) {
	t.Parallel()
	c := apitest.NewCustomerAPI(t, dbtest.Open(t, db.SQLite), nil, api.Deps{})
	url := c.Serve(t)
	me := c.NewCustomer(t)
	item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
	for n := range 130 {
		id := placeOrder(t, c, me, item, fmt.Sprintf("key-%05d", n))
		if n < 25 {
			c.MoveOrder(t, id, order.Canceled, order.ByVendor)
		}
	}
	var got allOrders
	if s := watchAll(t, c, url, me); !s.Read(t, &got) || len(got.Running.Orders) != 100 || got.Running.TotalSize != 105 || len(got.Past.Orders) != 20 || got.Past.TotalSize != 25 {
		t.Errorf("%d of %d running, %d of %d past", len(got.Running.Orders), got.Running.TotalSize, len(got.Past.Orders), got.Past.TotalSize)
	}
}

// Two instances on PostgreSQL: what one moves, the stream of the other says.
func TestEvents_ORD01_acrossInstances(t *testing.T) {
	t.Parallel()
	at := dbtest.Migrated(t, db.Postgres)
	c := apitest.NewCustomerAPI(t, dbtest.OpenAt(t, at), nil, api.Deps{Heartbeat: time.Hour})
	onBus := func(fixture *ordertest.Fixture) {
		deps := fixture.Orders.Deps
		b := bus.NewPostgres(c.DB, at, slog.New(slog.DiscardHandler))
		ready, unsubscribe := b.Subscribe("ready")
		defer unsubscribe()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); b.Run(ctx) }()
		t.Cleanup(func() { stop(); <-ended })
		<-ready // the listener is connected, which makes every stream read again
		deps.Bus = b
		fixture.Orders = order.New(deps)
	}
	there := &apitest.CustomerAPI{GuestAPI: apitest.GuestAPIOf(t, beside(t, c, onBus), api.Deps{Heartbeat: time.Hour, Credentials: c.AccountFixture.Credentials, Accounts: c.AccountFixture.Accounts}), AccountFixture: c.AccountFixture}
	onBus(c.Fixture)
	c.Serve(t)
	url := there.Serve(t)
	me := c.NewCustomer(t)
	item := c.Item(t, c.Store(t, nil), 1000, ordertest.Unlimited, nil)
	s := watchAll(t, there, url, me)
	expectEvent(t, s, "on connect", "running 0:, past 0:")
	id := placeOrder(t, c, me, item, "key-00001")
	expectEvent(t, s, "placed on the other instance", "running 1: %d pending, past 0:", id)
	c.MoveOrder(t, id, order.Confirmed, order.ByVendor)
	expectEvent(t, s, "moved on the other instance", "running 1: %d confirmed, past 0:", id)
}

// beside is another instance on the same database, with a bus of its own.
func beside(t *testing.T, c *apitest.CustomerAPI, onBus func(*ordertest.Fixture)) *ordertest.Fixture {
	t.Helper()
	other := c.OtherInstance(t, func(*ordertest.Roads) {})
	onBus(other)
	return other
}

package ordertest

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/booking"
	"hawker/internal/bus"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/conversation"
	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/jobs"
	"hawker/internal/licence"
	"hawker/internal/maps"
	"hawker/internal/notification"
	"hawker/internal/offlinepayment"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
	"hawker/internal/purchase"
	"hawker/internal/reward"
	"hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/signedtoken"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
	"hawker/internal/upload"
	"hawker/internal/wallet"
	"hawker/internal/zone"
)

// Fixture is a town with the services that carts and orders need.
type Fixture struct {
	*Town
	Clock           *clock.Manual
	Bus             *bus.Local
	Settings        *setting.Service
	Zones           *zone.Service
	Shoppers        *shopper.Service
	Carts           *cart.Service
	Orders          *order.Service
	Jobs            *jobs.Queue
	Tokens          *signedtoken.Tokens
	Maps            *maps.Service
	Uploads         *upload.Service
	Licences        *licence.Service
	TripCarts       *tripcart.Service
	Notifications   *notification.Service
	Conversations   *conversation.Service
	Payments        *payment.Service
	Wallets         *wallet.Service
	Gateway         *paymenttest.Gateway // offered only after OfferDigital
	OfflinePayments *offlinepayment.Service
	Rewards         *reward.Service
	Files           *blob.Store
	Roads           *Roads
	StockChanges    *StockRecorder
	Purchases       *purchase.Service
	Bookings        *booking.Service
	Trips           *trip.Service
}

// Open puts a town into an empty database and makes the services.
func Open(t testing.TB, d *db.DB) *Fixture {
	t.Helper()
	w := &Fixture{Town: New(t, d), Clock: clock.NewManual(Now), Bus: bus.NewLocal(), Roads: &Roads{}, StockChanges: &StockRecorder{}}
	w.Settings = setting.New(d, w.Clock, w.Bus)
	w.Zones = zone.New(d, w.Clock)
	w.Maps = maps.New(w.Roads, w.Clock)
	w.Shoppers = shopper.New(d, w.Clock)
	w.Carts = cart.New(d, w.Clock)
	w.TripCarts = &tripcart.Service{DB: d, Clock: w.Clock, Settings: w.Settings, Zones: w.Zones, Maps: w.Maps}
	w.Jobs = jobs.New(d, w.Clock, slog.New(slog.DiscardHandler))
	var err error
	if w.Files, err = blob.Open(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Files.Close() })
	w.Uploads = upload.New(upload.Deps{DB: d, Clock: w.Clock, Settings: w.Settings, Jobs: w.Jobs, Files: w.Files})
	w.Licences = licence.New(licence.Deps{DB: d, Clock: w.Clock, Jobs: w.Jobs})
	if w.Tokens, err = signedtoken.New(context.Background(), d, w.Clock); err != nil {
		t.Fatal(err)
	}
	w.Notifications = notification.New(notification.Deps{
		DB: d, Clock: w.Clock, Jobs: w.Jobs, Settings: w.Settings, Tokens: w.Tokens, Log: slog.New(slog.DiscardHandler),
	})
	w.Gateway = paymenttest.New("card", w.Clock.Now)
	w.Payments = payment.New(payment.Deps{
		DB: d, Clock: w.Clock, Settings: w.Settings, Jobs: w.Jobs, Gateways: []payment.Gateway{w.Gateway}, Notifications: w.Notifications, Log: slog.New(slog.DiscardHandler),
	})
	referralSecret, err := secret.Read(context.Background(), d, w.Clock, reward.SecretName)
	if err != nil {
		t.Fatal(err)
	}
	w.Rewards = reward.New(reward.Deps{DB: d, Clock: w.Clock, Settings: w.Settings, Secret: referralSecret, Notifications: w.Notifications})
	w.Purchases = purchase.New(purchase.Deps{DB: d, Clock: w.Clock, Settings: w.Settings, Jobs: w.Jobs, Payments: w.Payments})
	w.Payments.Purchases = w.Purchases
	w.Orders = order.New(order.Deps{
		DB: d, Clock: w.Clock, Settings: w.Settings, Zones: w.Zones, Maps: w.Maps, Bus: w.Bus, Jobs: w.Jobs,
		Tokens: w.Tokens, StockListener: w.StockChanges, Listener: order.Listeners{w.Notifications, w.Rewards}, Purchases: w.Purchases, Log: slog.New(slog.DiscardHandler),
	})
	w.Notifications.Orders = w.Orders
	w.Bookings = booking.New(d, w.Clock)
	w.Trips = trip.New(trip.Deps{
		DB: d, Clock: w.Clock, Settings: w.Settings, Zones: w.Zones, Bookings: w.Bookings, Jobs: w.Jobs, Purchases: w.Purchases, Tokens: w.Tokens,
		Bus: w.Bus, Log: slog.New(slog.DiscardHandler), Listener: w.Notifications,
	})
	w.Notifications.Trips = w.Trips
	w.Conversations = conversation.New(conversation.Deps{
		DB: d, Clock: w.Clock, Settings: w.Settings, Jobs: w.Jobs, Bus: w.Bus, Notifications: w.Notifications, Log: slog.New(slog.DiscardHandler),
	})
	w.Wallets = &wallet.Service{DB: d, Clock: w.Clock, Settings: w.Settings, Payments: w.Payments}
	w.OfflinePayments = &offlinepayment.Service{DB: d, Settings: w.Settings, Purchases: w.Purchases}
	return w
}

// EnableLimits bounds waiting orders and trips as the settings say.
func (w *Fixture) EnableLimits(t testing.TB) {
	t.Helper()
	orders, trips := w.Orders.Deps, w.Trips.Deps
	orders.RateLimits, trips.RateLimits = true, true
	w.Orders, w.Trips = order.New(orders), trip.New(trips)
}

// OtherInstance is another instance on the same database and clock, with a map of its
// own.
func (w *Fixture) OtherInstance(t testing.TB, edit func(*Roads)) *Fixture {
	t.Helper()
	other := *w
	other.Roads = &Roads{}
	edit(other.Roads)
	other.Maps = maps.New(other.Roads, w.Clock)
	deps := w.Orders.Deps
	deps.Maps, deps.Jobs = other.Maps, jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
	purchases := w.Purchases.Deps
	purchases.Jobs = deps.Jobs
	deps.Purchases = purchase.New(purchases)
	other.Purchases, other.Orders = deps.Purchases, order.New(deps)
	return &other
}

// SetSettings changes the settings.
func (w *Fixture) SetSettings(t testing.TB, edit func(*setting.Settings)) {
	t.Helper()
	s, err := setting.Read(context.Background(), w.DB.R)
	if err != nil {
		t.Fatal(err)
	}
	edit(&s)
	if err := w.Settings.Save(context.Background(), s); err != nil {
		t.Fatal(err)
	}
}

// Guest is a new shopper.
func (w *Fixture) Guest(t testing.TB) int64 {
	t.Helper()
	guestID, err := w.Shoppers.NewGuest(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	who, err := w.Shoppers.Guest(context.Background(), guestID)
	if err != nil {
		t.Fatal(err)
	}
	return who.ID
}

// Add puts a line into a shopper's cart.
func (w *Fixture) Add(t testing.TB, shopperID int64, item catalog.Item, quantity int64, choice options.Choice) {
	t.Helper()
	_, err := w.Carts.Add(context.Background(), shopperID, item.ModuleID, cart.NewLine{ItemID: item.ID, Quantity: quantity, Choice: choice})
	if err != nil {
		t.Fatal(err)
	}
}

// Request is an order of the shopper's cart, brought to Door now.
func Request(shopperID int64) order.Request {
	return order.Request{
		ShopperID: shopperID, Guest: true, ModuleID: FoodID, Source: order.FromCart, Type: order.Delivery,
		Address:       &order.Address{Address: "2 Hill Street", Point: Door, Name: "Asha Rao", Phone: "+12025550123"},
		PaymentMethod: purchase.CashOnDelivery,
	}
}

// BuyNow is an order of one item, brought to Door now.
func BuyNow(shopperID int64, item catalog.Item, quantity int64) order.Request {
	r := Request(shopperID)
	r.Source, r.ModuleID = order.BuyNow, item.ModuleID
	r.Line = cart.NewLine{ItemID: item.ID, Quantity: quantity}
	return r
}

// Agree is the request of a shopper who saw its quote and agrees to it.
func (w *Fixture) Agree(t testing.TB, r order.Request) order.Request {
	t.Helper()
	q, err := w.Orders.Quote(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	r.AcceptedTotal, r.Digest = q.Total, q.Digest
	return r
}

// Place places what was agreed to.
func (w *Fixture) Place(t testing.TB, key string, r order.Request) order.OrderDetails {
	t.Helper()
	placed, err := w.Orders.Place(context.Background(), key, w.Agree(t, r))
	if err != nil {
		t.Fatal(err)
	}
	return placed
}

// Roads is a map on which every way is straight, and by Factor longer.
type Roads struct {
	Asked   atomic.Int64
	OnRoute func()  // nil, or called before a route is answered
	Fails   error   // nil, or the answer in place of a route
	Factor  float64 // 0: 1
}

// Route returns the straight line.
func (r *Roads) Route(_ context.Context, from, to geo.Point, _ maps.Mode) (maps.Route, error) {
	r.Asked.Add(1)
	if r.OnRoute != nil {
		r.OnRoute()
	}
	if r.Fails != nil {
		return maps.Route{}, r.Fails
	}
	metres := geo.Metres(from, to) * cmp.Or(r.Factor, 1)
	return maps.Route{Metres: metres, Duration: time.Duration(metres/8) * time.Second, Path: []geo.Point{from, to}}, nil
}

// Autocomplete finds nothing.
func (*Roads) Autocomplete(context.Context, string, string) ([]maps.Suggestion, error) {
	return nil, nil
}

// Details finds nothing.
func (*Roads) Details(context.Context, string, string) (maps.Place, error) {
	return maps.Place{}, maps.ErrNoPlace
}

// Address finds nothing.
func (*Roads) Address(context.Context, geo.Point, string) ([]string, error) { return nil, nil }

// Features returns nothing.
func (*Roads) Features(context.Context) ([]maps.Feature, error) { return nil, nil }

// StockRecorder is a StockListener that counts its calls by item.
type StockRecorder struct {
	mu    sync.Mutex
	calls map[int64]int
}

// StockChanged implements order.StockListener.
func (s *StockRecorder) StockChanged(itemIDs []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == nil {
		s.calls = map[int64]int{}
	}
	for _, id := range itemIDs {
		s.calls[id]++
	}
}

// Changes is how often the stock of an item changed.
func (s *StockRecorder) Changes(itemID int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[itemID]
}

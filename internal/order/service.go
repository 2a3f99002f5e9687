package order

import (
	"context"
	"fmt"
	"log/slog"

	"hawker/internal/bus"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/jobs"
	"hawker/internal/maps"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/signedtoken"
	"hawker/internal/watch"
	"hawker/internal/zone"
)

// Deps is what the service is made of.
type Deps struct {
	DB            *db.DB
	Clock         clock.Clock
	Settings      *setting.Service
	Zones         *zone.Service
	Maps          Maps
	Bus           bus.Bus
	Jobs          *jobs.Queue
	Tokens        *signedtoken.Tokens
	StockListener StockListener
	Listener      Listener // nil: none
	Purchases     *purchase.Service
	Log           *slog.Logger

	RateLimits bool // bound orders that wait to be confirmed
	// VerifiesPhones: customers can verify their phones.
	VerifiesPhones bool
}

// Maps measures the way from a store to a door.
type Maps interface {
	Distance(ctx context.Context, from, to geo.Point, mode maps.Mode) maps.Distance
	Directions(ctx context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error)
}

// StockListener is called after a commit with the items whose stock changed, so that it
// shows them no longer from a cache.
type StockListener interface {
	StockChanged(itemIDs []int64)
}

// Listener is called in the transaction of every change that a shopper is told about: an
// order is placed or moves, and somebody decides about its refund or prescription.
type Listener interface {
	OrderChanged(ctx context.Context, tx *db.Tx, orderID int64) error
}

// Listeners are several, called one after the other.
type Listeners []Listener

// OrderChanged implements Listener.
func (all Listeners) OrderChanged(ctx context.Context, tx *db.Tx, orderID int64) error {
	for _, l := range all {
		if err := l.OrderChanged(ctx, tx, orderID); err != nil {
			return err
		}
	}
	return nil
}

// Service quotes, places and moves orders. Safe for concurrent use.
type Service struct {
	Deps
	routes  *maps.Routes
	changes *watch.Hub
}

// New makes the service and registers its jobs. Call Run too.
func New(d Deps) *Service {
	s := &Service{Deps: d, routes: maps.NewRoutes(maxRoutes), changes: watch.New(d.Bus, Topic, d.Log)}
	s.handleJobs()
	d.Purchases.Hold(purchase.Order, s)
	return s
}

// At returns the service at another time, for orders of the past. It shares all else.
func (s *Service) At(c clock.Clock) *Service {
	other := *s
	other.Clock, other.Purchases = c, s.Purchases.At(c)
	return &other
}

// Quote returns what the order would cost and what prevents it. It changes nothing.
func (s *Service) Quote(ctx context.Context, r Request) (Quote, error) {
	settings, err := s.checkRequest(ctx, r)
	if err != nil {
		return Quote{}, err
	}
	q, err := buildQuote(ctx, s.DB.R, r, s.quoteDeps(settings))
	if err != nil {
		return Quote{}, err
	}
	q.offerSlots()
	return q, nil
}

// checkRequest checks the bounds of a request, and that guests may order (CHK-02). It
// returns the settings.
func (s *Service) checkRequest(ctx context.Context, r Request) (setting.Settings, error) {
	if err := r.checkBounds(); err != nil {
		return setting.Settings{}, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	if r.Guest && !settings.Checkout.GuestCheckout {
		return settings, errs.New(errs.Forbidden, "Please sign in to place an order.")
	}
	return settings, nil
}

// quoteDeps asks the services when buildQuote needs them. It must not be used in a
// transaction.
func (s *Service) quoteDeps(settings setting.Settings) quoteDeps {
	return quoteDeps{
		now: s.Clock.Now(), settings: settings, gateways: s.Purchases.Gateways, zone: s.Zones.ByID, zonesAt: s.Zones.Lookup, signDistance: s.Tokens.SignDistance,
		distance: func(ctx context.Context, from, to geo.Point) (maps.Distance, error) {
			return s.Maps.Distance(ctx, from, to, maps.Driving), nil
		},
	}
}

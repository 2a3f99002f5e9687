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
	"hawker/internal/setting"
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
	Tokens        *Tokens
	StockListener StockListener
	Log           *slog.Logger

	RateLimits bool // bound orders that wait to be confirmed
}

// Maps measures the way from a store to a door.
type Maps interface {
	Distance(ctx context.Context, from, to geo.Point, mode maps.Mode) maps.Distance
	Directions(ctx context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error)
}

// StockListener shows stock to shoppers from a copy. It is told what was taken or given
// back, so that the next look shows it.
type StockListener interface {
	StockChanged(itemIDs []int64)
}

// Service quotes, places and moves orders. Safe for concurrent use.
type Service struct {
	Deps
	routes *routes
	hints  *hints
}

// New makes the service and says who does its jobs. Run it beside the server.
func New(d Deps) *Service {
	s := &Service{Deps: d, routes: newRoutes(), hints: newHints()}
	s.handleJobs()
	return s
}

// Quote says what the order would cost, and what is in its way. It changes
// nothing.
func (s *Service) Quote(ctx context.Context, r Request) (Quote, error) {
	settings, err := s.welcome(ctx, r)
	if err != nil {
		return Quote{}, err
	}
	q, err := assemble(ctx, s.DB.R, r, s.outside(settings))
	if err != nil {
		return Quote{}, err
	}
	q.offerSlots()
	return q, nil
}

// welcome refuses what is beyond its bounds, and guests where only customers may
// order (CHK-02).
func (s *Service) welcome(ctx context.Context, r Request) (setting.Settings, error) {
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

// outside asks as it goes, for whoever holds no transaction.
func (s *Service) outside(settings setting.Settings) outside {
	return outside{
		now: s.Clock.Now(), rules: settings.Checkout, currency: settings.Currency.Money(), zone: s.Zones.ByID, seal: s.Tokens.sealed,
		distance: func(ctx context.Context, from, to geo.Point) (maps.Distance, error) {
			return s.Maps.Distance(ctx, from, to, maps.Driving), nil
		},
	}
}

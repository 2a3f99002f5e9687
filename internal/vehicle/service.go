package vehicle

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/recent"
)

// Service finds vehicles and providers. Safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	bookings *booking.Service
	now      *recent.Value[*fleet]
	known    atomic.Pointer[fleet] // the last that was read
	choices  choicesCache
}

// New makes the service.
func New(d *db.DB, c clock.Clock, bookings *booking.Service) *Service {
	s := &Service{db: d, clock: c, bookings: bookings}
	s.now = recent.New(c, recent.MaxAge, s.refresh)
	return s
}

// fleet is all vehicles and providers, of one revision of the catalogue, with their present
// figures.
type fleet struct {
	revision  int64
	figures   map[int64]figures // of vehicles
	vehicles  []*Vehicle        // by id
	providers []*Provider

	byID, bySlug                 map[string]*Vehicle
	providerByID, providerBySlug map[string]*Provider

	values [facets][]string // that vehicles have, by number
}

// refresh reads what was written since the known fleet, and nothing if nothing was.
func (s *Service) refresh(ctx context.Context) (*fleet, error) {
	revision, err := readRevision(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	now, err := readFigures(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	known := s.known.Load()
	if known != nil && known.revision == revision && maps.Equal(known.figures, now) {
		return known, nil
	}
	after, all := int64(-1), map[int64]*Vehicle{}
	if known != nil {
		after = known.revision
		for _, v := range known.vehicles {
			all[v.ID] = v
		}
	}
	// Vehicles first: the provider of each was written before it.
	changed, err := readChanged(ctx, s.db.R, after)
	if err != nil {
		return nil, err
	}
	providers, err := readProviders(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	for _, v := range changed {
		all[v.ID] = v
	}
	f := newFleet(revision, now, slices.Collect(maps.Values(all)), providers)
	s.known.Store(f)
	return f, nil
}

func newFleet(revision int64, now map[int64]figures, vehicles []*Vehicle, providers []*Provider) *fleet {
	f := &fleet{
		revision: revision, figures: now, providers: providers, byID: map[string]*Vehicle{}, bySlug: map[string]*Vehicle{},
		providerByID: map[string]*Provider{}, providerBySlug: map[string]*Provider{},
	}
	owners := map[int64]*Provider{}
	slices.SortFunc(f.providers, func(a, b *Provider) int { return cmp.Compare(a.ID, b.ID) })
	for _, p := range f.providers {
		owners[p.ID] = p
		f.providerByID[strconv.FormatInt(p.ID, 10)], f.providerBySlug[p.Slug] = p, p
	}
	for _, known := range vehicles {
		v := *known // others read the old one
		if at, found := now[v.ID]; found {
			v.RatingSum, v.RatingCount, v.TripCount = at.RatingSum, at.RatingCount, at.TripCount
		}
		if v.Owner = owners[v.ProviderID]; v.Owner == nil {
			continue
		}
		v.words = " " + catalog.Fold(strings.Join([]string{v.Name, v.Brand, v.Type, v.Fuel, v.Transmission, v.Owner.Name}, " "))
		f.vehicles = append(f.vehicles, &v)
		f.byID[strconv.FormatInt(v.ID, 10)], f.bySlug[v.Slug] = &v, &v
	}
	slices.SortFunc(f.vehicles, func(a, b *Vehicle) int { return cmp.Compare(a.ID, b.ID) })
	f.number()
	return f
}

// Now is the time of the clock that lists use.
func (s *Service) Now() time.Time { return s.clock.Now() }

// Vehicle returns a vehicle by id or slug. It must not be changed.
func (s *Service) Vehicle(ctx context.Context, idOrSlug string) (*Vehicle, error) {
	f, err := s.now.Get(ctx)
	if err != nil {
		return nil, err
	}
	if v := cmp.Or(f.byID[idOrSlug], f.bySlug[idOrSlug]); v != nil {
		return v, nil
	}
	return nil, errs.New(errs.NotFound, "This vehicle was not found.")
}

// Provider returns a provider by id or slug. It must not be changed.
func (s *Service) Provider(ctx context.Context, idOrSlug string) (*Provider, error) {
	f, err := s.now.Get(ctx)
	if err != nil {
		return nil, err
	}
	if p := cmp.Or(f.providerByID[idOrSlug], f.providerBySlug[idOrSlug]); p != nil {
		return p, nil
	}
	return nil, errs.New(errs.NotFound, "This provider was not found.")
}

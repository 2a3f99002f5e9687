package vehicle

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"hawker/internal/booking"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/recent"
	"hawker/internal/translation"
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
	if known != nil && known.revision == revision && slices.Equal(known.figures, now) {
		return known, nil
	}
	after, all, texts := int64(-1), map[int64]*Vehicle{}, translation.Set(nil)
	if known != nil {
		after, texts = known.revision, known.texts
		for _, r := range known.rows {
			all[r.id] = r.vehicle
		}
		for _, v := range known.hidden {
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
	off, err := readModulesOff(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	for _, v := range changed {
		all[v.ID] = v
	}
	if after != revision {
		if texts, err = translation.ReadSet(ctx, s.db.R); err != nil {
			return nil, err
		}
	}
	f := newFleet(revision, now, texts, slices.Collect(maps.Values(all)), providers, off)
	s.known.Store(f)
	return f, nil
}

// Run reads the fleet, so that no request waits for the first read.
func (s *Service) Run(ctx context.Context) {
	if _, err := s.now.Get(ctx); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "the vehicles were not read; a request will read them", "cause", err)
	}
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
	return nil, errUnknownProvider
}

var errUnknownProvider = errs.New(errs.NotFound, "This provider was not found.")

// AnyProvider returns a provider by id, also one that is archived, or newer than the lists:
// trips have it. It must not be changed.
func (s *Service) AnyProvider(ctx context.Context, id int64) (*Provider, error) {
	f, err := s.now.Get(ctx)
	if err != nil {
		return nil, err
	}
	if p := f.providerByID[strconv.FormatInt(id, 10)]; p != nil {
		return p, nil
	}
	return readProvider(ctx, s.db.R, id)
}

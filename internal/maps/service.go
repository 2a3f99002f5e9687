package maps

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"time"

	"hawker/internal/cache"
	"hawker/internal/clock"
	"hawker/internal/errs"
	"hawker/internal/geo"
)

// patience is how long a provider may take: a shopper waits for the answer.
const patience = 3 * time.Second

// Bounds of the cache. Roads change rarely, but they do.
const (
	mostDistances = 20_000
	distanceAge   = 10 * time.Minute
)

// stretch is the key of a distance. The store's point stands for the store, so that a
// store that has moved is measured again.
type stretch struct {
	from, to geo.Point
	mode     Mode
}

// modes returns the modes to try: the wanted one, then the others.
func (k stretch) modes() []Mode {
	tried := []Mode{k.mode}
	for _, m := range modes {
		if m != k.mode {
			tried = append(tried, m)
		}
	}
	return tried
}

// Service asks the provider. Safe for concurrent use.
type Service struct {
	provider  Provider
	distances *cache.Cache[stretch, Distance]
}

// New makes the service.
func New(p Provider, c clock.Clock) *Service {
	return &Service{provider: p, distances: cache.New[stretch](cache.Options[Distance]{Max: mostDistances, MaxAge: distanceAge, Clock: c})}
}

// Autocomplete answers what the typed text may mean; nothing for no text.
func (s *Service) Autocomplete(ctx context.Context, text string) ([]Suggestion, error) {
	if text = strings.TrimSpace(text); text == "" {
		return []Suggestion{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := s.provider.Autocomplete(ctx, text)
	return found, told(err)
}

// Details answers where the place of a suggestion is; an unknown one is
// errs.NotFound.
func (s *Service) Details(ctx context.Context, placeID string) (Place, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	place, err := s.provider.Details(ctx, placeID)
	return place, told(err)
}

// Address answers what the point is called, the nearest name first.
func (s *Service) Address(ctx context.Context, p geo.Point) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	names, err := s.provider.Address(ctx, p)
	return names, told(err)
}

// Directions answers the way in this mode; errs.NotFound where none leads.
func (s *Service) Directions(ctx context.Context, from, to geo.Point, mode Mode) (Route, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	route, err := s.provider.Route(ctx, from, to, mode)
	return route, told(err)
}

// Features answers everything there is to draw.
func (s *Service) Features(ctx context.Context) ([]Feature, error) {
	return s.provider.Features(ctx)
}

// Distance is how far it is from one point to another.
type Distance struct {
	Metres   int64 // rounded to the whole metre
	Duration time.Duration
	Straight bool // no way was found: the crow's distance stands in (MAP-02)
}

// Source is the distance's documented word.
func (d Distance) Source() string {
	if d.Straight {
		return "straight"
	}
	return "route"
}

// Distance returns the length of the way in this mode, else in one of the others, else
// the straight line (MAP-02): an order must not fail because the map does. Both points
// are rounded to a grid of 1e-5 degrees, on which distances are cached, so that a quote
// and its order agree.
func (s *Service) Distance(ctx context.Context, from, to geo.Point, mode Mode) Distance {
	key := stretch{from: geo.Round5(from), to: geo.Round5(to), mode: mode}
	if d, ok := s.distances.Get(key); ok {
		return d
	}
	d, certain := s.measure(ctx, key)
	if certain {
		s.distances.Put(key, d)
	}
	return d
}

// measure tries the modes in turn. The answer is certain unless the provider
// failed, which the next call may find mended.
func (s *Service) measure(ctx context.Context, k stretch) (d Distance, certain bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	certain = true
	for _, mode := range k.modes() {
		route, err := s.provider.Route(ctx, k.from, k.to, mode)
		if err == nil {
			return Distance{Metres: int64(math.Round(route.Metres)), Duration: route.Duration}, certain
		}
		if !errors.Is(err, ErrNoRoute) {
			slog.WarnContext(ctx, "the map gave no route", "mode", mode, "cause", err)
			certain = false
		}
	}
	return straight(k.from, k.to, k.mode), certain
}

// speeds are what a straight line is travelled at, in metres a second.
var speeds = map[Mode]float64{Driving: 30 / 3.6, Walking: 4.8 / 3.6, Bicycling: 15 / 3.6}

func straight(from, to geo.Point, mode Mode) Distance {
	metres := geo.Metres(from, to)
	seconds := math.Ceil(metres / speeds[mode])
	return Distance{Metres: int64(math.Round(metres)), Duration: time.Duration(seconds) * time.Second, Straight: true}
}

// told turns what a provider says into what a person is told.
func told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNoRoute):
		return errs.New(errs.NotFound, "No way leads from here to there.").Because(err)
	case errors.Is(err, ErrNoPlace):
		return errs.New(errs.NotFound, "This place is not on the map.").Because(err)
	}
	return errs.New(errs.Unavailable, "The map does not answer. Please try again.").Because(err)
}

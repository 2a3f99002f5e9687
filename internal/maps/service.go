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

// timeout is short, because a shopper waits.
const timeout = 3 * time.Second

// Limits of the cache. Roads change rarely.
const (
	maxDistances = 20_000
	distanceAge  = 10 * time.Minute
)

// distanceKey is the key of a distance. It has the store's point and not its id, so that
// a store that has moved is measured again.
type distanceKey struct {
	from, to geo.Point
	mode     Mode
}

// modes returns the modes to try: the wanted one, then the others.
func (k distanceKey) modes() []Mode {
	tried := []Mode{k.mode}
	for _, m := range modes {
		if m != k.mode {
			tried = append(tried, m)
		}
	}
	return tried
}

// Service calls the provider. Safe for concurrent use.
type Service struct {
	provider  Provider
	distances *cache.Cache[distanceKey, Distance]
}

// New makes the service.
func New(p Provider, c clock.Clock) *Service {
	return &Service{provider: p, distances: cache.New[distanceKey](cache.Options[Distance]{Max: maxDistances, MaxAge: distanceAge, Clock: c})}
}

// Autocomplete returns the places that the typed text may mean, or none for no text.
func (s *Service) Autocomplete(ctx context.Context, text, language string) ([]Suggestion, error) {
	if text = strings.TrimSpace(text); text == "" {
		return []Suggestion{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	found, err := s.provider.Autocomplete(ctx, text, language)
	return found, userError(err)
}

// Details returns the place of a suggestion. An unknown one is errs.NotFound.
func (s *Service) Details(ctx context.Context, placeID, language string) (Place, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	place, err := s.provider.Details(ctx, placeID, language)
	return place, userError(err)
}

// Address returns names of the point, the nearest first.
func (s *Service) Address(ctx context.Context, p geo.Point, language string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	names, err := s.provider.Address(ctx, p, language)
	return names, userError(err)
}

// Directions returns the route in this mode, or errs.NotFound if there is none.
func (s *Service) Directions(ctx context.Context, from, to geo.Point, mode Mode) (Route, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	route, err := s.provider.Route(ctx, from, to, mode)
	return route, userError(err)
}

// Features returns everything to draw.
func (s *Service) Features(ctx context.Context) ([]Feature, error) {
	return s.provider.Features(ctx)
}

// Distance is the distance from one point to another.
type Distance struct {
	Metres   int64 // rounded to the whole metre
	Duration time.Duration
	Straight bool // no route was found: this is the straight line (MAP-02)
}

// Source returns the documented word for how it was measured.
func (d Distance) Source() string {
	if d.Straight {
		return "straight"
	}
	return "route"
}

// Distance returns the length of the route in this mode, else in one of the others, else
// of the straight line (MAP-02), so that an order does not fail because of the map. Both
// points are rounded to a grid of 1e-5 degrees, on which distances are cached, so that a
// quote and its order have the same distance.
func (s *Service) Distance(ctx context.Context, from, to geo.Point, mode Mode) Distance {
	key := distanceKey{from: geo.Round5(from), to: geo.Round5(to), mode: mode}
	if d, ok := s.distances.Get(key); ok {
		return d
	}
	d, certain := s.measure(ctx, key)
	if certain {
		s.distances.Put(key, d)
	}
	return d
}

// CacheStats returns how the cache of distances is used.
func (s *Service) CacheStats() cache.Stats { return s.distances.Stats() }

// measure tries the modes in turn. certain is false if the provider failed, because then
// the next call may find a route. No other mode is tried then: the length of a walk would
// set the price of a drive.
func (s *Service) measure(ctx context.Context, k distanceKey) (d Distance, certain bool) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for _, mode := range k.modes() {
		route, err := s.provider.Route(ctx, k.from, k.to, mode)
		if err == nil {
			return Distance{Metres: int64(math.Round(route.Metres)), Duration: route.Duration}, true
		}
		if errors.Is(err, ErrNoRoute) {
			continue
		}
		if !errors.Is(err, ErrService) {
			slog.WarnContext(ctx, "the map returned no route", "mode", mode, "cause", err)
		}
		return straight(k.from, k.to, k.mode), false
	}
	return straight(k.from, k.to, k.mode), true
}

// speeds are the speeds on a straight line, in metres per second.
var speeds = map[Mode]float64{Driving: 30 / 3.6, Walking: 4.8 / 3.6, Bicycling: 15 / 3.6}

func straight(from, to geo.Point, mode Mode) Distance {
	metres := geo.Metres(from, to)
	seconds := math.Ceil(metres / speeds[mode])
	return Distance{Metres: int64(math.Round(metres)), Duration: time.Duration(seconds) * time.Second, Straight: true}
}

// userError converts an error of a provider to one for a person.
func userError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNoRoute):
		return errs.New(errs.NotFound, "There is no route between these two places.").Because(err)
	case errors.Is(err, ErrNoPlace):
		return errs.New(errs.NotFound, "This place is not on the map.").Because(err)
	}
	if errors.Is(err, ErrService) {
		return errs.New(errs.MapUnavailable, "The map service does not respond at the moment. Please try again.").Because(err)
	}
	return errs.New(errs.Unavailable, "The map is not available at the moment. Please try again.").Because(err)
}

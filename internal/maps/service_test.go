package maps_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

// stub is a provider whose routes a test sets.
type stub struct {
	maps.Provider
	routes map[maps.Mode]float64 // metres; missing: no route
	broken error
	asked  int
}

func (s *stub) Route(_ context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error) {
	s.asked++
	if s.broken != nil {
		return maps.Route{}, s.broken
	}
	metres, ok := s.routes[mode]
	if !ok {
		return maps.Route{}, maps.ErrNoRoute
	}
	return maps.Route{Metres: metres, Duration: time.Minute, Path: []geo.Point{from, to}}, nil
}

func (s *stub) Details(context.Context, string, string) (maps.Place, error) {
	return maps.Place{}, maps.ErrNoPlace
}

var (
	shop = geo.Point{Lat: -11.4, Lng: 65.2}
	door = geo.Point{Lat: -11.41, Lng: 65.2}
)

func TestDistance_MAP02_triesTheModesInOrder(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		routes   map[maps.Mode]float64
		mode     maps.Mode
		metres   int64
		straight bool
	}{
		{"driving first", map[maps.Mode]float64{maps.Driving: 1500.4, maps.Walking: 900}, maps.Driving, 1500, false},
		{"then walking", map[maps.Mode]float64{maps.Walking: 900.5, maps.Bicycling: 700}, maps.Driving, 901, false},
		{"then bicycling", map[maps.Mode]float64{maps.Bicycling: 700}, maps.Driving, 700, false},
		{"the requested mode comes first", map[maps.Mode]float64{maps.Driving: 1500, maps.Walking: 900}, maps.Walking, 900, false},
		// 0.01 degrees of a globe of radius 6378137 m
		{"else the straight line", nil, maps.Driving, 1113, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := maps.New(&stub{routes: tt.routes}, clock.System).Distance(t.Context(), shop, door, tt.mode)
			if got.Metres != tt.metres || got.Straight != tt.straight {
				t.Errorf("%+v, want %d m, straight %t", got, tt.metres, tt.straight)
			}
			if want := map[bool]string{true: "straight", false: "route"}[tt.straight]; got.Source() != want {
				t.Errorf("source %q", got.Source())
			}
			if got.Duration <= 0 {
				t.Errorf("duration %s", got.Duration)
			}
		})
	}
}

func TestDistance_isCachedOnAGrid(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(time.Unix(0, 0))
	p := &stub{routes: map[maps.Mode]float64{maps.Driving: 1000}}
	s := maps.New(p, c)
	near := geo.Point{Lat: door.Lat + 3e-6, Lng: door.Lng - 3e-6}
	for _, step := range []struct {
		name  string
		to    geo.Point
		after time.Duration
		asked int
	}{
		{"the first time", door, 0, 1},
		{"again", door, time.Minute, 1},
		{"half a metre off", near, 0, 1},
		{"somewhere else", shop, 0, 2},
		{"after ten minutes", door, 10 * time.Minute, 3},
	} {
		c.Advance(step.after)
		s.Distance(t.Context(), shop, step.to, maps.Driving)
		if p.asked != step.asked {
			t.Errorf("%s: asked %d times, want %d", step.name, p.asked, step.asked)
		}
	}
}

func TestDistance_MAP02_isNotCachedAfterAnError(t *testing.T) {
	t.Parallel()
	p := &stub{broken: errors.New("no network")}
	s := maps.New(p, clock.System)
	if got := s.Distance(t.Context(), shop, door, maps.Driving); !got.Straight {
		t.Errorf("a failing map returned %+v", got)
	}
	p.broken, p.routes = nil, map[maps.Mode]float64{maps.Driving: 1500}
	if got := s.Distance(t.Context(), shop, door, maps.Driving); got.Straight || got.Metres != 1500 {
		t.Errorf("working again, it returned %+v", got)
	}
}

func TestService_errors(t *testing.T) {
	t.Parallel()
	s := maps.New(&stub{}, clock.System)
	if _, err := s.Directions(t.Context(), shop, door, maps.Driving); !errs.Is(err, errs.NotFound) {
		t.Errorf("no route: %v", err)
	}
	if _, err := s.Details(t.Context(), "x", "en"); !errs.Is(err, errs.NotFound) {
		t.Errorf("no place: %v", err)
	}
	broken := maps.New(&stub{broken: context.DeadlineExceeded}, clock.System)
	if _, err := broken.Directions(t.Context(), shop, door, maps.Driving); !errs.Is(err, errs.Unavailable) {
		t.Errorf("too slow: %v", err)
	}
	if found, err := s.Autocomplete(t.Context(), "  ", "en"); err != nil || len(found) != 0 {
		t.Errorf("nothing typed: %v, %v", found, err)
	}
}

package maps_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/clock"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

// source is a provider of a test: the town's own map, or a service. It knows one place.
type source struct {
	name   string
	broken error
	empty  bool
}

func (s source) Autocomplete(_ context.Context, text, language string) ([]maps.Suggestion, error) {
	if s.broken != nil || s.empty {
		return nil, s.broken
	}
	return []maps.Suggestion{{PlaceID: s.name + ":1", Main: text + " in " + language}}, nil
}

func (s source) Details(_ context.Context, placeID, language string) (maps.Place, error) {
	if s.broken != nil {
		return maps.Place{}, s.broken
	}
	if placeID != s.name+":1" {
		return maps.Place{}, maps.ErrNoPlace
	}
	return maps.Place{Address: s.name + " in " + language}, nil
}

func (s source) Address(_ context.Context, _ geo.Point, language string) ([]string, error) {
	if s.broken != nil || s.empty {
		return nil, s.broken
	}
	return []string{s.name + " in " + language}, nil
}

func (s source) Route(context.Context, geo.Point, geo.Point, maps.Mode) (maps.Route, error) {
	if s.broken != nil {
		return maps.Route{}, s.broken
	}
	if s.empty {
		return maps.Route{}, maps.ErrNoRoute
	}
	return maps.Route{Metres: float64(len(s.name)) * 1000}, nil
}

func (s source) Features(context.Context) ([]maps.Feature, error) {
	return []maps.Feature{{Name: s.name}}, nil
}

func TestWithOutside_LOC05_MAP02_theTownsOwnMapRespondsIfAServiceDoesNot(t *testing.T) {
	t.Parallel()
	failed := fmt.Errorf("%w: no network", maps.ErrService)
	own, service := source{name: "own"}, source{name: "service"}
	broken, nothing := source{name: "service", broken: failed}, source{name: "service", empty: true}
	tests := []struct {
		name          string
		town, service source
		found         string // the id of the first suggestion, or the code of the error
		address       string
		metres        int64
		source        string
	}{
		{"the service knows", own, service, "service:1", "service in ar", 7000, "route"},
		{"it fails", own, broken, "own:1", "own in ar", 3000, "route"},
		{"it finds nothing", own, nothing, "own:1", "own in ar", 1113, "straight"},
		{"it fails, and the town has no map", source{name: "own", empty: true}, broken, "map_unavailable", "map_unavailable", 1113, "straight"},
		{"neither finds anything", source{name: "own", empty: true}, nothing, "", "", 1113, "straight"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := maps.New(maps.WithOutside(tt.town, maps.Outside{Places: tt.service, Router: tt.service}), clock.System)
			found, err := s.Autocomplete(t.Context(), "tower", "ar")
			got := codeOf(err)
			if len(found) > 0 {
				got = found[0].PlaceID
			}
			if got != tt.found || err == nil && found == nil {
				t.Errorf("found %q, want %q", got, tt.found)
			}
			names, err := s.Address(t.Context(), door, "ar")
			got = codeOf(err)
			if len(names) > 0 {
				got = names[0]
			}
			if got != tt.address {
				t.Errorf("address %q, want %q", got, tt.address)
			}
			if d := s.Distance(t.Context(), shop, door, maps.Driving); d.Metres != tt.metres || d.Source() != tt.source {
				t.Errorf("distance %+v, want %d m by %s", d, tt.metres, tt.source)
			}
		})
	}
}

func codeOf(err error) string {
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return string(e.Code)
	}
	return ""
}

func TestWithOutside_LOC05_eachKnowsItsOwnSuggestions(t *testing.T) {
	t.Parallel()
	working := maps.New(maps.WithOutside(source{name: "own"}, maps.Outside{Places: source{name: "service"}}), clock.System)
	for id, want := range map[string]string{"own:1": "own in en", "service:1": "service in en", "other:1": ""} {
		place, err := working.Details(t.Context(), id, "en")
		if place.Address != want || errs.Is(err, errs.NotFound) != (want == "") {
			t.Errorf("%s: %+v, %v", id, place, err)
		}
	}
	broken := maps.New(maps.WithOutside(source{name: "own"}, maps.Outside{Places: source{broken: maps.ErrService}}), clock.System)
	_, err := broken.Details(t.Context(), "service:1", "en")
	if e := errs.From(err); e.Code != errs.MapUnavailable || e.Code.Status() >= 500 {
		t.Errorf("a failing service: %v", err)
	}
}

func TestWithOutside_MAP01_withoutServicesNothingChanges(t *testing.T) {
	t.Parallel()
	own := source{name: "own"}
	p := maps.WithOutside(own, maps.Outside{})
	features, err := p.Features(t.Context())
	if err != nil || !cmp.Equal(features, []maps.Feature{{Name: "own"}}) {
		t.Errorf("%v, %v", features, err)
	}
	if names, err := p.Address(t.Context(), door, "en"); err != nil || names[0] != "own in en" {
		t.Errorf("%v, %v", names, err)
	}
}

// failing is a provider whose driving routes fail and whose walks are short.
type failing struct{ maps.Provider }

func (failing) Route(_ context.Context, _, _ geo.Point, mode maps.Mode) (maps.Route, error) {
	if mode == maps.Driving {
		return maps.Route{}, maps.ErrService
	}
	return maps.Route{Metres: 5}, nil
}

func TestDistance_MAP02_aWalkDoesNotReplaceADriveThatFailed(t *testing.T) {
	t.Parallel()
	if d := maps.New(failing{}, clock.System).Distance(t.Context(), shop, door, maps.Driving); !d.Straight || d.Metres != 1113 {
		t.Errorf("%+v", d)
	}
}

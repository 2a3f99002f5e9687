package mapservice

import (
	"context"
	"strings"
	"time"
	"unicode"

	"hawker/internal/cache"
	"hawker/internal/clock"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

// Limits of the caches. Places and roads change rarely.
const (
	maxCached  = 5000
	placeAge   = 24 * time.Hour
	maxPoints  = 200_000 // of all cached routes
	routeAge   = 10 * time.Minute
	maxResults = 8
)

// hit is a place that was found, with its suggestion.
type hit struct {
	maps.Suggestion
	place maps.Place
}

// geocoder is a service whose responses may be cached.
type geocoder interface {
	search(ctx context.Context, text, language string) ([]hit, error)
	details(ctx context.Context, placeID, language string) (maps.Place, error)
	address(ctx context.Context, p geo.Point, language string) ([]string, error)
}

// cachedPlaces implements maps.Places with a geocoder.
type cachedPlaces struct {
	geocoder
	found  *cache.Cache[textKey, []maps.Suggestion]
	places *cache.Cache[textKey, maps.Place] // by id
	names  *cache.Cache[pointKey, []string]
}

type textKey struct{ text, language string }

type pointKey struct {
	point    geo.Point
	language string
}

func newCachedPlaces(g geocoder, c clock.Clock) *cachedPlaces {
	return &cachedPlaces{
		geocoder: g,
		found:    cache.New[textKey](cache.Options[[]maps.Suggestion]{Max: maxCached, MaxAge: placeAge, Clock: c}),
		places:   cache.New[textKey](cache.Options[maps.Place]{Max: maxCached, MaxAge: placeAge, Clock: c}),
		names:    cache.New[pointKey](cache.Options[[]string]{Max: maxCached, MaxAge: placeAge, Clock: c}),
	}
}

// Autocomplete implements maps.Places. The place of each suggestion is cached too, so that
// choosing one needs no further call.
func (p *cachedPlaces) Autocomplete(ctx context.Context, text, language string) ([]maps.Suggestion, error) {
	text = strings.Join(strings.Fields(text), " ")
	key := textKey{strings.ToLower(text), language}
	if found, ok := p.found.Get(key); ok {
		return found, nil
	}
	hits, err := p.search(ctx, text, language)
	if err != nil {
		return nil, err
	}
	found := make([]maps.Suggestion, len(hits))
	for i, h := range hits {
		found[i] = h.Suggestion
		p.places.Put(textKey{h.PlaceID, language}, h.place)
	}
	p.found.Put(key, found)
	return found, nil
}

// Details implements maps.Places.
func (p *cachedPlaces) Details(ctx context.Context, placeID, language string) (maps.Place, error) {
	key := textKey{placeID, language}
	if place, ok := p.places.Get(key); ok {
		return place, nil
	}
	place, err := p.details(ctx, placeID, language)
	if err == nil {
		p.places.Put(key, place)
	}
	return place, err
}

// Address implements maps.Places.
func (p *cachedPlaces) Address(ctx context.Context, at geo.Point, language string) ([]string, error) {
	key := pointKey{geo.Round5(at), language}
	if names, ok := p.names.Get(key); ok {
		return names, nil
	}
	names, err := p.address(ctx, key.point, language)
	if err == nil {
		p.names.Put(key, names)
	}
	return names, err
}

// cachedRouter implements maps.Router with another router.
type cachedRouter struct {
	maps.Router
	routes *cache.Cache[routeKey, maps.Route]
}

type routeKey struct {
	from, to geo.Point
	mode     maps.Mode
}

func newCachedRouter(r maps.Router, c clock.Clock) *cachedRouter {
	cost := func(r maps.Route) int { return len(r.Path) }
	return &cachedRouter{r, cache.New[routeKey](cache.Options[maps.Route]{Max: maxPoints, Cost: cost, MaxAge: routeAge, Clock: c})}
}

// Route implements maps.Router.
func (r *cachedRouter) Route(ctx context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error) {
	key := routeKey{from, to, mode}
	if route, ok := r.routes.Get(key); ok {
		return route, nil
	}
	route, err := r.Router.Route(ctx, from, to, mode)
	if err == nil {
		r.routes.Put(key, route)
	}
	return route, err
}

// maxText is the length of a name or an address, in characters.
const maxText = 300

// clean returns a text of a service without control characters, and not too long.
func clean(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || unicode.IsControl(r) }), " ")
	if all := []rune(text); len(all) > maxText {
		text = strings.TrimSpace(string(all[:maxText]))
	}
	return text
}

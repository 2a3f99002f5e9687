package maps

import (
	"context"
	"errors"

	"hawker/internal/geo"
)

// Outside are services of others that know more than the town's own map. Each may be nil.
type Outside struct {
	Places Places
	Router Router
}

// WithOutside returns a provider that calls the outside services first. If one fails, or
// finds nothing, the town's own map responds. If that has nothing either, the error of the
// service is returned.
func WithOutside(town Provider, o Outside) Provider {
	joined := &joinedProvider{Provider: town, town: town, places: o.Places, router: o.Router}
	if o.Places == nil {
		joined.places = town
	}
	if o.Router == nil {
		joined.router = town
	}
	return joined
}

type joinedProvider struct {
	Provider // for Features
	town     Provider
	places   Places
	router   Router
}

// Autocomplete implements Places.
func (j *joinedProvider) Autocomplete(ctx context.Context, text, language string) ([]Suggestion, error) {
	return firstFound(
		func() ([]Suggestion, error) { return j.places.Autocomplete(ctx, text, language) },
		func() ([]Suggestion, error) { return j.town.Autocomplete(ctx, text, language) },
	)
}

// Address implements Places.
func (j *joinedProvider) Address(ctx context.Context, p geo.Point, language string) ([]string, error) {
	return firstFound(
		func() ([]string, error) { return j.places.Address(ctx, p, language) },
		func() ([]string, error) { return j.town.Address(ctx, p, language) },
	)
}

// firstFound returns what the service found, else what the town's own map has.
func firstFound[T any](service, town func() ([]T, error)) ([]T, error) {
	found, err := service()
	if err == nil && len(found) > 0 {
		return found, nil
	}
	own, ownErr := town()
	if len(own) == 0 && ownErr == nil {
		return []T{}, err
	}
	return own, ownErr
}

// Details implements Places. Each source knows only the ids of its own suggestions.
func (j *joinedProvider) Details(ctx context.Context, placeID, language string) (Place, error) {
	place, err := j.places.Details(ctx, placeID, language)
	if errors.Is(err, ErrNoPlace) {
		return j.town.Details(ctx, placeID, language)
	}
	return place, err
}

// Route implements Router. The town's own streets are used only if the service fails: if it
// finds no route, there is none.
func (j *joinedProvider) Route(ctx context.Context, from, to geo.Point, mode Mode) (Route, error) {
	route, err := j.router.Route(ctx, from, to, mode)
	if err == nil || errors.Is(err, ErrNoRoute) {
		return route, err
	}
	own, ownErr := j.town.Route(ctx, from, to, mode)
	if ownErr != nil {
		return Route{}, err
	}
	return own, nil
}

package maps

import (
	"context"

	"hawker/internal/cache"
	"hawker/internal/errs"
	"hawker/internal/geo"
)

// directing returns the route of a way.
type directing interface {
	Directions(ctx context.Context, from, to geo.Point, mode Mode) (Route, error)
}

// Routes caches the paths of ways that are asked for again and again, such as those of
// running orders. Safe for concurrent use.
type Routes struct {
	cache *cache.Cache[way, []geo.Point]
}

type way struct{ from, to geo.Point }

// NewRoutes makes a cache of at most so many paths.
func NewRoutes(limit int) *Routes {
	return &Routes{cache.New[way](cache.Options[[]geo.Point]{Max: limit})}
}

// Between returns the path from one point to another, by car, on foot or by bicycle
// (MAP-02); empty when there is none, or when the map did not respond: certain is false then.
func (r *Routes) Between(ctx context.Context, m directing, from, to geo.Point) (path []geo.Point, certain bool) {
	w := way{geo.Round5(from), geo.Round5(to)}
	if path, ok := r.cache.Get(w); ok {
		return path, true
	}
	path, certain = findRoute(ctx, m, w)
	if certain {
		r.cache.Put(w, path)
	}
	return path, certain
}

// findRoute is not certain when the map did not respond: the next call asks it again.
func findRoute(ctx context.Context, m directing, w way) (path []geo.Point, certain bool) {
	for _, mode := range []Mode{Driving, Walking, Bicycling} {
		route, err := m.Directions(ctx, w.from, w.to, mode)
		if err == nil {
			return route.Path, true
		}
		if !errs.Is(err, errs.NotFound) {
			return []geo.Point{}, false
		}
	}
	return []geo.Point{}, true
}

package mapservice

import (
	"context"
	"errors"
	"math"
	"time"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// snapMetres is how far a point may be from the nearest road.
const snapMetres = 1500

// Limits of a route that can be true.
const (
	maxMetres   = 20_000_000
	maxDuration = 30 * 24 * time.Hour
	maxPath     = 50_000 // points
)

var errRoute = errors.New("a part of the route is missing or impossible")

// farMetres is how far from the town a route may begin or end. That is a day's drive with a
// rented vehicle. Services take long for longer routes, or fail.
const farMetres = 500_000

// nearTown returns a router that does not ask for routes to places far from the town: for
// those it returns maps.ErrNoRoute. Anybody may ask for any two places on Earth.
func nearTown(r maps.Router, c Config) maps.Router { return &nearRouter{r, c} }

type nearRouter struct {
	maps.Router
	config Config
}

// Route implements maps.Router.
func (r *nearRouter) Route(ctx context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error) {
	if box, known := r.config.area(ctx); known && max(box.MetresTo(from), box.MetresTo(to)) > farMetres {
		return maps.Route{}, maps.ErrNoRoute
	}
	return r.Router.Route(ctx, from, to, mode)
}

// newRoute checks the parts of a route. Its path begins and ends at the two points, which
// may be beside the road.
func newRoute(from, to geo.Point, metres, seconds float64, road []geo.Point) (maps.Route, error) {
	if !(metres >= 0 && metres <= maxMetres) || !(seconds >= 0 && seconds <= maxDuration.Seconds()) { // also false for NaN
		return maps.Route{}, errRoute
	}
	if len(road) == 0 && metres > 0 {
		return maps.Route{}, errRoute
	}
	if metres < geo.Metres(from, to)-2*snapMetres {
		return maps.Route{}, maps.ErrNoRoute // it ends far from the points
	}
	path := make([]geo.Point, 0, len(road)+2)
	path = append(append(append(path, from), road...), to)
	return maps.Route{Metres: metres, Duration: time.Duration(math.Ceil(seconds)) * time.Second, Path: path}, nil
}

// decodePath reads an encoded polyline: differences of the coordinates in parts of a
// degree, latitude first, in groups of five bits.
func decodePath(text string, parts float64) ([]geo.Point, error) {
	var path []geo.Point
	var lat, lng int64
	for text != "" {
		for _, sum := range []*int64{&lat, &lng} {
			step, rest, ok := readStep(text)
			if !ok {
				return nil, errRoute
			}
			*sum, text = *sum+step, rest
		}
		p, err := geo.NewPoint(float64(lat)/parts, float64(lng)/parts)
		if err != nil {
			return nil, errRoute
		}
		if len(path) == maxPath {
			return nil, errTooLong
		}
		path = append(path, p)
	}
	return path, nil
}

// readStep reads one number, whose lowest bit is its sign.
func readStep(text string) (step int64, rest string, ok bool) {
	for i := 0; i < len(text) && i < 7; i++ { // seven groups are more than 360 degrees
		group := int64(text[i]) - '?'
		if group < 0 || group > 63 {
			return 0, "", false
		}
		step |= group & 31 << (5 * i)
		if group < 32 {
			return step>>1 ^ -(step & 1), text[i+1:], true
		}
	}
	return 0, "", false
}

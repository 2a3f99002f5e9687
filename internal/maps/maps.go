// Package maps finds places and routes. A Provider is one source of map data. Service
// adds what all providers need: time limits, a cache of distances, and the straight line
// where there is no route.
package maps

import (
	"context"
	"errors"
	"time"

	"hawker/internal/geo"
)

// Mode is a mode of travel.
type Mode string

// The modes, in the order in which they are tried (MAP-02).
const (
	Driving   Mode = "driving"
	Walking   Mode = "walking"
	Bicycling Mode = "bicycling"
)

var modes = []Mode{Driving, Walking, Bicycling}

// ErrNoRoute means that there is no route in this mode.
var ErrNoRoute = errors.New("no route")

// ErrNoPlace means that there is no place with this id.
var ErrNoPlace = errors.New("no such place")

// ErrService means that a map service did not respond, or not as documented. The adapter
// has logged why.
var ErrService = errors.New("the map service failed")

// Suggestion is a place that the typed text may mean (LOC-05).
type Suggestion struct {
	PlaceID   string
	Main      string // its name
	Secondary string // its location, as text
}

// Place is an address with its position.
type Place struct {
	Address string
	Point   geo.Point
}

// Route is a route from one point to another.
type Route struct {
	Metres   float64
	Duration time.Duration
	Path     []geo.Point // from the first point to the last
}

// Places finds places and addresses. Names are in the language (BCP 47, "" for any), if
// the source has them. Calls end when ctx does. Safe for concurrent use.
type Places interface {
	// Autocomplete returns a few places whose name or address begins with the text,
	// the best first.
	Autocomplete(ctx context.Context, text, language string) ([]Suggestion, error)
	// Details returns the place of a suggestion, or ErrNoPlace.
	Details(ctx context.Context, placeID, language string) (Place, error)
	// Address returns names of a point, the nearest first, or none if nothing is near.
	Address(ctx context.Context, p geo.Point, language string) ([]string, error)
}

// Router finds routes. Calls end when ctx does. Safe for concurrent use.
type Router interface {
	// Route returns the shortest route, or ErrNoRoute.
	Route(ctx context.Context, from, to geo.Point, mode Mode) (Route, error)
}

// Provider is a source of map data.
type Provider interface {
	Places
	Router
	// Features returns everything to draw.
	Features(ctx context.Context) ([]Feature, error)
}

// Feature is something on the map.
type Feature struct {
	Name     string
	Class    string // main, secondary, lane, path, shore, water, park, square or building
	Geometry string // GeoJSON geometry
}

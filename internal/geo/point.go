// Package geo computes with points on the map: the distance of two, whether one is
// inside a polygon, and which of several polygons wins. It is pure.
package geo

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"
	orbgeo "github.com/paulmach/orb/geo"
)

// Point is a position in degrees: north and east are positive.
type Point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// NewPoint returns an error for a position that is not on earth: NaN, the
// infinities, a latitude beyond 90 degrees (as when the two were swapped) or a
// longitude beyond 180.
func NewPoint(lat, lng float64) (Point, error) {
	p := Point{Lat: lat, Lng: lng}
	if !p.onEarth() {
		return Point{}, fmt.Errorf("latitude %v, longitude %v is not a position on earth", lat, lng)
	}
	return p, nil
}

// onEarth is false for NaN, which compares false with everything.
func (p Point) onEarth() bool { return math.Abs(p.Lat) <= 90 && math.Abs(p.Lng) <= 180 }

// UnmarshalJSON returns an error where NewPoint does, and for a point that lacks a
// coordinate.
func (p *Point) UnmarshalJSON(data []byte) error {
	var raw struct{ Lat, Lng *float64 }
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if raw.Lat == nil || raw.Lng == nil {
		return errors.New("a point needs lat and lng")
	}
	var err error
	*p, err = NewPoint(*raw.Lat, *raw.Lng)
	return err
}

// Metres returns the distance of a and b along a globe of radius 6378137 m
// (MAP-02). It is symmetric and never NaN. If a point is not on earth, it returns
// half the circumference of the globe, the largest distance there is.
func Metres(a, b Point) float64 {
	if d := orbgeo.DistanceHaversine(a.orb(), b.orb()); !math.IsNaN(d) {
		return d
	}
	// At opposite ends of the earth rounding can make the haversine slightly larger than one.
	return math.Pi * orb.EarthRadius
}

// Round5 rounds p to 1e-5 degrees (about a metre), the precision to which routed
// distances are cached. It returns a point that is not on earth unchanged: a large
// number would become infinite, and JSON cannot encode that.
func Round5(p Point) Point { return p.roundTo(1e5) }

// Round6 rounds p to 1e-6 degrees, about 10 cm.
func Round6(p Point) Point { return p.roundTo(1e6) }

// Round3 rounds p to 1e-3 degrees (about 100 metres): the neighbourhood of an address, for
// a reader who must not know the address.
func Round3(p Point) Point { return p.roundTo(1e3) }

func (p Point) roundTo(parts float64) Point {
	if !p.onEarth() {
		return p
	}
	return Point{Lat: math.Round(p.Lat*parts) / parts, Lng: math.Round(p.Lng*parts) / parts}
}

func (p Point) orb() orb.Point { return orb.Point{p.Lng, p.Lat} }

// Box is an area between two meridians and two parallels, in degrees.
type Box struct{ West, South, East, North float64 }

// BoxAround returns the smallest box with all points, or false for no point.
func BoxAround(points []Point) (Box, bool) {
	if len(points) == 0 {
		return Box{}, false
	}
	b := Box{West: points[0].Lng, South: points[0].Lat, East: points[0].Lng, North: points[0].Lat}
	for _, p := range points[1:] {
		b.West, b.South = min(b.West, p.Lng), min(b.South, p.Lat)
		b.East, b.North = max(b.East, p.Lng), max(b.North, p.Lat)
	}
	return b, true
}

// Middle returns the point in the middle of the box.
func (b Box) Middle() Point {
	return Point{Lat: (b.South + b.North) / 2, Lng: (b.West + b.East) / 2}
}

// MetresTo returns how far a point is from the box; 0 inside.
func (b Box) MetresTo(p Point) float64 {
	nearest := Point{Lat: min(max(p.Lat, b.South), b.North), Lng: min(max(p.Lng, b.West), b.East)}
	return Metres(p, nearest)
}

package maps

import (
	"math"

	"hawker/internal/geo"
)

// foot is the point of a segment that is nearest to another point.
type foot struct {
	point    geo.Point
	fraction float64 // of the segment's length, 0 to 1
	metres   float64 // from the other point
	left     bool    // the other point is left of the segment's direction
}

const metresPerDegree = 6378137 * math.Pi / 180

// nearest returns the foot of p on the segment from a to b. It computes as if the earth
// were flat, because within a town the error is tiny.
func nearest(p, a, b geo.Point) foot {
	shrink := math.Cos(p.Lat * math.Pi / 180)
	ax, ay := (a.Lng-p.Lng)*shrink, a.Lat-p.Lat
	dx, dy := (b.Lng-a.Lng)*shrink, b.Lat-a.Lat

	fraction := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		fraction = min(max(-(ax*dx+ay*dy)/length, 0), 1)
	}
	x, y := ax+fraction*dx, ay+fraction*dy
	return foot{
		point:    between(a, b, fraction),
		fraction: fraction,
		metres:   math.Hypot(x, y) * metresPerDegree,
		left:     dx*-ay-dy*-ax > 0,
	}
}

// between returns the point at a fraction of the segment from a to b.
func between(a, b geo.Point, fraction float64) geo.Point {
	return geo.Point{Lat: a.Lat + fraction*(b.Lat-a.Lat), Lng: a.Lng + fraction*(b.Lng-a.Lng)}
}

// aside returns the point that many metres left of p (negative: right), seen in the
// direction from a to b.
func aside(p, a, b geo.Point, metres float64) geo.Point {
	shrink := math.Cos(p.Lat * math.Pi / 180)
	dx, dy := (b.Lng-a.Lng)*shrink, b.Lat-a.Lat
	length := math.Hypot(dx, dy)
	if length == 0 {
		return p
	}
	off := metres / metresPerDegree / length
	return geo.Point{Lat: p.Lat + dx*off, Lng: p.Lng - dy*off/shrink}
}

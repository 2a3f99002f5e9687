package geo

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"

	"github.com/paulmach/orb"
	orbgeo "github.com/paulmach/orb/geo"
)

// Polygon is an area with one outline and no holes. It is computed in degrees, as
// if the map were flat, and does not cross the antimeridian. The zero Polygon
// contains nothing.
type Polygon struct {
	ring []Point // without the closing point
	box  orb.Bound
	area float64
}

// NewPolygon accepts the corners in either direction; a last corner equal to the
// first closes the ring. It returns an error for less than three corners and for
// an outline without area.
func NewPolygon(corners []Point) (Polygon, error) {
	ring := slices.Clone(corners)
	if n := len(ring); n > 1 && ring[0] == ring[n-1] {
		ring = ring[:n-1]
	}
	if len(ring) < 3 {
		return Polygon{}, errors.New("a polygon needs at least three corners")
	}
	closed := make(orb.Ring, 0, len(ring)+1)
	for _, p := range append(slices.Clone(ring), ring[0]) {
		if _, err := NewPoint(p.Lat, p.Lng); err != nil {
			return Polygon{}, err
		}
		closed = append(closed, p.orb())
	}
	area := orbgeo.Area(closed)
	if !(area > 0) || flat(ring) {
		return Polygon{}, errors.New("a polygon needs an area")
	}
	return Polygon{ring: ring, box: closed.Bound(), area: area}, nil
}

// flat reports whether all corners lie on one line.
func flat(ring []Point) bool {
	for i := range ring {
		if orientation(ring[0], ring[i], ring[(i+1)%len(ring)]) != 0 {
			return false
		}
	}
	return true
}

// CrossesItself returns two sides of the outline that share a point without being
// neighbours, by the number of their first corner.
func (g Polygon) CrossesItself() (a, b int, crosses bool) {
	n := len(g.ring)
	for a := range n {
		for b := a + 2; b < n; b++ {
			if a == 0 && b == n-1 {
				continue // neighbours
			}
			if meet(g.ring[a], g.ring[a+1], g.ring[b], g.ring[(b+1)%n]) {
				return a, b, true
			}
		}
	}
	return 0, 0, false
}

// meet reports whether the segments ab and cd share a point.
func meet(a, b, c, d Point) bool {
	if max(a.Lat, b.Lat) < min(c.Lat, d.Lat) || max(c.Lat, d.Lat) < min(a.Lat, b.Lat) ||
		max(a.Lng, b.Lng) < min(c.Lng, d.Lng) || max(c.Lng, d.Lng) < min(a.Lng, b.Lng) {
		return false
	}
	return orientation(a, b, c)*orientation(a, b, d) <= 0 && orientation(c, d, a)*orientation(c, d, b) <= 0
}

// Ring returns the corners, each once.
func (g Polygon) Ring() []Point { return slices.Clone(g.ring) }

// Area returns the area in square metres.
func (g Polygon) Area() float64 { return g.area }

// Contains reports whether p is inside. The western and southern sides of the
// outline are inside, the eastern and northern ones are not. So where polygons
// touch, exactly one contains a point of their common edge (Z3). The libraries
// count the whole outline as inside, so the rule is implemented here.
func (g Polygon) Contains(p Point) bool {
	if !p.onEarth() || !g.box.Contains(p.orb()) { // NaN is in every box
		return false
	}
	inside := false
	for i, a := range g.ring {
		if crosses(p, a, g.ring[(i+1)%len(g.ring)]) {
			inside = !inside
		}
	}
	return inside
}

// crosses reports whether a line from p to the east meets the edge ab. The edge
// includes its southern end but not its northern one, and never p itself. It is
// always computed from south to north, so that two polygons that share it get the
// same result.
func crosses(p, a, b Point) bool {
	if a.Lat > b.Lat {
		a, b = b, a
	}
	return a.Lat <= p.Lat && p.Lat < b.Lat && orientation(a, b, p) > 0
}

// orientation is positive when p lies left of the line from a to b, negative when
// right of it, zero when on it. The sign is exact: where floating point is not,
// the few doubtful points are computed as fractions. Otherwise a long edge and a
// short one on the same line could disagree about a point.
func orientation(a, b, p Point) int {
	left := (b.Lng - a.Lng) * (p.Lat - a.Lat)
	right := (b.Lat - a.Lat) * (p.Lng - a.Lng)
	// The error of the difference is at most (3 + 16 ε) ε of the sum, with ε = 2^-53.
	const bound = 3.3306690738754716e-16
	size := max(left, -left) + max(right, -right)
	switch det := left - right; {
	case det > bound*size:
		return 1
	case det < -bound*size:
		return -1
	default:
		return exactOrientation(a, b, p)
	}
}

func exactOrientation(a, b, p Point) int {
	difference := func(x, y float64) *big.Rat {
		return new(big.Rat).Sub(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y))
	}
	left := difference(b.Lng, a.Lng)
	left.Mul(left, difference(p.Lat, a.Lat))
	right := difference(b.Lat, a.Lat)
	right.Mul(right, difference(p.Lng, a.Lng))
	return left.Cmp(right)
}

// MarshalJSON returns the corners as a list of points.
func (g Polygon) MarshalJSON() ([]byte, error) { return json.Marshal(g.ring) }

// UnmarshalJSON parses a list of points and returns an error where NewPolygon
// does.
func (g *Polygon) UnmarshalJSON(data []byte) error {
	var corners []Point
	if err := json.Unmarshal(data, &corners); err != nil {
		return err
	}
	var err error
	*g, err = NewPolygon(corners)
	return err
}

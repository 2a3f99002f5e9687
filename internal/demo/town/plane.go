package town

import (
	"math"

	"hawker/internal/geo"
	"hawker/internal/townfile"
)

// centre of the town, on open ocean (TRAP_D14).
var centre = geo.Point{Lat: -11.40, Lng: 65.20}

// tilt rotates the whole plan a little, as in a real town.
const tilt = 0.19

// xy is a position on the town's plan: metres east and north of the centre, before
// the tilt.
type xy struct{ x, y float64 }

const metresPerDegree = 6378137 * math.Pi / 180

// point returns the position on the globe. It is rounded, because two streets share a
// crossing only if its coordinates are equal.
func (p xy) point() geo.Point {
	sin, cos := math.Sincos(tilt)
	x, y := p.x*cos-p.y*sin, p.x*sin+p.y*cos
	return geo.Round6(geo.Point{
		Lat: centre.Lat + y/metresPerDegree,
		Lng: centre.Lng + x/metresPerDegree/math.Cos(centre.Lat*math.Pi/180),
	})
}

func (p xy) plus(q xy) xy               { return xy{p.x + q.x, p.y + q.y} }
func (p xy) minus(q xy) xy              { return xy{p.x - q.x, p.y - q.y} }
func (p xy) times(f float64) xy         { return xy{p.x * f, p.y * f} }
func (p xy) length() float64            { return math.Hypot(p.x, p.y) }
func (p xy) distance(q xy) float64      { return p.minus(q).length() }
func (p xy) towards(q xy, f float64) xy { return p.plus(q.minus(p).times(f)) }

// left returns p rotated to the left by a right angle.
func (p xy) left() xy { return xy{-p.y, p.x} }

// polar returns the position at an angle in degrees, 0 east and 90 north, and a
// distance from the centre.
func polar(degrees, radius float64) xy {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return xy{radius * cos, radius * sin}
}

// degrees returns the angle of p as seen from the centre.
func (p xy) degrees() float64 { return math.Atan2(p.y, p.x) * 180 / math.Pi }

// shoreRadius returns how far from the centre the shore is at an angle. It is nearer
// in the south, where the harbour is.
func shoreRadius(degrees float64) float64 {
	a := degrees * math.Pi / 180
	south := math.Remainder(a+math.Pi/2, 2*math.Pi) / 0.28
	return 2350 + 160*math.Cos(2*a-0.6) + 90*math.Cos(3*a+1.1) - 420*math.Exp(-south*south)
}

// shoreRoadInset is the width of the strip between the shore and its road.
const shoreRoadInset = 110

// blob is a rounded area with an uneven edge.
type blob struct {
	centre xy
	rx, ry float64
	wobble float64 // phase of the unevenness
}

// edge returns the position on the blob's edge at an angle, margin metres outside.
func (b blob) edge(degrees, margin float64) xy {
	a := degrees * math.Pi / 180
	sin, cos := math.Sincos(a)
	f := 1 + 0.08*math.Cos(3*a+b.wobble) + 0.05*math.Cos(5*a-b.wobble)
	return b.centre.plus(xy{(b.rx*f + margin) * cos, (b.ry*f + margin) * sin})
}

func (b blob) ring(margin float64, step int) []xy {
	var ring []xy
	for degrees := 0; degrees < 360; degrees += step {
		ring = append(ring, b.edge(float64(degrees), margin))
	}
	return ring
}

func (b blob) contains(p xy, margin float64) bool {
	d := p.minus(b.centre)
	rim := b.edge(math.Atan2(d.y/b.ry, d.x/b.rx)*180/math.Pi, margin).minus(b.centre)
	return d.length() < rim.length()
}

func lineOf(places []xy) townfile.Geometry {
	return townfile.Geometry{Type: townfile.LineString, Points: onGlobe(places)}
}

func areaOf(ring []xy) townfile.Geometry {
	return townfile.Geometry{Type: townfile.Polygon, Points: onGlobe(ring)}
}

// onGlobe returns the points, without one that equals the one before it.
func onGlobe(places []xy) []geo.Point {
	var points []geo.Point
	for _, p := range places {
		if q := p.point(); len(points) == 0 || points[len(points)-1] != q {
			points = append(points, q)
		}
	}
	return points
}

func lengthOf(line []xy) float64 {
	sum := 0.0
	for i := 1; i < len(line); i++ {
		sum += line[i-1].distance(line[i])
	}
	return sum
}

// along returns the position that many metres along a line, and the direction there.
func along(line []xy, metres float64) (xy, xy) {
	for i := 1; i < len(line); i++ {
		step := line[i-1].distance(line[i])
		if metres <= step || i == len(line)-1 {
			return line[i-1].towards(line[i], min(metres/step, 1)), line[i].minus(line[i-1]).times(1 / step)
		}
		metres -= step
	}
	return line[0], xy{1, 0}
}

package maps

import (
	"math"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// way is a kind of street: how fast it is travelled, in km/h by mode. A mode
// that is absent may not use it.
type way map[maps.Mode]float64

// ways are the classes of lines on the map; every other class is an area.
var ways = map[string]way{
	"main":      {maps.Driving: 40, maps.Walking: 4.8, maps.Bicycling: 16},
	"secondary": {maps.Driving: 30, maps.Walking: 4.8, maps.Bicycling: 15},
	"lane":      {maps.Driving: 20, maps.Walking: 4.8, maps.Bicycling: 13},
	"path":      {maps.Walking: 4.5},
}

// graph is the streets as pieces between corners. Streets cross where they
// share a corner, to the last digit.
type graph struct {
	corners []geo.Point
	byPoint map[geo.Point]int32
	exits   [][]int32 // of a corner: the pieces that touch it
	pieces  []piece
}

// piece is a straight bit of street between two corners.
type piece struct {
	a, b   int32
	metres float64
	way    way
}

func newGraph() *graph { return &graph{byPoint: map[geo.Point]int32{}} }

func (g *graph) add(w way, line []geo.Point) {
	for i := 1; i < len(line); i++ {
		a, b := g.corner(line[i-1]), g.corner(line[i])
		if a == b {
			continue
		}
		at := int32(len(g.pieces))
		g.pieces = append(g.pieces, piece{a: a, b: b, metres: geo.Metres(line[i-1], line[i]), way: w})
		g.exits[a] = append(g.exits[a], at)
		g.exits[b] = append(g.exits[b], at)
	}
}

func (g *graph) corner(p geo.Point) int32 {
	at, known := g.byPoint[p]
	if !known {
		at = int32(len(g.corners))
		g.byPoint[p] = at
		g.corners = append(g.corners, p)
		g.exits = append(g.exits, nil)
	}
	return at
}

// farthest is how far from a street a point may lie and still be reached by it.
const farthest = 1500

// anchor is where a point meets the streets.
type anchor struct {
	piece int32
	foot
}

// snap finds the nearest street that the mode may use. All pieces are looked
// at: a town's few thousand take a fraction of a millisecond.
func (g *graph) snap(p geo.Point, mode maps.Mode) (anchor, bool) {
	best := anchor{piece: -1, foot: foot{metres: math.Inf(1)}}
	for i, s := range g.pieces {
		if _, allowed := s.way[mode]; !allowed {
			continue
		}
		if f := nearest(p, g.corners[s.a], g.corners[s.b]); f.metres < best.metres {
			best = anchor{piece: int32(i), foot: f}
		}
	}
	return best, best.metres <= farthest
}

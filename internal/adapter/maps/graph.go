package maps

import (
	"math"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// speeds are the speeds on a class of street, in km/h by mode. A missing mode may not use
// it.
type speeds map[maps.Mode]float64

// streetClasses are the classes of lines on the map; every other class is an area.
var streetClasses = map[string]speeds{
	"main":      {maps.Driving: 40, maps.Walking: 4.8, maps.Bicycling: 16},
	"secondary": {maps.Driving: 30, maps.Walking: 4.8, maps.Bicycling: 15},
	"lane":      {maps.Driving: 20, maps.Walking: 4.8, maps.Bicycling: 13},
	"path":      {maps.Walking: 4.5},
}

// graph has the streets as edges between nodes. Streets cross where they have a node with
// exactly the same coordinates.
type graph struct {
	nodes   []geo.Point
	byPoint map[geo.Point]int32
	edgesOf [][]int32 // by node
	edges   []edge
}

// edge is a straight part of a street between two nodes.
type edge struct {
	a, b   int32
	metres float64
	speeds speeds
}

func newGraph() *graph { return &graph{byPoint: map[geo.Point]int32{}} }

func (g *graph) add(w speeds, line []geo.Point) {
	for i := 1; i < len(line); i++ {
		a, b := g.node(line[i-1]), g.node(line[i])
		if a == b {
			continue
		}
		at := int32(len(g.edges))
		g.edges = append(g.edges, edge{a: a, b: b, metres: geo.Metres(line[i-1], line[i]), speeds: w})
		g.edgesOf[a] = append(g.edgesOf[a], at)
		g.edgesOf[b] = append(g.edgesOf[b], at)
	}
}

func (g *graph) node(p geo.Point) int32 {
	at, known := g.byPoint[p]
	if !known {
		at = int32(len(g.nodes))
		g.byPoint[p] = at
		g.nodes = append(g.nodes, p)
		g.edgesOf = append(g.edgesOf, nil)
	}
	return at
}

// maxMetres is how far, in metres, a point may be from the nearest street.
const maxMetres = 1500

// anchor is the point on a street that is nearest to another point.
type anchor struct {
	edge int32
	foot
}

// snap finds the nearest street that the mode may use. It checks all edges: the few
// thousand of a town take less than a millisecond.
func (g *graph) snap(p geo.Point, mode maps.Mode) (anchor, bool) {
	best := anchor{edge: -1, foot: foot{metres: math.Inf(1)}}
	for i, s := range g.edges {
		if _, allowed := s.speeds[mode]; !allowed {
			continue
		}
		if f := nearest(p, g.nodes[s.a], g.nodes[s.b]); f.metres < best.metres {
			best = anchor{edge: int32(i), foot: f}
		}
	}
	return best, best.metres <= maxMetres
}

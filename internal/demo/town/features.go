package town

import (
	"fmt"
	"slices"

	"hawker/internal/townfile"
)

// features returns what the map shows of the plan: the streets and the areas.
func features(d dice, streets []street) []townfile.Feature {
	all := []townfile.Feature{area("shore", "Saffron Key", "shore", shoreRing())}
	for _, a := range []struct {
		name, class string
		blob        blob
	}{
		{"Heron Lagoon", "water", lagoon},
		{"Kestrel Hill", "park", hill},
		{"Botanic Garden", "park", gardens},
		{"Lily Pond", "water", pond},
		{"Banyan Park", "park", banyan},
		{"Cricket Ground", "park", cricket},
		{"West Dunes", "park", dunes},
		{"Saffron Square", "square", blob{rx: circusRadius - 16, ry: circusRadius - 16}},
	} {
		all = append(all, area(slugOf(a.name), a.name, a.class, a.blob.ring(0, 10)))
	}
	all = append(all, area("spice-market-square", "Spice Market Square", "square", marketSquare()))
	for _, s := range streets {
		all = append(all, townfile.Feature{Slug: slugOf(s.name), Name: s.name, Class: s.class, Geometry: lineOf(s.line)})
	}
	for i, ring := range buildings(d, streets) {
		all = append(all, area(fmt.Sprintf("building-%04d", i+1), "", "building", ring))
	}
	return all
}

func area(slug, name, class string, ring []xy) townfile.Feature {
	return townfile.Feature{Slug: slug, Name: name, Class: class, Geometry: areaOf(ring)}
}

func shoreRing() []xy {
	var ring []xy
	for degrees := 0; degrees < 360; degrees += 3 {
		ring = append(ring, polar(float64(degrees), shoreRadius(float64(degrees))))
	}
	return ring
}

// marketSquare returns a block of the Old Town's grid.
func marketSquare() []xy {
	west, east, south, north := 122.0, 194.0, oldTownNorth-112*3+22, oldTownNorth-112*2-22
	return []xy{{west, south}, {east, south}, {east, north}, {west, north}}
}

// house is a position beside a street where a building can be.
type house struct {
	street *street
	metres float64 // from the street's start
	left   bool
	door   xy
	facing xy // along the street
}

// On every plot length of a street there are two houses, one on each side. Their
// doors are setback metres from the middle of the street.
const (
	plot    = 25.0
	setback = 17.0
)

// number returns the house number, which is odd on the left.
func (h house) number() int {
	n := 2*int(h.metres/plot) + 1
	if !h.left {
		n++
	}
	return n
}

// houses returns the houses on both sides of every street that is not a path.
func houses(streets []street) []house {
	var all []house
	for i := range streets {
		s := &streets[i]
		if s.isPath() {
			continue
		}
		for metres := plot * 1.5; metres < lengthOf(s.line)-plot; metres += plot {
			middle, facing := along(s.line, metres)
			for _, left := range []bool{true, false} {
				side := facing.left()
				if !left {
					side = side.times(-1)
				}
				all = append(all, house{s, metres, left, middle.plus(side.times(setback)), facing})
			}
		}
	}
	return all
}

// buildings returns footprints for some of the houses: for most in the Old Town, and
// for fewer elsewhere.
func buildings(d dice, streets []street) [][]xy {
	roads := roadIndex(streets)
	var rings [][]xy
	taken := map[cell][]xy{}
	for _, h := range houses(streets) {
		percent := 8
		switch {
		case h.street.grid:
			percent = 70
		case h.street.class == "main":
			percent = 16
		}
		ring := footprint(d, h)
		if !d.chance(percent) || !buildable(ring, roads) || crowded(taken, h.door) {
			continue
		}
		c := cellOf(h.door)
		taken[c] = append(taken[c], h.door)
		rings = append(rings, ring)
	}
	return rings
}

func footprint(d dice, h house) []xy {
	along, out := h.facing, h.facing.left()
	if !h.left {
		out = out.times(-1)
	}
	half, depth := d.spread(7, 10.5), d.spread(11, 18)
	front := h.door.minus(out.times(5))
	return []xy{
		front.minus(along.times(half)), front.plus(along.times(half)),
		front.plus(along.times(half)).plus(out.times(depth)), front.minus(along.times(half)).plus(out.times(depth)),
	}
}

// buildable reports whether the ring is on free land, and not on a road.
func buildable(ring []xy, roads map[cell][][2]xy) bool {
	for _, corner := range ring {
		if corner.length() > shoreRadius(corner.degrees())-25 || lagoon.contains(corner, 12) || corner.length() < circusRadius+20 {
			return false
		}
		if m := marketSquare(); corner.x > m[0].x-4 && corner.x < m[1].x+4 && corner.y > m[0].y-4 && corner.y < m[2].y+4 {
			return false
		}
		for _, park := range parks {
			if park.contains(corner, 4) {
				return false
			}
		}
		for _, road := range roads[cellOf(corner)] {
			if offLine(corner, road[0], road[1]) < 8 {
				return false
			}
		}
	}
	return true
}

// roadIndex returns, for every cell, the road segments in and around it.
func roadIndex(streets []street) map[cell][][2]xy {
	index := map[cell][][2]xy{}
	for _, s := range streets {
		line := dense(s.line, cellSize/2)
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			margin := xy{8, 8}
			for _, c := range cellsAround(xy{min(a.x, b.x), min(a.y, b.y)}.minus(margin), xy{max(a.x, b.x), max(a.y, b.y)}.plus(margin)) {
				index[c] = append(index[c], [2]xy{a, b})
			}
		}
	}
	return index
}

func crowded(taken map[cell][]xy, p xy) bool {
	return slices.ContainsFunc(cellsAround(p.minus(xy{24, 24}), p.plus(xy{24, 24})), func(c cell) bool {
		return slices.ContainsFunc(taken[c], func(q xy) bool { return p.distance(q) < 24 })
	})
}

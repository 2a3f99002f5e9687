package town

import (
	"cmp"
	"math"
	"slices"

	"hawker/internal/geo"
)

// cutStreets turns drawn lines into streets: clipped to the land, joined where they
// cross, without stubs, and all connected.
func cutStreets(drawn []street) []street {
	pieces := clip(drawn)
	join(pieces)
	shared := crossings(pieces)
	for i := range pieces {
		pieces[i].line = simplified(pieces[i].line, shared)
	}
	pieces = trimmed(pieces)
	// The roads must be connected without the paths.
	roads := reachable(slices.DeleteFunc(slices.Clone(pieces), street.isPath))
	return reachable(append(roads, slices.DeleteFunc(pieces, func(s street) bool { return !s.isPath() })...))
}

// blocked reports whether a street of this class cannot be at p.
func blocked(s street, p xy) bool {
	if s.isPath() {
		return p.length() > shoreRadius(p.degrees())-40
	}
	if p.length() > shoreRadius(p.degrees())-shoreRoadInset+10 || lagoon.contains(p, 24) {
		return true
	}
	if s.class == "main" {
		return false
	}
	for _, park := range parks {
		if park.contains(p, 0) {
			return true
		}
	}
	return !s.grid && p.x > oldTownWest+14 && p.x < oldTownEast-14 && p.y < oldTownNorth-14 && p.y > oldTownSouth-200
}

const minStreetLength = 70 // metres; shorter ones are left out

// clip removes the blocked parts. The longest piece keeps the street's name. The
// others get new names, so that house numbers stay unique.
func clip(drawn []street) []street {
	var all []street
	for _, s := range drawn {
		var pieces [][]xy
		var piece []xy
		for _, p := range dense(s.line, 12) {
			if !blocked(s, p) {
				piece = append(piece, p)
				continue
			}
			pieces = append(pieces, piece)
			piece = nil
		}
		pieces = append(pieces, piece)
		pieces = slices.DeleteFunc(pieces, func(p []xy) bool { return lengthOf(p) < minStreetLength })
		slices.SortStableFunc(pieces, func(a, b []xy) int { return cmp.Compare(lengthOf(b), lengthOf(a)) })
		for i, piece := range pieces {
			if i < len(prefixes) {
				all = append(all, street{prefixes[i] + s.name, s.class, s.grid, piece})
			}
		}
	}
	return all
}

var prefixes = []string{"", "Upper ", "Lower ", "Far ", "Back "}

// dense adds positions, so that there is one every few metres.
func dense(line []xy, step float64) []xy {
	points := []xy{line[0]}
	for i := 1; i < len(line); i++ {
		n := int(line[i-1].distance(line[i])/step) + 1
		for k := 1; k <= n; k++ {
			points = append(points, line[i-1].towards(line[i], float64(k)/float64(n)))
		}
	}
	return points
}

// segment is the part of a street between two of its positions.
type segment struct{ street, at int }

// cell is a square of the plan. Cells are the index of what is near a position.
type cell struct{ x, y int }

const cellSize = 40.0

func cellOf(p xy) cell { return cell{int(math.Floor(p.x / cellSize)), int(math.Floor(p.y / cellSize))} }

// join adds the same position to both streets where two of them cross.
func join(streets []street) {
	near := map[cell][]segment{}
	type crossing struct {
		at   int
		f    float64
		here xy
	}
	found := make([][]crossing, len(streets))
	for i, s := range streets {
		for k := 1; k < len(s.line); k++ {
			a, b := s.line[k-1], s.line[k]
			seen := map[segment]bool{}
			for _, c := range cellsAround(a, b) {
				for _, other := range near[c] {
					if other.street == i || seen[other] {
						continue
					}
					seen[other] = true
					o := streets[other.street].line
					f, g, ok := cross(a, b, o[other.at-1], o[other.at])
					if !ok {
						continue
					}
					here := a.towards(b, f)
					found[i] = append(found[i], crossing{k, f, here})
					found[other.street] = append(found[other.street], crossing{other.at, g, here})
				}
			}
			for _, c := range cellsAround(a, b) {
				near[c] = append(near[c], segment{i, k})
			}
		}
	}
	for i := range streets {
		slices.SortFunc(found[i], func(a, b crossing) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.f, b.f)) })
		var line []xy
		next := 0
		for k, p := range streets[i].line {
			for ; next < len(found[i]) && found[i][next].at == k; next++ {
				line = append(line, found[i][next].here)
			}
			line = append(line, p)
		}
		streets[i].line = line
	}
}

// cellsAround returns the cells around a short segment.
func cellsAround(a, b xy) []cell {
	low := cellOf(xy{min(a.x, b.x), min(a.y, b.y)})
	high := cellOf(xy{max(a.x, b.x), max(a.y, b.y)})
	var cells []cell
	for x := low.x; x <= high.x; x++ {
		for y := low.y; y <= high.y; y++ {
			cells = append(cells, cell{x, y})
		}
	}
	return cells
}

// cross returns where ab and cd meet, as fractions of both. Their ends count.
func cross(a, b, c, d xy) (f, g float64, ok bool) {
	u, v, w := b.minus(a), d.minus(c), c.minus(a)
	area := u.x*v.y - u.y*v.x
	if math.Abs(area) < 1e-9 {
		return 0, 0, false
	}
	f = (w.x*v.y - w.y*v.x) / area
	g = (w.x*u.y - w.y*u.x) / area
	return f, g, f >= 0 && f <= 1 && g >= 0 && g <= 1
}

// crossings returns the points that more than one street has.
func crossings(streets []street) map[geo.Point]bool {
	owner, shared := map[geo.Point]int{}, map[geo.Point]bool{}
	for i, s := range streets {
		for _, p := range s.line {
			q := p.point()
			if o, known := owner[q]; known && o != i {
				shared[q] = true
			}
			owner[q] = i
		}
	}
	return shared
}

// simplified keeps the crossings and as many positions between them as the curve
// needs (Douglas and Peucker, a metre and a half).
func simplified(line []xy, shared map[geo.Point]bool) []xy {
	kept := []xy{line[0]}
	start := 0
	for i := 1; i < len(line); i++ {
		if shared[line[i].point()] || i == len(line)-1 {
			kept = append(append(kept, keptInside(line[start:i+1])...), line[i])
			start = i
		}
	}
	return kept
}

// keptInside returns the positions between the ends of a run that must stay.
func keptInside(run []xy) []xy {
	far, at := 1.5, -1
	first, last := run[0], run[len(run)-1]
	for i := 1; i < len(run)-1; i++ {
		if d := offLine(run[i], first, last); d > far {
			far, at = d, i
		}
	}
	if at < 0 {
		return nil
	}
	return append(append(keptInside(run[:at+1]), run[at]), keptInside(run[at:])...)
}

// offLine returns how far p is from the segment ab.
func offLine(p, a, b xy) float64 {
	ab := b.minus(a)
	length := ab.x*ab.x + ab.y*ab.y
	if length == 0 {
		return p.distance(a)
	}
	ap := p.minus(a)
	f := min(max((ap.x*ab.x+ap.y*ab.y)/length, 0), 1)
	return p.distance(a.plus(ab.times(f)))
}

// trimmed removes the ends of streets before their first and after their last
// crossing, if they are short.
func trimmed(streets []street) []street {
	const stub = 110
	shared := crossings(streets)
	var kept []street
	for _, s := range streets {
		s.line = trimStart(s.line, shared, stub)
		slices.Reverse(s.line)
		s.line = trimStart(s.line, shared, stub)
		slices.Reverse(s.line)
		if lengthOf(s.line) >= 30 {
			kept = append(kept, s)
		}
	}
	return kept
}

func trimStart(line []xy, shared map[geo.Point]bool, stub float64) []xy {
	for i, p := range line {
		if shared[p.point()] {
			if lengthOf(line[:i+1]) < stub {
				return line[i:]
			}
			return line
		}
	}
	return line
}

// reachable returns the streets that are connected with the first one.
func reachable(streets []street) []street {
	users := map[geo.Point][]int{}
	for i, s := range streets {
		for _, p := range s.line {
			users[p.point()] = append(users[p.point()], i)
		}
	}
	reached := make([]bool, len(streets))
	reached[0] = true
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, p := range streets[queue[0]].line {
			for _, i := range users[p.point()] {
				if !reached[i] {
					reached[i] = true
					queue = append(queue, i)
				}
			}
		}
	}
	var kept []street
	for i, s := range streets {
		if reached[i] {
			kept = append(kept, s)
		}
	}
	return kept
}

package maps

import (
	"context"
	"fmt"
	"math"

	"hawker/internal/geo"
)

// Houses are numbered from the first point of a street. There is one on each side of every
// plot, with odd numbers on the left.
const (
	plotMetres  = 25
	houseSetoff = 17 // metres from the middle of the street
)

// street is all lines of one name. Its numbers continue from one line to the next.
type street struct {
	slug, name string
	words      []string
	lines      []line
	metres     float64
}

// line is one of a street's lines. It begins that many metres along the street.
type line struct {
	points []geo.Point
	from   float64
}

func newStreet(slug, name string) *street {
	return &street{slug: slug, name: name, words: wordsOf(name)}
}

func (s *street) add(points []geo.Point) {
	s.lines = append(s.lines, line{points: points, from: s.metres})
	for i := 1; i < len(points); i++ {
		s.metres += geo.Metres(points[i-1], points[i])
	}
}

// nearest returns the foot of p on the street, and the number of the house there.
func (s *street) nearest(p geo.Point) (foot, int) {
	best, number := foot{metres: math.Inf(1)}, 0
	for _, l := range s.lines {
		along := l.from
		for i := 1; i < len(l.points); i++ {
			a, b := l.points[i-1], l.points[i]
			length := geo.Metres(a, b)
			if f := nearest(p, a, b); f.metres < best.metres {
				best, number = f, numberAt(along+f.fraction*length, f.left)
			}
			along += length
		}
	}
	return best, number
}

func numberAt(along float64, left bool) int {
	number := 2 * int(along/plotMetres)
	if left {
		return number + 1
	}
	return number + 2
}

// house returns the position of a house number, or false if there is none.
func (s *street) house(number int) (geo.Point, bool) {
	along := (float64((number-1)/2) + 0.5) * plotMetres
	if number < 1 || along > s.metres {
		return geo.Point{}, false
	}
	side := float64(houseSetoff)
	if number%2 == 0 {
		side = -side
	}
	for _, l := range s.lines {
		at := l.from
		for i := 1; i < len(l.points); i++ {
			a, b := l.points[i-1], l.points[i]
			length := geo.Metres(a, b)
			if along <= at+length && length > 0 {
				return aside(between(a, b, (along-at)/length), a, b, side), true
			}
			at += length
		}
	}
	return geo.Point{}, false
}

// How far a point may be, in metres, from the street or the place that names it.
const (
	addressReach = 150
	nearReach    = 2000
)

// Address returns "{number} {street}, {district}", or places nearby if no street is near.
func (t *Town) Address(ctx context.Context, p geo.Point, _ string) ([]string, error) {
	a, err := t.current(ctx)
	if err != nil {
		return nil, err
	}
	var closest *street
	best, number := foot{metres: math.Inf(1)}, 0
	for _, s := range a.streets {
		if f, n := s.nearest(p); f.metres < best.metres {
			closest, best, number = s, f, n
		}
	}
	if best.metres <= addressReach {
		return []string{a.inDistrict(fmt.Sprintf("%d %s", number, closest.name), p)}, nil
	}
	if near, ok := closestOf(a.places, p); ok {
		return []string{a.inDistrict("Near "+near.Name, p)}, nil
	}
	return []string{}, nil
}

// inDistrict adds the quarter to the name of a point.
func (a *atlas) inDistrict(words string, p geo.Point) string {
	if quarter, ok := closestOf(a.quarters, p); ok {
		return words + ", " + quarter.Name
	}
	return words
}

// closestOf returns the nearest place, if it is within nearReach.
func closestOf(places []place, p geo.Point) (place, bool) {
	var best place
	metres := math.Inf(1)
	for _, one := range places {
		if d := geo.Metres(p, one.point()); d < metres {
			best, metres = one, d
		}
	}
	return best, metres <= nearReach
}

package maps

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// On random towns A* must find the same distances as the simplest method (Floyd and
// Warshall): all distances, improved through every corner in turn.
func TestRoute_isTheShortest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		g := newGraph()
		n := rapid.IntRange(2, 12).Draw(r, "corners")
		corners := make([]geo.Point, n)
		for i := range corners {
			// On a circle, so that no corner is on a street between two others.
			angle := (30*float64(i) + rapid.Float64Range(0, 20).Draw(r, "angle")) * math.Pi / 180
			corners[i] = geo.Point{Lat: 0.01 * math.Sin(angle), Lng: 0.01 * math.Cos(angle)}
		}
		far := make([][]float64, n)
		for i := range far {
			far[i] = make([]float64, n)
			for j := range far[i] {
				if i != j {
					far[i][j] = math.Inf(1)
				}
			}
		}
		for range rapid.IntRange(1, 2*n).Draw(r, "streets") {
			a, b := rapid.IntRange(0, n-1).Draw(r, "a"), rapid.IntRange(0, n-1).Draw(r, "b")
			if a == b {
				continue
			}
			g.add(streetClasses["lane"], []geo.Point{corners[a], corners[b]})
			length := geo.Metres(corners[a], corners[b])
			far[a][b], far[b][a] = length, length
		}
		for k := range n {
			for i := range n {
				for j := range n {
					far[i][j] = min(far[i][j], far[i][k]+far[k][j])
				}
			}
		}
		for i := range n {
			for j := range n {
				if i == j || isolated(far[i]) || isolated(far[j]) {
					continue // the corner is not on a street, so it snaps to another one
				}
				route, err := g.route(context.Background(), corners[i], corners[j], maps.Driving)
				switch {
				case math.IsInf(far[i][j], 1):
					if !errors.Is(err, maps.ErrNoRoute) {
						r.Fatalf("%d to %d: a route of %.1f m where there is none", i, j, route.Metres)
					}
				case err != nil:
					r.Fatalf("%d to %d: %v", i, j, err)
				case math.Abs(route.Metres-far[i][j]) > 0.01:
					r.Fatalf("%d to %d: %.2f m, shortest is %.2f", i, j, route.Metres, far[i][j])
				}
			}
		}
	})
}

func isolated(row []float64) bool {
	n := 0
	for _, d := range row {
		if !math.IsInf(d, 1) {
			n++
		}
	}
	return n < 2
}

func BenchmarkRouteAcrossTown(b *testing.B) {
	g := newGraph()
	const side = 60 // 3,600 corners and about 7,000 edges
	at := func(x, y int) geo.Point { return geo.Point{Lat: 0.001 * float64(y), Lng: 0.001 * float64(x)} }
	for x := range side {
		for y := range side - 1 {
			g.add(streetClasses["lane"], []geo.Point{at(x, y), at(x, y+1)})
			g.add(streetClasses["lane"], []geo.Point{at(y, x), at(y+1, x)})
		}
	}
	for b.Loop() {
		if _, err := g.route(context.Background(), at(3, 5), at(56, 51), maps.Driving); err != nil {
			b.Fatal(err)
		}
	}
}

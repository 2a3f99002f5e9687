package geo_test

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/geo"
)

func polygon(t interface{ Fatal(...any) }, corners ...geo.Point) geo.Polygon {
	g, err := geo.NewPolygon(corners)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func square(t interface{ Fatal(...any) }, south, west, north, east float64) geo.Polygon {
	return polygon(t, geo.Point{Lat: south, Lng: west}, geo.Point{Lat: south, Lng: east},
		geo.Point{Lat: north, Lng: east}, geo.Point{Lat: north, Lng: west})
}

func TestContains_TRAP_Z1_TRAP_Z3(t *testing.T) {
	t.Parallel()
	box := square(t, 0, 0, 1, 1)
	// A horseshoe, open to the east. Its hollow is inside the bounding box.
	horseshoe := polygon(t, geo.Point{Lat: 0, Lng: 0}, geo.Point{Lat: 0, Lng: 3}, geo.Point{Lat: 1, Lng: 3}, geo.Point{Lat: 1, Lng: 1},
		geo.Point{Lat: 2, Lng: 1}, geo.Point{Lat: 2, Lng: 3}, geo.Point{Lat: 3, Lng: 3}, geo.Point{Lat: 3, Lng: 0})
	tests := []struct {
		name     string
		area     geo.Polygon
		lat, lng float64
		want     bool
	}{
		{"the middle", box, 0.5, 0.5, true},
		{"outside", box, 0.5, 1.5, false},
		{"western side", box, 0.5, 0, true},
		{"southern side", box, 0, 0.5, true},
		{"eastern side", box, 0.5, 1, false},
		{"northern side", box, 1, 0.5, false},
		{"south-western corner", box, 0, 0, true},
		{"north-eastern corner", box, 1, 1, false},
		{"in the hollow", horseshoe, 1.5, 2, false},
		{"in the back of the horseshoe", horseshoe, 1.5, 0.5, true},
		{"level with a corner, inside", horseshoe, 1, 0.5, true},
		{"level with a corner, outside to the west", horseshoe, 1, -0.5, false},
		{"no polygon", geo.Polygon{}, 0, 0, false},
	}
	for _, tt := range tests {
		if got := tt.area.Contains(geo.Point{Lat: tt.lat, Lng: tt.lng}); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// A triangle is inside of its three sides: an oracle without rays. Points are
// drawn at random, so that none lies on a side.
func TestContainsAgainstSides_TRAP_Z1(t *testing.T) {
	t.Parallel()
	side := func(a, b, p geo.Point) float64 {
		return (b.Lng-a.Lng)*(p.Lat-a.Lat) - (b.Lat-a.Lat)*(p.Lng-a.Lng)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := points().Draw(t, "a"), points().Draw(t, "b"), points().Draw(t, "c")
		g, err := geo.NewPolygon([]geo.Point{a, b, c})
		if err != nil {
			t.Skip(err)
		}
		p := points().Draw(t, "p")
		x, y, z := side(a, b, p), side(b, c, p), side(c, a, p)
		if math.Min(math.Abs(x), math.Min(math.Abs(y), math.Abs(z))) < 1e-9 {
			t.Skip("on a side")
		}
		want := x > 0 && y > 0 && z > 0 || x < 0 && y < 0 && z < 0
		if got := g.Contains(p); got != want {
			t.Fatalf("%v in %v: %v", p, g.Ring(), got)
		}
	})
}

// A square is cut into triangles around a random point inside it. Half of them have
// their corners in the other direction. Every point of the square, also on a cut or
// a corner, belongs to exactly one triangle.
func TestTouchingPolygonsShareNoPoint_TRAP_Z3(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		inner := rapid.Float64Range(0.1, 0.9)
		hub := geo.Point{Lat: inner.Draw(t, "hub lat"), Lng: inner.Draw(t, "hub lng")}
		corners := []geo.Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 1}, {Lat: 1, Lng: 0}}
		var parts []geo.Polygon
		for i, a := range corners {
			ring := []geo.Point{a, corners[(i+1)%4], hub}
			if rapid.Bool().Draw(t, "reversed") {
				slices.Reverse(ring)
			}
			parts = append(parts, polygon(t, ring...))
		}
		from := corners[rapid.IntRange(0, 3).Draw(t, "corner")]
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		p := geo.Point{Lat: from.Lat + share*(hub.Lat-from.Lat), Lng: from.Lng + share*(hub.Lng-from.Lng)}
		count := 0
		for _, g := range parts {
			if g.Contains(p) {
				count++
			}
		}
		want := 0
		if square(t, 0, 0, 1, 1).Contains(p) {
			want = 1
		}
		if count != want {
			t.Fatalf("%v is in %d parts, want %d", p, count, want)
		}
	})
}

// Two small zones touch one long slanted side. The corner between them lies exactly
// on that side, because all coordinates are whole numbers of a grid.
func TestLongSideAgainstShortOnes_TRAP_Z3(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.IntRange(-9, 9)
		lat, lng := rapid.IntRange(1, 9).Draw(t, "lat step"), step.Draw(t, "lng step")
		at := func(n float64) geo.Point {
			return geo.Point{Lat: n * float64(lat) / 1024, Lng: n * float64(lng) / 1024}
		}
		east, west := geo.Point{Lat: 0, Lng: 1}, geo.Point{Lat: 0, Lng: -1}
		middle := float64(rapid.IntRange(1, 7).Draw(t, "junction"))
		whole := polygon(t, at(0), at(8), west)
		parts := []geo.Polygon{polygon(t, at(0), at(middle), east), polygon(t, at(middle), at(8), east)}

		p := at(float64(rapid.IntRange(0, 7*64).Draw(t, "place")) / 64)
		count := 0
		for _, g := range append(parts, whole) {
			if g.Contains(p) {
				count++
			}
		}
		if count != 1 {
			t.Fatalf("%v is in %d zones", p, count)
		}
	})
}

// The oracle finds where each side meets the point's parallel, in fractions.
// Points lie as close to a side as floating point can put them, on it or not.
func TestContainsIsExact_TRAP_Z3(t *testing.T) {
	t.Parallel()
	exact := func(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }
	minus := func(a, b float64) *big.Rat { return new(big.Rat).Sub(exact(a), exact(b)) }
	eastOf := func(a, b, p geo.Point) bool { // the side meets the parallel east of p
		if (a.Lat <= p.Lat) == (b.Lat <= p.Lat) {
			return false
		}
		along := new(big.Rat).Quo(minus(p.Lat, a.Lat), minus(b.Lat, a.Lat))
		meets := along.Mul(along, minus(b.Lng, a.Lng))
		return meets.Add(meets, exact(a.Lng)).Cmp(exact(p.Lng)) > 0
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := points().Draw(t, "a"), points().Draw(t, "b"), points().Draw(t, "c")
		g, err := geo.NewPolygon([]geo.Point{a, b, c})
		if err != nil {
			t.Skip(err)
		}
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		p := geo.Point{Lat: a.Lat + share*(b.Lat-a.Lat), Lng: a.Lng + share*(b.Lng-a.Lng)}
		want := eastOf(a, b, p) != eastOf(b, c, p) != eastOf(c, a, p)
		if got := g.Contains(p); got != want {
			t.Fatalf("%v in %v: %v", p, g.Ring(), got)
		}
	})
}

func TestNewPolygonRefuses(t *testing.T) {
	t.Parallel()
	p := func(lat, lng float64) geo.Point { return geo.Point{Lat: lat, Lng: lng} }
	bad := map[string][]geo.Point{
		"nothing":              nil,
		"two corners":          {p(0, 0), p(1, 1)},
		"two corners, closed":  {p(0, 0), p(1, 1), p(0, 0)},
		"a line":               {p(0, 0), p(1, 1), p(2, 2)},
		"one point":            {p(1, 1), p(1, 1), p(1, 1), p(1, 1)},
		"swapped":              {p(165, -11), p(165, -12), p(166, -11)},
		"a corner without lat": {p(math.NaN(), 0), p(0, 1), p(1, 1)},
	}
	for name, corners := range bad {
		if _, err := geo.NewPolygon(corners); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

func TestCrossesItself_namesTwoSidesThatMeet(t *testing.T) {
	t.Parallel()
	p := func(lat, lng float64) geo.Point { return geo.Point{Lat: lat, Lng: lng} }
	for _, tt := range []struct {
		name    string
		corners []geo.Point
		a, b    int
		crosses bool
	}{
		{"a triangle", []geo.Point{p(0, 0), p(0, 4), p(3, 1)}, 0, 0, false},
		{"a square", []geo.Point{p(0, 0), p(0, 4), p(4, 4), p(4, 0)}, 0, 0, false},
		{"an outline with a dent", []geo.Point{p(0, 0), p(0, 4), p(4, 4), p(1, 2), p(4, 0)}, 0, 0, false},
		{"a first corner within a side", []geo.Point{p(0, 1), p(0, 2), p(2, 1), p(0, 0)}, 0, 0, false},
		{"corners in a wrong order", []geo.Point{p(0, 0), p(0, 4), p(3, 1), p(2, 4)}, 1, 3, true},
		{"the first side crosses another", []geo.Point{p(0, 0), p(4, 4), p(4, 0), p(0, 3), p(-2, 3)}, 0, 2, true},
		{"a corner on another side", []geo.Point{p(0, 0), p(0, 4), p(3, 4), p(0, 2), p(3, 0)}, 0, 2, true},
		{"a corner on the end of a side", []geo.Point{p(0, 0), p(0, 4), p(3, 5), p(0, 4), p(3, 0)}, 0, 2, true},
		{"sides on one line that do not meet", []geo.Point{p(0, 0), p(0, 1), p(1, 1), p(1, 2), p(0, 2), p(0, 3), p(3, 3), p(3, 0)}, 0, 0, false},
	} {
		if a, b, crosses := polygon(t, tt.corners...).CrossesItself(); a != tt.a || b != tt.b || crosses != tt.crosses {
			t.Errorf("%s: sides %d and %d, %t", tt.name, a, b, crosses)
		}
	}
}

func TestPolygonJSON(t *testing.T) {
	t.Parallel()
	// A closed ring is read as the same corners.
	const text = `[{"lat":0,"lng":0},{"lat":0,"lng":1},{"lat":1,"lng":1},{"lat":0,"lng":0}]`
	var g geo.Polygon
	if err := json.Unmarshal([]byte(text), &g); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	if want := `[{"lat":0,"lng":0},{"lat":0,"lng":1},{"lat":1,"lng":1}]`; string(data) != want {
		t.Errorf("got %s", data)
	}
	corners := []geo.Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 1}}
	ring := g.Ring()
	if !slices.Equal(ring, corners) {
		t.Errorf("its corners are %v", ring)
	}
	if ring[0].Lat = 9; !slices.Equal(g.Ring(), corners) {
		t.Error("a change of its corners has changed the polygon")
	}
	for _, bad := range []string{`[]`, `{}`, `null`, `[{"lat":0,"lng":0},{"lat":0,"lng":1},{"lat":95,"lng":1}]`} {
		if err := json.Unmarshal([]byte(bad), new(geo.Polygon)); err == nil {
			t.Errorf("%s passed", bad)
		}
	}
}

func TestArea(t *testing.T) {
	t.Parallel()
	// A tenth of a degree at the equator is about 11 132 m either way.
	got := square(t, -0.05, 0, 0.05, 0.1).Area()
	if want := 11131.949 * 11131.949; math.Abs(got-want)/want > 1e-4 {
		t.Errorf("got %v m², want about %v", got, want)
	}
	if got := square(t, 0, 0, 5e-6, 5e-6).Area(); got < 0.3 || got > 0.32 {
		t.Errorf("half a metre either way: %v m²", got)
	}
}

func TestContaining_TRAP_Z3_TRAP_D22(t *testing.T) {
	t.Parallel()
	large, small := square(t, 0, 0, 4, 4), square(t, 1, 1, 2, 2)
	regions := []geo.Region{{ID: 1, Outline: large}, {ID: 9, Outline: small}, {ID: 7, Outline: small}, {ID: 3, Outline: square(t, 3, 3, 5, 5)}}
	tests := []struct {
		name     string
		lat, lng float64
		want     []int64
	}{
		{"the smallest, then the lowest id, then the large one", 1.5, 1.5, []int64{7, 9, 1}},
		{"only the large one", 0.5, 0.5, []int64{1}},
		{"overlap", 3.5, 3.5, []int64{3, 1}},
		{"nowhere", 9, 9, nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, geo.Containing(geo.Point{Lat: tt.lat, Lng: tt.lng}, regions)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

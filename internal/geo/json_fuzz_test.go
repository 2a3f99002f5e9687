package geo_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/geo"
)

// A point or polygon that decodes is on earth, and its encoding decodes to the same
// value.

func FuzzPointJSON(f *testing.F) {
	for _, seed := range []string{`{"lat":1,"lng":2}`, `{"lat":91,"lng":2}`, `{"lat":1}`, `{"Lat":1,"LAT":2,"lng":3}`, `null`, `[]`, `{"lat":1e400,"lng":0}`, `{"lat":-0,"lng":180}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var p geo.Point
		if json.Unmarshal(text, &p) == nil {
			readAgain(t, p)
		}
	})
}

func FuzzPolygonJSON(f *testing.F) {
	for _, seed := range []string{
		`[{"lat":0,"lng":0},{"lat":0,"lng":1},{"lat":1,"lng":1}]`, `[{"lat":0,"lng":0},{"lat":1,"lng":1},{"lat":2,"lng":2}]`,
		`[]`, `[null,null,null]`, `[{"lat":0,"lng":0},{"lat":0,"lng":1},{"lat":1,"lng":1},{"lat":0,"lng":0}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g geo.Polygon
		if json.Unmarshal(text, &g) != nil {
			return
		}
		if string(text) != "null" && !(g.Area() > 0) {
			t.Fatalf("%q is a polygon of area %v", text, g.Area())
		}
		for _, p := range g.Ring() {
			if _, err := geo.NewPoint(p.Lat, p.Lng); err != nil {
				t.Fatalf("%q has a corner that is not on earth: %v", text, err)
			}
			g.Contains(p) // must not panic
		}
	})
}

func readAgain(t *testing.T, p geo.Point) {
	t.Helper()
	if _, err := geo.NewPoint(p.Lat, p.Lng); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var again geo.Point
	if err := json.Unmarshal(text, &again); err != nil || !cmp.Equal(p, again) {
		t.Fatalf("%s is read again as %+v, %v", text, again, err)
	}
}

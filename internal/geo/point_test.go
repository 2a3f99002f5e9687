package geo_test

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/geo"
)

func points() *rapid.Generator[geo.Point] {
	return rapid.Custom(func(t *rapid.T) geo.Point {
		return geo.Point{
			Lat: rapid.Float64Range(-90, 90).Draw(t, "lat"),
			Lng: rapid.Float64Range(-180, 180).Draw(t, "lng"),
		}
	})
}

func TestNewPoint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		lat, lng float64
		ok       bool
	}{
		{"the town", -11.4, 65.2, true},
		{"the corners of the map", 90, -180, true},
		{"swapped", 165.2, -11.4, false},
		{"just beyond the pole", 90.000001, 0, false},
		{"just beyond the date line", 0, -180.000001, false},
		{"NaN latitude", math.NaN(), 0, false},
		{"NaN longitude", 0, math.NaN(), false},
		{"infinite", 0, math.Inf(-1), false},
	}
	for _, tt := range tests {
		if _, err := geo.NewPoint(tt.lat, tt.lng); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestPointJSON(t *testing.T) {
	t.Parallel()
	var p geo.Point
	if err := json.Unmarshal([]byte(`{"lat":-11.4,"lng":65.2}`), &p); err != nil || p != (geo.Point{Lat: -11.4, Lng: 65.2}) {
		t.Errorf("got %v, %v", p, err)
	}
	for _, bad := range []string{`{}`, `{"lat":1}`, `{"lat":91,"lng":0}`, `{"lat":"1","lng":0}`, `[1,2]`} {
		if err := json.Unmarshal([]byte(bad), &p); err == nil {
			t.Errorf("%s passed as %v", bad, p)
		}
	}
}

// The oracle measures the chord through the globe instead of the haversine.
func TestMetresAgainstChord(t *testing.T) {
	t.Parallel()
	const radius = 6378137
	vector := func(p geo.Point) (x, y, z float64) {
		lat, lng := p.Lat*math.Pi/180, p.Lng*math.Pi/180
		return math.Cos(lat) * math.Cos(lng), math.Cos(lat) * math.Sin(lng), math.Sin(lat)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := points().Draw(t, "a"), points().Draw(t, "b")
		ax, ay, az := vector(a)
		bx, by, bz := vector(b)
		half := math.Sqrt((ax-bx)*(ax-bx)+(ay-by)*(ay-by)+(az-bz)*(az-bz)) / 2
		want := 2 * radius * math.Asin(min(1, half))
		if got := geo.Metres(a, b); math.Abs(got-want) > 0.5 || got != geo.Metres(b, a) {
			t.Fatalf("%v to %v is %v m, want %v", a, b, got, want)
		}
	})
}

func TestMetresNeverNaN(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := points().Draw(t, "a")
		opposite := geo.Point{Lat: -a.Lat, Lng: a.Lng + 180}
		if a.Lng > 0 {
			opposite.Lng = a.Lng - 180
		}
		if got := geo.Metres(a, opposite); !(math.Abs(got-math.Pi*6378137) <= 1) { // NaN too
			t.Fatalf("the other end of the world from %v is %v m away", a, got)
		}
		if got := geo.Metres(a, a); got != 0 {
			t.Fatalf("%v is %v m from itself", a, got)
		}
	})
}

func TestRound5(t *testing.T) {
	t.Parallel()
	if got, want := geo.Round5(geo.Point{Lat: -11.400004, Lng: 65.200006}), (geo.Point{Lat: -11.4, Lng: 65.20001}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := points().Draw(t, "p")
		rounded := geo.Round5(p)
		if math.Abs(rounded.Lat-p.Lat) > 0.5e-5+1e-12 || math.Abs(rounded.Lng-p.Lng) > 0.5e-5+1e-12 {
			t.Fatalf("%v became %v", p, rounded)
		}
		if geo.Round5(rounded) != rounded {
			t.Fatalf("%v changes when it is rounded again", rounded)
		}
	})
}

func TestRound_toThreeAndSixDecimals(t *testing.T) {
	t.Parallel()
	p := geo.Point{Lat: -11.4005004, Lng: 65.2004996}
	if got, want := geo.Round3(p), (geo.Point{Lat: -11.401, Lng: 65.2}); got != want {
		t.Errorf("to three: %v, want %v", got, want)
	}
	if got, want := geo.Round6(p), (geo.Point{Lat: -11.4005, Lng: 65.2005}); got != want {
		t.Errorf("to six: %v, want %v", got, want)
	}
}

// Input is checked, so a point that is not on earth should not occur. If it does,
// it is in no polygon and no region.
func TestPointNotOnEarthIsInNoRegion(t *testing.T) {
	t.Parallel()
	area := square(t, 0, 0, 1, 1)
	for _, odd := range []float64{1e308, -1e308, math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, p := range []geo.Point{{Lat: odd, Lng: 0.5}, {Lat: 0.5, Lng: odd}, {Lat: odd, Lng: odd}} {
			if area.Contains(p) {
				t.Errorf("%v is in the square", p)
			}
			if len(geo.Containing(p, []geo.Region{{ID: 1, Outline: area}})) > 0 {
				t.Errorf("%v is in the region", p)
			}
			if m := geo.Metres(p, geo.Point{}); math.IsNaN(m) || math.IsInf(m, 0) {
				t.Errorf("%v is %v m away", p, m)
			}
		}
	}
	far := geo.Point{Lat: 1e308, Lng: 0}
	if _, err := json.Marshal(geo.Round5(far)); err != nil {
		t.Errorf("Round5 makes %v a number that JSON cannot encode: %v", far, err)
	}
}

func TestBoxAround_hasAllPoints(t *testing.T) {
	t.Parallel()
	a, b, c := geo.Point{Lat: 1, Lng: 5}, geo.Point{Lat: -2, Lng: 7}, geo.Point{Lat: 3, Lng: -4}
	for _, tt := range []struct {
		points []geo.Point
		want   geo.Box
		middle geo.Point
	}{
		{[]geo.Point{a, b, c}, geo.Box{West: -4, South: -2, East: 7, North: 3}, geo.Point{Lat: 0.5, Lng: 1.5}},
		{[]geo.Point{c, b}, geo.Box{West: -4, South: -2, East: 7, North: 3}, geo.Point{Lat: 0.5, Lng: 1.5}},
		{[]geo.Point{b}, geo.Box{West: 7, South: -2, East: 7, North: -2}, b},
	} {
		got, ok := geo.BoxAround(tt.points)
		if !ok || got != tt.want || got.Middle() != tt.middle {
			t.Errorf("%v: %+v, %t, its middle %v", tt.points, got, ok, got.Middle())
		}
	}
	if box, ok := geo.BoxAround(nil); ok {
		t.Errorf("without points: %+v", box)
	}
}

func TestBoxMetresTo(t *testing.T) {
	t.Parallel()
	box := geo.Box{West: 13, South: 52, East: 14, North: 53}
	for _, tt := range []struct {
		name     string
		point    geo.Point
		from, to float64 // kilometres
	}{
		{"inside", geo.Point{Lat: 52.5, Lng: 13.5}, 0, 0},
		{"a corner", geo.Point{Lat: 53, Lng: 14}, 0, 0},
		{"north", geo.Point{Lat: 54, Lng: 13.5}, 111, 112},
		{"west", geo.Point{Lat: 52, Lng: 12}, 68, 69},
		{"beyond a corner", geo.Point{Lat: 51, Lng: 15}, 130, 132},
		{"on the other side of the Earth", geo.Point{Lat: -52.5, Lng: -166.5}, 19_900, 20_020},
	} {
		if km := box.MetresTo(tt.point) / 1000; km < tt.from || km > tt.to {
			t.Errorf("%s: %.1f km", tt.name, km)
		}
	}
}

package geo_test

import (
	"math"
	"testing"

	"hawker/internal/geo"
)

func TestShareOf_howMuchOfThePathLiesBehind(t *testing.T) {
	t.Parallel()
	corner := []geo.Point{{Lat: 0, Lng: 10}, {Lat: 0, Lng: 11}, {Lat: 1, Lng: 11}} // two legs of the same length
	north := []geo.Point{{Lat: 60, Lng: 10}, {Lat: 61, Lng: 12}}                   // where a degree of longitude is half as long
	twice := []geo.Point{{Lat: 0, Lng: 10}, {Lat: 0, Lng: 10}, {Lat: 0, Lng: 12}}
	for _, tt := range []struct {
		name  string
		path  []geo.Point
		point geo.Point
		want  float64
	}{
		{"at the start", corner, geo.Point{Lat: 0, Lng: 10}, 0},
		{"before the start", corner, geo.Point{Lat: 0.2, Lng: 9}, 0},
		{"on the first leg", corner, geo.Point{Lat: 0, Lng: 10.5}, 0.25},
		{"beside the first leg", corner, geo.Point{Lat: -0.3, Lng: 10.2}, 0.1},
		{"at the corner", corner, geo.Point{Lat: 0, Lng: 11}, 0.5},
		{"beside the second leg", corner, geo.Point{Lat: 0.5, Lng: 11.2}, 0.75},
		{"beyond the end", corner, geo.Point{Lat: 3, Lng: 11}, 1},
		{"far in the north", north, geo.Point{Lat: 61, Lng: 10}, 0.5},
		{"a point twice in the path", twice, geo.Point{Lat: 0, Lng: 11}, 0.5},
		{"a path without length", twice[:2], geo.Point{Lat: 0, Lng: 11}, 0},
		{"a point alone", twice[:1], geo.Point{Lat: 0, Lng: 11}, 0},
		{"no path", nil, geo.Point{Lat: 0, Lng: 11}, 0},
	} {
		if got := geo.ShareOf(tt.path, tt.point); !(math.Abs(got-tt.want) < 1e-3) || got < 0 || got > 1 { // NaN too
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

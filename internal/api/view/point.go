package view

import (
	"hawker/internal/geo"
)

// PointView is a point on the map, in degrees.
type PointView struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Path returns the view of a line or a ring.
func Path(points []geo.Point) []PointView {
	views := make([]PointView, len(points))
	for i, p := range points {
		views[i] = PointView(p)
	}
	return views
}

// Point returns the view of a point.
func Point(p geo.Point) PointView { return PointView{Lat: p.Lat, Lng: p.Lng} }

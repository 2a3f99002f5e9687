package view

import (
	"hawker/internal/geo"
)

// pointView is a place on the map, degrees.
type PointView struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

func Path(points []geo.Point) []PointView {
	views := make([]PointView, len(points))
	for i, p := range points {
		views[i] = PointView(p)
	}
	return views
}

func Point(p geo.Point) PointView { return PointView{Lat: p.Lat, Lng: p.Lng} }

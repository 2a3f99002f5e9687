// Package zone is about the areas of the map: which zones contain a point, which of
// them wins, and the tariff of delivery there. Package pricing computes the price of a
// delivery from that tariff.
package zone

import (
	"encoding/json"
	"fmt"
	"time"

	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Zone is an area with one time zone (D12) and a tariff for each module that is served
// there. Zones may overlap.
type Zone struct {
	ID       int64
	Slug     string
	Name     string
	TimeZone string // IANA name
	Outline  geo.Polygon
	Active   bool
	Tariffs  map[int64]Tariff // by module; a missing one is not served there
}

// Tariff is what delivery costs in one zone and module (PRC-04).
type Tariff struct {
	PerKm   money.Amount
	Minimum money.Amount
	Maximum money.Amount // 0: no cap (D19)
	Surge   pricing.Surge
}

// Has reports whether the module is served here (LOC-06).
func (z Zone) Has(moduleID int64) bool {
	_, ok := z.Tariffs[moduleID]
	return ok
}

// Location returns the time zone. Imports check its name; an unknown one is UTC.
func (z Zone) Location() *time.Location {
	zone, err := time.LoadLocation(z.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// ring is a polygon as it is stored: its corners as longitude and latitude. A zone
// without an outline yet has none, and contains nothing.
type ring [][2]float64

// EncodeOutline returns the text of zones.polygon.
func EncodeOutline(g geo.Polygon) (string, error) {
	corners := ring{}
	for _, p := range g.Ring() {
		corners = append(corners, [2]float64{p.Lng, p.Lat})
	}
	text, err := json.Marshal(corners)
	return string(text), err
}

// DecodeOutline parses the text of zones.polygon.
func DecodeOutline(text string) (geo.Polygon, error) {
	var corners ring
	if err := json.Unmarshal([]byte(text), &corners); err != nil {
		return geo.Polygon{}, fmt.Errorf("read outline: %w", err)
	}
	if len(corners) == 0 {
		return geo.Polygon{}, nil
	}
	points := make([]geo.Point, len(corners))
	for i, c := range corners {
		points[i] = geo.Point{Lat: c[1], Lng: c[0]}
	}
	return geo.NewPolygon(points)
}

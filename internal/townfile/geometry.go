package townfile

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Kinds of Geometry.
const (
	LineString = "LineString"
	Polygon    = "Polygon"
)

// Geometry is a line, or the outline of an area without holes. In the file it is
// GeoJSON, whose coordinates have the longitude first, and whose rings repeat their
// first point at the end. Points does not repeat it.
type Geometry struct {
	Type   string // LineString or Polygon
	Points []Point
	File   string // GeoJSON file of the town folder, until Read has replaced it by its area
}

type geoJSON struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// MarshalJSON writes GeoJSON.
func (g Geometry) MarshalJSON() ([]byte, error) {
	line := make([][2]float64, 0, len(g.Points)+1)
	for _, p := range g.Points {
		line = append(line, [2]float64{p.Lng, p.Lat})
	}
	if g.Type != Polygon {
		return json.Marshal(map[string]any{"type": g.Type, "coordinates": line})
	}
	if len(line) > 0 {
		line = append(line, line[0])
	}
	return json.Marshal(map[string]any{"type": g.Type, "coordinates": [][][2]float64{line}})
}

// UnmarshalJSON reads GeoJSON: a LineString, or a Polygon of one closed ring. Text is the
// name of a file.
func (g *Geometry) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		name, err := areaName(text)
		*g = Geometry{File: name}
		return err
	}
	var raw geoJSON
	if err := strict(text, &raw); err != nil {
		return err
	}
	switch raw.Type {
	case LineString:
		return g.setLine(raw.Coordinates)
	case Polygon:
		return g.setRing(raw.Coordinates)
	}
	return fmt.Errorf("geometry type %q is neither %s nor %s", raw.Type, LineString, Polygon)
}

func (g *Geometry) setLine(text []byte) error {
	var line [][]float64
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	points, err := points(line)
	if err != nil {
		return err
	}
	if len(points) < 2 {
		return errors.New("a line needs at least two points")
	}
	*g = Geometry{Type: LineString, Points: points}
	return nil
}

func (g *Geometry) setRing(text []byte) error {
	var rings [][][]float64
	if err := json.Unmarshal(text, &rings); err != nil {
		return err
	}
	var err error
	*g, err = polygonOf(rings)
	return err
}

// polygonOf returns the area of the one ring that a polygon without holes has.
func polygonOf(rings [][][]float64) (Geometry, error) {
	if len(rings) != 1 {
		return Geometry{}, errors.New("a polygon has exactly one ring")
	}
	ring, err := points(rings[0])
	if err != nil {
		return Geometry{}, err
	}
	if len(ring) < 4 || ring[0] != ring[len(ring)-1] {
		return Geometry{}, errors.New("a polygon's ring has at least four points, the last equal to the first")
	}
	return Geometry{Type: Polygon, Points: ring[:len(ring)-1]}, nil
}

// points converts pairs of longitude and latitude to points. GeoJSON allows a height
// as a third number. It is refused here, because an export would lose it.
func points(pairs [][]float64) ([]Point, error) {
	list := make([]Point, len(pairs))
	for i, pair := range pairs {
		if len(pair) != 2 {
			return nil, errors.New("a coordinate is a pair of longitude and latitude")
		}
		list[i] = Point{Lat: pair[1], Lng: pair[0]}
	}
	return list, nil
}

package townfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"hawker/internal/geo"
)

// areaName reads the name of a GeoJSON file in the town folder, which a zone may have as
// its area.
func areaName(text []byte) (string, error) {
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return "", err
	}
	if ending := path.Ext(name); !fs.ValidPath(name) || ending != ".geojson" && ending != ".json" {
		return "", fmt.Errorf("%q is not the name of a file in this folder that ends in .geojson", name)
	}
	return name, nil
}

// readAreas replaces the files that zones name by the areas in them.
func readAreas(fsys fs.FS, zones []Zone) error {
	var wrong []error
	for i := range zones {
		name := zones[i].Area.File
		if name == "" {
			continue
		}
		area, err := readArea(fsys, name)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: area: %s: %w", ZonesFile, i+1, name, err))
		}
		zones[i].Area = area
	}
	return errors.Join(wrong...)
}

// readArea reads the one area of a file that a map program wrote: it has more decimals
// than an export keeps, and perhaps heights and other properties.
func readArea(fsys fs.FS, name string) (Geometry, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return Geometry{}, errors.Unwrap(err) // without the name, which the caller adds
	}
	if info.Size() > maxLine {
		return Geometry{}, fmt.Errorf("it is larger than %d MB", maxLine>>20)
	}
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return Geometry{}, err
	}
	shape, err := shapeOf(bytes.TrimPrefix(text, byteOrderMark))
	if err != nil {
		return Geometry{}, err
	}
	return shape.outline()
}

// shape is a geometry, a feature or a collection of features, as GeoJSON has them. Other
// members are ignored.
type shape struct {
	Type        string          `json:"type"`
	Features    []shape         `json:"features"`    // of a collection
	Geometry    *shape          `json:"geometry"`    // of a feature
	Coordinates json.RawMessage `json:"coordinates"` // of a geometry
}

// shapeOf returns the only geometry of a file.
func shapeOf(text []byte) (shape, error) {
	var s shape
	if err := json.Unmarshal(text, &s); err != nil {
		return s, err
	}
	if s.Type == "FeatureCollection" {
		if len(s.Features) != 1 {
			return s, fmt.Errorf("it has %d features instead of one: save each zone in a file of its own", len(s.Features))
		}
		s = s.Features[0]
	}
	if s.Type == "Feature" {
		if s.Geometry == nil {
			return s, errors.New("its feature has no geometry")
		}
		s = *s.Geometry
	}
	return s, nil
}

// outline returns the area of a polygon without holes.
func (s shape) outline() (Geometry, error) {
	var polygons [][][][]float64
	var err error
	switch s.Type {
	case Polygon:
		polygons = make([][][][]float64, 1)
		err = json.Unmarshal(s.Coordinates, &polygons[0])
	case "MultiPolygon":
		err = json.Unmarshal(s.Coordinates, &polygons)
	default:
		return Geometry{}, fmt.Errorf("its geometry is a %q and not a Polygon", s.Type)
	}
	if err != nil {
		return Geometry{}, err
	}
	if len(polygons) != 1 {
		return Geometry{}, fmt.Errorf("it has %d polygons instead of one", len(polygons))
	}
	for _, ring := range polygons[0] {
		for i, position := range ring {
			ring[i] = position[:min(2, len(position))] // without the height
		}
	}
	area, err := polygonOf(polygons[0])
	area.Points = cornersOf(area.Points)
	return area, err
}

// cornersOf rounds the corners to six decimals. Corners that are equal then are one.
func cornersOf(exact []Point) []Point {
	corners := make([]Point, len(exact))
	for i, p := range exact {
		corners[i] = geo.Round6(p)
	}
	corners = slices.Compact(corners)
	if last := len(corners) - 1; last > 0 && corners[last] == corners[0] {
		corners = corners[:last]
	}
	return corners
}

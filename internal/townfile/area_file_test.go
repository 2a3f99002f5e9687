package townfile

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// The area of a zone can be a file that a map program wrote.
func TestRead_LOC04_areaInAGeoJSONFile(t *testing.T) {
	t.Parallel()
	const (
		ring    = `[[0.00000012,0],[1,0],[1,1,35.5],[1.0000001,1.0000001],[0.00000012,0]]`
		polygon = `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}`
		hole    = `{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}`
	)
	triangle := Geometry{Type: Polygon, Points: []Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 1}}}
	feature := func(geometry string) string {
		return `{"type":"Feature","id":7,"properties":{"name":"Centre","fill":"#f00"},"geometry":` + geometry + `}`
	}
	collection := func(features ...string) string {
		return `{"type":"FeatureCollection","bbox":[0,0,1,1],"features":[` + strings.Join(features, ",") + `]}`
	}
	for _, tt := range []struct{ text, wrong string }{
		{`{"type":"Polygon","coordinates":[` + ring + `]}`, ""},
		{feature(polygon), ""},
		{collection(feature(polygon)), ""},
		{collection(feature(`{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}`)), ""},
		{collection(), "it has 0 features"},
		{collection(feature(polygon), feature(polygon)), "it has 2 features"},
		{feature(`{"type":"LineString","coordinates":[[0,0],[1,0]]}`), `a "LineString" and not a Polygon`},
		{feature(`null`), "its feature has no geometry"},
		{hole, "exactly one ring"},
		{`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}`, "the last equal to the first"},
		{`{"type":"Polygon","coordinates":[[[0,0],[1,0],[9e999,1],[0,0]]]}`, "number 9e999"},
		{`{"type":"Polygon","coordinates":"here"}`, "string"},
		{`{"type":"Topology"}`, "Topology"},
		{`{`, "JSON"},
		{strings.Repeat(" ", maxLine) + polygon, "larger than 4 MB"},
		{"-", "not exist"},
	} {
		files := townWithArea(t, `"areas/centre.geojson"`)
		if tt.text != "-" {
			files["areas/centre.geojson"] = &fstest.MapFile{Data: []byte(tt.text)}
		}
		town, err := Read(files)
		if tt.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), tt.wrong) || !strings.HasPrefix(err.Error(), "zones.jsonl:1: area: areas/centre.geojson: ") {
				t.Errorf("%.80s: error is %v, want %q", tt.text, err, tt.wrong)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if diff := cmp.Diff(triangle, town.Zones[0].Area); diff != "" {
			t.Errorf("%s: %s", tt.text, diff)
		}
	}
}

func TestRead_LOC04_namesOfAreaFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{`"../centre.geojson"`, `"/etc/centre.geojson"`, `"centre.txt"`, `""`, `"zones"`} {
		_, err := Read(townWithArea(t, name))
		if err == nil || !strings.HasPrefix(err.Error(), "zones.jsonl:1: area: ") {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

// townWithArea returns the files of a town that has one zone with this area.
func townWithArea(t *testing.T, area string) fstest.MapFS {
	t.Helper()
	dir := t.TempDir()
	town := village()
	*town = Town{Settings: town.Settings, Modules: town.Modules, Zones: town.Zones[:1]}
	if err := Write(dir, town); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range []string{SettingsFile, ModulesFile, ZonesFile} {
		text, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	zone := string(files[ZonesFile].Data)
	from := strings.Index(zone, `"area":`) + len(`"area":`)
	to := strings.Index(zone, `,"active"`)
	files[ZonesFile].Data = []byte(zone[:from] + area + zone[to:])
	return files
}

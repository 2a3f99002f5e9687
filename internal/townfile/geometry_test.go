package townfile

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A geometry is read exactly, or refused.
func TestGeometry(t *testing.T) {
	t.Parallel()
	triangle := Geometry{Type: Polygon, Points: []Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 1}}}
	for _, tt := range []struct {
		text, wrong string
		want        Geometry
	}{
		{`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}`, "", triangle},
		{`{"type":"LineString","coordinates":[[0.2,0.1],[0.4,0.3]]}`, "", Geometry{Type: LineString, Points: []Point{{Lat: 0.1, Lng: 0.2}, {Lat: 0.3, Lng: 0.4}}}},
		{`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}`, "the last equal to the first", Geometry{}},
		{`{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]]}`, "at least four points", Geometry{}},
		{`{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}`, "exactly one ring", Geometry{}},
		{`{"type":"Polygon","coordinates":[]}`, "exactly one ring", Geometry{}},
		{`{"type":"LineString","coordinates":[[0,0]]}`, "at least two points", Geometry{}},
		{`{"type":"LineString","coordinates":[[0,0,7],[1,1,7]]}`, "a pair", Geometry{}},
		{`{"type":"LineString","coordinates":[[0],[1]]}`, "a pair", Geometry{}},
		{`{"type":"Point","coordinates":[0,0]}`, `geometry type "Point"`, Geometry{}},
		{`{"type":"LineString","coordinates":[[0,0],[1,1]],"bbox":[0,0,1,1]}`, `unknown field "bbox"`, Geometry{}},
	} {
		var got Geometry
		err := json.Unmarshal([]byte(tt.text), &got)
		if (err != nil) != (tt.wrong != "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%s: error is %v, want %q", tt.text, err, tt.wrong)
		}
		if diff := cmp.Diff(tt.want, got); err == nil && diff != "" {
			t.Errorf("%s: %s", tt.text, diff)
		}
	}
}

package townfile

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzGeometry(f *testing.F) {
	for _, seed := range []string{
		`{"type":"LineString","coordinates":[[65.2,-11.4],[65.3,-11.4]]}`, `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}`,
		`{"type":"Polygon","coordinates":[]}`, `{"type":"Point","coordinates":[0,0]}`, `{"type":"LineString","coordinates":[[999,0],[0,0]]}`,
		`{"type":"LineString","coordinates":[[0,0,5],[0]]}`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g Geometry
		if g.UnmarshalJSON(text) != nil {
			return
		}
		written, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		var again Geometry
		if err := json.Unmarshal(written, &again); err != nil || !cmp.Equal(g, again) {
			t.Fatalf("%s is written as %s and read as %+v, %v", text, written, again, err)
		}
	})
}

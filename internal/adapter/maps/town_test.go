package maps_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	adapter "hawker/internal/adapter/maps"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// The test's map, in steps of 0.001 degrees (about 111 m) around the equator,
// where a degree is as long in every direction:
//
//	y 2   A-----------B        Market Street, main
//	      |           |
//	y 1   |     .     |        a path from (0,1) to (2,1), only for walking
//	      |           |
//	y 0   C-----------D        Harbour Road, secondary
//	      x 0         x 2      West Lane and East Lane join them
//	                           Far Lane at x 8 is not connected
const step = 0.001

func at(x, y float64) geo.Point { return geo.Point{Lat: y * step, Lng: x * step} }

func exec(t testing.TB, d *db.DB, query string, args ...any) {
	t.Helper()
	err := db.InTx(context.Background(), d, func(tx *db.Tx) error {
		_, err := db.Exec(context.Background(), tx, query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func street(t testing.TB, d *db.DB, slug, name, class string, points ...geo.Point) {
	t.Helper()
	shape, err := json.Marshal(townfile.Geometry{Type: townfile.LineString, Points: points})
	if err != nil {
		t.Fatal(err)
	}
	exec(t, d, `INSERT INTO streets (slug, name, class, geometry) VALUES ($1, $2, $3, $4)`, slug, name, class, string(shape))
}

func landmark(t testing.TB, d *db.DB, slug, name, secondary, kind string, p geo.Point) {
	t.Helper()
	exec(t, d, `INSERT INTO places (slug, name, secondary, kind, latitude, longitude) VALUES ($1, $2, $3, $4, $5, $6)`,
		slug, name, secondary, kind, p.Lat, p.Lng)
}

func fill(t testing.TB, d *db.DB) {
	t.Helper()
	street(t, d, "market", "Market Street", "main", at(0, 2), at(1, 2), at(2, 2))
	street(t, d, "harbour", "Harbour Road", "secondary", at(0, 0), at(2, 0))
	street(t, d, "west", "West Lane", "lane", at(0, 0), at(0, 1), at(0, 2))
	street(t, d, "east", "East Lane", "lane", at(2, 0), at(2, 1), at(2, 2))
	street(t, d, "walk", "", "path", at(0, 1), at(2, 1))
	street(t, d, "far", "Far Lane", "lane", at(8, 0), at(8, 1))
	exec(t, d, `INSERT INTO streets (slug, name, class, geometry) VALUES ('bay', '', 'water', '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}')`)
	landmark(t, d, "old-town", "Old Town", "Port Saffron", "quarter", at(1, 1))
	landmark(t, d, "cafe-sucre", "Café Sucré", "Market Street", "store", at(1, 2))
	landmark(t, d, "market-hall", "Market Hall", "Old Town", "landmark", at(0.5, 2))
	landmark(t, d, "fish-market", "Fish Market", "Harbour Road", "landmark", at(1, 0))
	landmark(t, d, "lighthouse", "Lighthouse", "", "landmark", at(-9, 0))
}

func town(t *testing.T, d *db.DB) *adapter.Town {
	t.Helper()
	fill(t, d)
	return adapter.NewTown(d, clock.System)
}

func TestRoute_MAP02_followsTheStreets(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		m := town(t, open(t))
		const block = step * math.Pi / 180 * 6378137 // metres of one step
		tests := []struct {
			name     string
			from, to geo.Point
			mode     maps.Mode
			blocks   float64
		}{
			{"along one street", at(0.5, 0), at(1.5, 0), maps.Driving, 1},
			{"around the block", at(0, 1), at(2, 1), maps.Driving, 4},
			{"walking uses the path", at(0, 1), at(2, 1), maps.Walking, 2},
			{"bicycling does not", at(0, 1), at(2, 1), maps.Bicycling, 4},
			{"from beside the street", at(0.5, -0.2), at(1.5, 0.1), maps.Driving, 1.3},
			{"to the same point", at(1, 0), at(1, 0), maps.Driving, 0},
			{"the shorter side of the block", at(0, 1.5), at(1, 2), maps.Driving, 1.5},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				r, err := m.Route(t.Context(), tt.from, tt.to, tt.mode)
				if err != nil {
					t.Fatal(err)
				}
				if want := tt.blocks * block; math.Abs(r.Metres-want) > 0.01 {
					t.Errorf("%.2f m, want %.2f", r.Metres, want)
				}
				if r.Path[0] != tt.from || r.Path[len(r.Path)-1] != tt.to || len(r.Path) < 2 {
					t.Errorf("path %v", r.Path)
				}
			})
		}
		if _, err := m.Route(t.Context(), at(0, 0), at(8, 0.5), maps.Driving); !errors.Is(err, maps.ErrNoRoute) {
			t.Errorf("to a street that is not connected: %v", err)
		}
		if _, err := m.Route(t.Context(), at(0, 0), geo.Point{Lat: 1, Lng: 1}, maps.Walking); !errors.Is(err, maps.ErrNoRoute) {
			t.Errorf("into the sea: %v", err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := m.Route(ended, at(0, 1), at(2, 1), maps.Driving); !errors.Is(err, context.Canceled) {
			t.Errorf("after the caller has canceled: %v", err)
		}
	})
}

func TestRoute_isFasterOnWiderStreets(t *testing.T) {
	t.Parallel()
	m := town(t, dbtest.Open(t, db.SQLite))
	took := func(from, to geo.Point, mode maps.Mode) time.Duration {
		r, err := m.Route(t.Context(), from, to, mode)
		if err != nil {
			t.Fatal(err)
		}
		return r.Duration
	}
	// 111.3 m at 40 and at 20 km/h, then on foot at 4.8.
	if main, lane := took(at(0, 2), at(1, 2), maps.Driving), took(at(0, 1), at(0, 2), maps.Driving); main != 11*time.Second || lane != 21*time.Second {
		t.Errorf("main street %s, lane %s", main, lane)
	}
	if walk := took(at(0, 2), at(1, 2), maps.Walking); walk != 84*time.Second {
		t.Errorf("walking %s", walk)
	}
}

func TestAutocomplete_LOC05(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		m := town(t, open(t))
		tests := []struct {
			typed string
			want  []string
		}{
			{"market", []string{"Market Hall", "Fish Market"}},
			{"cafe", []string{"Café Sucré"}},
			{"SUCRÉ", []string{"Café Sucré"}},
			{"fish mark", []string{"Fish Market"}},
			{"fish saffron", []string{}},
			{"sucre market", []string{"Café Sucré"}},
			{"12 harb", []string{"12 Harbour Road"}},
			{"Harbour Road 3", []string{"3 Harbour Road"}},
			{"9999 harbour", []string{}},
			{"99999999999999999999 harbour", []string{}},
			{"0 harbour", []string{}},
			{"12", []string{}},
			{"%_*\"'();--", []string{}},
		}
		for _, tt := range tests {
			found, err := m.Autocomplete(t.Context(), tt.typed, "")
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, s := range found {
				names = append(names, s.Main)
			}
			if diff := cmp.Diff(tt.want, names); diff != "" {
				t.Errorf("%q: %s", tt.typed, diff)
			}
		}
	})
}

func TestAutocomplete_LOC05_isBounded(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	for i := range 30 {
		landmark(t, d, fmt.Sprint("bench-", i), fmt.Sprint("Bench ", i), "", "landmark", at(1, 1))
	}
	found, err := adapter.NewTown(d, clock.System).Autocomplete(t.Context(), "bench", "")
	if err != nil || len(found) != 8 {
		t.Errorf("%d suggestions, %v", len(found), err)
	}
}

func TestDetails_LOC05(t *testing.T) {
	t.Parallel()
	m := town(t, dbtest.Open(t, db.SQLite))
	hall, err := m.Details(t.Context(), "place:market-hall", "")
	if want := (maps.Place{Address: "Market Hall, Old Town", Point: at(0.5, 2)}); err != nil || hall != want {
		t.Errorf("%+v, %v", hall, err)
	}
	light, err := m.Details(t.Context(), "place:lighthouse", "")
	if err != nil || light.Address != "Lighthouse" {
		t.Errorf("%+v, %v", light, err)
	}
	for _, unknown := range []string{"", "place:", "place:nowhere", "address:harbour", "address:harbour:0", "address:harbour:-1", "address:harbour:9999", "address:nowhere:1", "market-hall"} {
		if _, err := m.Details(t.Context(), unknown, ""); !errors.Is(err, maps.ErrNoPlace) {
			t.Errorf("%q: %v", unknown, err)
		}
	}
}

// The address of a house's point is the address by which Autocomplete finds it.
func TestAddress_LOC05_findsTheHousesOfAutocomplete(t *testing.T) {
	t.Parallel()
	m := town(t, dbtest.Open(t, db.SQLite))
	for n := 3; n <= 16; n++ { // 222.6 m of road have 8 whole plots; the first is nearer to the lane
		house, err := m.Details(t.Context(), fmt.Sprintf("address:harbour:%d", n), "")
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%d Harbour Road, Old Town", n)
		if house.Address != want {
			t.Errorf("details of number %d: %q", n, house.Address)
		}
		if got, err := m.Address(t.Context(), house.Point, ""); err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("address of number %d: %q, %v", n, got, err)
		}
	}
}

func TestAddress_LOC05(t *testing.T) {
	t.Parallel()
	m := town(t, dbtest.Open(t, db.SQLite))
	tests := []struct {
		name string
		p    geo.Point
		want []string
	}{
		{"left of an eastward road, in the north: odd", at(1, 0.05), []string{"9 Harbour Road, Old Town"}},
		{"south of it: even", at(1, -0.05), []string{"10 Harbour Road, Old Town"}},
		{"a path without a name is skipped", at(1.2, 0.98), []string{"9 East Lane, Old Town"}},
		{"far from streets, a place nearby", at(-9, 0.5), []string{"Near Lighthouse, Old Town"}},
		{"far out at sea", geo.Point{Lat: 3, Lng: 3}, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := m.Address(t.Context(), tt.p, "")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTown_isReadAgainAfterAnImport(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, c := open(t), clock.NewManual(time.Unix(0, 0))
		m := adapter.NewTown(d, c)
		count := func() int {
			features, err := m.Features(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(features)
		}
		if count() != 0 {
			t.Fatal("streets in an empty town")
		}
		fill(t, d)
		c.Advance(time.Minute)
		if n := count(); n != 0 {
			t.Errorf("%d features of an import that is not complete", n)
		}
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error { return setting.MarkImport(t.Context(), tx, c.Now(), "") })
		if err != nil {
			t.Fatal(err)
		}
		c.Advance(2 * time.Second)
		if n := count(); n != 7 {
			t.Errorf("%d features, want 7", n)
		}
	})
}

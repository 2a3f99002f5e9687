package maps_test

import (
	"slices"
	"testing"
	"time"

	adapter "hawker/internal/adapter/maps"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	generator "hawker/internal/demo/town"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/towndb"
)

// In the demo town every store can be reached from the default location in every mode,
// and no route is shorter than the straight line.
func TestRoute_MAP02_reachesEveryStoreOfTheDemo(t *testing.T) {
	t.Parallel()
	d, demo := dbtest.Open(t, db.SQLite), generator.Generate(1, 1)
	if _, err := towndb.Import(t.Context(), d, demo, towndb.Options{Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	m := adapter.NewTown(d, clock.System)
	home := demo.Settings.Location.Default
	began, asked := time.Now(), 0
	for _, store := range demo.Stores {
		for _, mode := range []maps.Mode{maps.Driving, maps.Walking, maps.Bicycling} {
			asked++
			r, err := m.Route(t.Context(), store.Point, home, mode)
			if err != nil {
				t.Errorf("%s, %s: %v", store.Slug, mode, err)
				continue
			}
			if straight := geo.Metres(store.Point, home); r.Metres < straight-0.01 || r.Metres > 4*straight+200 {
				t.Errorf("%s, %s: %.0f m for a straight line of %.0f m", store.Slug, mode, r.Metres, straight)
			}
		}
	}
	t.Logf("%s for each route", time.Since(began)/time.Duration(asked))

	for _, place := range demo.Places {
		found, err := m.Autocomplete(t.Context(), place.Name, "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(s maps.Suggestion) bool { return s.Main == place.Name }) {
			t.Errorf("%q is not found by its name", place.Name)
		}
	}
	agree := 0
	for _, store := range demo.Stores {
		names, err := m.Address(t.Context(), store.Point, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(names) > 0 && names[0] == store.Address {
			agree++
		}
	}
	// The others are at a corner, nearer to the other street.
	if minAgreeing := len(demo.Stores) * 3 / 4; agree < minAgreeing {
		t.Errorf("for %d of %d stores the address is that of their point", agree, len(demo.Stores))
	}
	if names, err := m.Address(t.Context(), home, ""); err != nil || len(names) == 0 {
		t.Errorf("the default location has no address: %v, %v", names, err)
	}
}

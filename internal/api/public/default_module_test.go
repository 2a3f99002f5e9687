package public_test

import (
	"fmt"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/townfile"
)

// moduleTown is the island with a banner in each module, named after it. Harbour has food
// and parcels, Bay has groceries too; the parcels are active.
func moduleTown(edit func(modules map[string]*townfile.Module)) *townfile.Town {
	town := island()
	modules := map[string]*townfile.Module{}
	for i := range town.Modules {
		m := &town.Modules[i]
		m.Active = true
		modules[m.Slug] = m
		target := townfile.Target{Kind: "path", Value: "/categories"}
		town.Banners = append(town.Banners, townfile.Banner{Slug: "of-" + m.Slug, Module: m.Slug, Style: "mango", Title: m.Slug, Button: "Look", Target: target, Picture: "hero/landing"})
	}
	if edit != nil {
		edit(modules)
	}
	return town
}

// A call without a module is about the module that getConfig names.
func TestDefaultModule_LOC06_LOC13_isOneThatTheZonesHave(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		edit func(modules map[string]*townfile.Module)
		zone string // "": none
		want int64
	}{
		{"10", nil, "", 10},
		{"10 although it is not the first", func(m map[string]*townfile.Module) { m["food"].Position = 99 }, "bay", 10},
		{"the first one where 10 is not active", func(m map[string]*townfile.Module) { m["food"].Active = false }, "", 11},
		{"in order of position", func(m map[string]*townfile.Module) { m["food"].Active, m["parcel"].Position = false, 1 }, "bay", 14},
		{"of the zone", func(m map[string]*townfile.Module) { m["food"].Active = false }, "harbour", 14},
		{"of the town where the zone has none", func(m map[string]*townfile.Module) { m["food"].Active, m["parcel"].Active = false, false }, "harbour", 11},
		{"of the town where the zone is gone", nil, "none", 10},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				f := newTownAPI(t, open(t), moduleTown(tt.edit), nil)
				var headers []string
				if tt.zone != "" {
					f.zones["none"] = 999
					headers = []string{"zoneid", fmt.Sprint(f.zones[tt.zone])}
				}
				config := readIsland[map[string]any](f, "/config", headers...)
				if got := config["default_module_id"]; got != float64(tt.want) {
					t.Errorf("default_module_id is %v, want %d", got, tt.want)
				}
				type banners struct{ Banners []struct{ Title string } }
				of := map[int64]string{10: "food", 11: "grocery", 14: "parcel"}[tt.want]
				if got := readIsland[banners](f, "/banners", headers...).Banners; len(got) == 0 || got[0].Title != of {
					t.Errorf("banners without a module: %v, want that of %s", got, of)
				}
			})
		}
	})
}

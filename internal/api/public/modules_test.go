package public_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

type modulesAnswer struct {
	Modules []struct {
		ID    int64 `json:"id"`
		Zones []struct {
			ID int64 `json:"id"`
		} `json:"zones"`
		ModuleType  string `json:"module_type"`
		ModuleName  string `json:"module_name"`
		IconFullURL string `json:"icon_full_url"`
	} `json:"modules"`
}

func (m modulesAnswer) ids() []int64 {
	ids := []int64{}
	for _, one := range m.Modules {
		ids = append(ids, one.ID)
	}
	return ids
}

func TestModulesOfTheZonesInForce_LOC06_LOC13_TRAP_D26(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newIslandAPI(t, open(t), nil)
		bay, harbour := f.zones["bay"], f.zones["harbour"]
		tests := []struct {
			name    string
			headers []string
			want    []int64
		}{
			{"one zone", []string{"zoneid", fmt.Sprint(harbour)}, []int64{10}},
			{"another", []string{"zoneid", fmt.Sprintf("[%d]", bay)}, []int64{10, 11}},
			{"a list of texts, and another letter case", []string{"ZONEID", fmt.Sprintf(`["%d", %d]`, harbour, bay)}, []int64{10, 11}},
			{"no zone: those of the default place", nil, []int64{10, 11}},
			{"an empty list is none", []string{"zoneId", "[]"}, []int64{10, 11}},
			{"a zone that is gone", []string{"zoneid", "[999]"}, []int64{}},
			{"one that is gone beside one that is not", []string{"zoneid", fmt.Sprintf("[999,%d]", harbour)}, []int64{10}},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				got := readIsland[modulesAnswer](f, "/modules", tt.headers...).ids()
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
		food := readIsland[modulesAnswer](f, "/modules", "zoneid", fmt.Sprintf("[%d,%d]", harbour, bay)).Modules[0]
		if food.ModuleType != "food" || food.ModuleName != "FOOD" || food.IconFullURL != "/media/11223344/module/food-480.webp" {
			t.Errorf("food: %+v", food)
		}
		if len(food.Zones) != 2 || food.Zones[0].ID != harbour {
			t.Errorf("food's zones: %+v", food.Zones)
		}
	})
}

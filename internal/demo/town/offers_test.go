package town

import (
	"slices"
	"testing"

	"hawker/internal/townfile"
)

// Campaigns sell an item that can be ordered whenever somebody looks.
func TestTown_BRW07_TRAP_D14_campaignsOfDishesAreAlwaysOpen(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	always := map[string]bool{}
	for _, s := range town.Stores {
		always[s.Slug] = s.Hours.Always && len(s.Hours.Closures) == 0
	}
	storeOf := map[string]string{}
	for _, i := range town.Items {
		storeOf[i.Slug] = i.Store
	}
	for _, c := range town.Campaigns {
		if c.Type == "item" && c.Module == "food" && !always[storeOf[c.Item]] {
			t.Errorf("%s is sold by %s, which closes", c.Slug, storeOf[c.Item])
		}
	}
}

// A stranger sees two running campaigns and a flash sale in each open module,
// wherever in the town they live.
func TestTown_BRW07_TRAP_D27_hasOffersInEachModuleAndZone(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	zoneOf, storeOf := map[string]string{}, map[string]string{}
	for _, s := range town.Stores {
		zoneOf[s.Slug] = s.Zone
	}
	for _, i := range town.Items {
		storeOf[i.Slug] = i.Store
	}
	for _, m := range []string{"food", "grocery", "pharmacy", "shops"} {
		for _, z := range town.Zones {
			stores, items, units := 0, 0, 0
			for _, c := range town.Campaigns {
				if c.Module != m {
					continue
				}
				if c.Type == "item" && zoneOf[storeOf[c.Item]] == z.Slug {
					items++
				}
				if slices.ContainsFunc(c.Stores, func(s string) bool { return zoneOf[s] == z.Slug }) {
					stores++
				}
			}
			for _, s := range town.FlashSales {
				for _, i := range s.Items {
					if s.Module == m && zoneOf[storeOf[i.Item]] == z.Slug {
						units += i.Units
					}
				}
			}
			if stores != 1 || items != 1 || units == 0 {
				t.Errorf("%s in %s: %d campaigns of stores, %d of items, %d units in a flash sale", m, z.Slug, stores, items, units)
			}
		}
	}
	if len(town.FlashSales) != 4 || slices.ContainsFunc(town.FlashSales, func(s townfile.FlashSale) bool { return len(s.Items) < 5 }) {
		t.Errorf("flash sales %+v", town.FlashSales)
	}
}

package catalog_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
)

// counting fills a town of so many items and returns its catalogue, at noon, and
// the queries that it makes.
func counting(t *testing.T, items int) (*catalog.Service, *clock.Manual, *dbtest.Queries) {
	t.Helper()
	s, c, made, _ := recording(t, db.SQLite, items)
	return s, c, made
}

// recording does so on either engine, and returns the database too.
func recording(t *testing.T, dialect db.Dialect, items int) (*catalog.Service, *clock.Manual, *dbtest.Queries, *db.DB) {
	t.Helper()
	noted, d, made := dbtest.Recorded(t, dialect)
	catalogtest.New(t, d).Fill(items/20, 20, rand.New(rand.NewPCG(1, 2)), vocabulary)
	c := clock.NewManual(catalogtest.Noon)
	return catalog.New(noted, c), c, made, d
}

// A list of a town of 10,000 items makes as many queries as one of 40, and few.
func TestLists_TRAP_L3_FixedCountOfQueries(t *testing.T) {
	t.Parallel()
	small, _, inSmall := counting(t, 40)
	big, _, inBig := counting(t, 10_000)
	calls := map[string]struct {
		limit int64
		call  func(context.Context, *catalog.Service) error
	}{
		"items":             {2, itemsCall(catalog.ItemFilter{})},
		"category":          {2, itemsCall(catalog.ItemFilter{CategoryID: catalogtest.Meals})},
		"filters":           {2, itemsCall(catalog.ItemFilter{MinPrice: 300, AvailableNow: true, Discounted: true, Sort: catalog.Rated})},
		"search":            {2, itemsCall(catalog.ItemFilter{Search: "mango"})},
		"misspelled search": {2, itemsCall(catalog.ItemFilter{Search: "mnago chiken", From: &geo.Point{Lat: -11.4, Lng: 65.2}, FreeDelivery: true, MaxMinutes: 45})},
		"nearest":           {2, itemsCall(catalog.ItemFilter{Search: "m", From: &geo.Point{Lat: -11.4, Lng: 65.2}, Sort: catalog.Nearest})},
		"misspelled suggestion": {1, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.Suggest(ctx, everywhere, "mnago")
			return err
		}},
		"misspelled stores": {0, storesCall(catalog.StoreFilter{Search: "mnago", From: &geo.Point{}})},
		"related": {3, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.RelatedItems(ctx, 1, firstPage)
			return err
		}},
		"item":          {3, func(ctx context.Context, s *catalog.Service) error { _, err := s.Item(ctx, "1"); return err }},
		"stores":        {0, storesCall(catalog.StoreFilter{OpenNow: true})},
		"on a category": {0, storesCall(catalog.StoreFilter{CategoryID: catalogtest.Meals, Search: "mango"})},
		"categories": {0, func(ctx context.Context, s *catalog.Service) error {
			directory, err := s.Directory(ctx)
			if err == nil {
				_, err = s.CountCategories(ctx, directory, everywhere.Zones, directory.Children(catalogtest.Food, 0))
			}
			return err
		}},
		"suggest": {1, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.Suggest(ctx, everywhere, "ma")
			return err
		}},
	}
	for name, c := range calls {
		for size, town := range map[string]struct {
			s *catalog.Service
			n *dbtest.Queries
		}{"small": {small, inSmall}, "big": {big, inBig}} {
			if _, err := town.s.Directory(t.Context()); err != nil { // the picture is shared by all
				t.Fatal(err)
			}
			before := town.n.Count()
			if err := c.call(t.Context(), town.s); err != nil {
				t.Fatal(err)
			}
			if made := town.n.Count() - before; made > c.limit {
				t.Errorf("%s in the %s town: %d queries, at most %d are allowed", name, size, made, c.limit)
			}
		}
	}
	fresh, _, made := counting(t, 40)
	if _, err := fresh.Directory(t.Context()); err != nil || made.Count() > 14 {
		t.Errorf("the catalogue took %d queries, %v", made.Count(), err)
	}
}

func itemsCall(f catalog.ItemFilter) func(context.Context, *catalog.Service) error {
	return func(ctx context.Context, s *catalog.Service) error {
		_, err := s.Items(ctx, everywhere, f, firstPage)
		return err
	}
}

func storesCall(f catalog.StoreFilter) func(context.Context, *catalog.Service) error {
	return func(ctx context.Context, s *catalog.Service) error {
		_, err := s.Stores(ctx, everywhere, f, firstPage)
		return err
	}
}

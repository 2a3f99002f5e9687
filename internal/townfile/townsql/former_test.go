package townsql_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/townfile/townsql"
)

// A thing that was renamed stays the same, and is found by what it was called.
func TestRenamed_TRAP_L2_OldSlugsLeadOn(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, townsql.Options{Now: noon})
		ids := func(store, category, item string) [3]int64 {
			t.Helper()
			s := catalog.New(d, clock.NewManual(noon))
			picture, err := s.Town(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			shop, err := picture.Store(store)
			if err != nil {
				t.Fatal(err)
			}
			shelf, err := picture.Category(category)
			if err != nil {
				t.Fatal(err)
			}
			page, err := s.Item(t.Context(), item)
			if err != nil {
				t.Fatal(err)
			}
			return [3]int64{shop.ID, shelf.ID, page.Items[0].ID}
		}
		store, category, item := town.Stores[0].Slug, town.Items[0].Category, town.Items[0].Slug
		before := ids(store, category, item)

		for i := range town.Stores {
			if town.Stores[i].Slug == store {
				town.Stores[i].Slug, town.Stores[i].FormerSlugs = "new-store", []string{store}
			}
		}
		for i := range town.Categories {
			if town.Categories[i].Slug == category {
				town.Categories[i].Slug, town.Categories[i].FormerSlugs = "new-shelf", []string{category}
			}
			if town.Categories[i].Parent == category {
				town.Categories[i].Parent = "new-shelf"
			}
		}
		town.Items[0].Slug, town.Items[0].FormerSlugs = "new-item", []string{item, "never-used"}
		for i := range town.Items {
			if town.Items[i].Store == store {
				town.Items[i].Store = "new-store"
			}
			if town.Items[i].Category == category {
				town.Items[i].Category = "new-shelf"
			}
		}
		for i := range town.Reviews {
			if town.Reviews[i].Store == store {
				town.Reviews[i].Store = "new-store"
			}
			if town.Reviews[i].Item == item {
				town.Reviews[i].Item = "new-item"
			}
		}
		for i := range town.Banners {
			if town.Banners[i].Target.Value == store {
				town.Banners[i].Target.Value = "new-store"
			}
		}
		load(t, d, town, townsql.Options{Now: noon})
		for _, names := range [][3]string{{store, category, item}, {"new-store", "new-shelf", "new-item"}, {store, category, "never-used"}} {
			if diff := cmp.Diff(before, ids(names[0], names[1], names[2])); diff != "" {
				t.Errorf("%v: %s", names, diff)
			}
		}

		first := export(t, d, nil)
		again, err := townsql.Read(t.Context(), d.R)
		if err != nil {
			t.Fatal(err)
		}
		second := open(t)
		load(t, second, again, townsql.Options{Now: noon})
		sameFiles(t, first, export(t, second, nil))

		// Who takes an old slug takes its address, too.
		other := town.Items[0]
		other.Slug, other.FormerSlugs = item, nil
		town.Items[0].FormerSlugs = nil
		town.Items = append(town.Items, other)
		load(t, d, town, townsql.Options{Now: noon})
		if now := ids(store, category, item); now[2] == before[2] {
			t.Error("an item is hidden behind one that had its slug")
		}
		if again, err = townsql.Read(t.Context(), d.R); err != nil {
			t.Fatal(err)
		}
		if err := again.Check(); err != nil {
			t.Errorf("the town is not one that could be read in: %v", err)
		}
	})
}

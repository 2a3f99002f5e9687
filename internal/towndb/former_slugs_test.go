package towndb_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
	"hawker/internal/townexport"
	"hawker/internal/townexport/townexporttest"
	"hawker/internal/townfile"
)

// A renamed record keeps its id and is found by its former slug.
func TestRenamed_TRAP_L2_FormerSlugsStillWork(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon})
		ids := func(store, category, item string) [3]int64 {
			t.Helper()
			s := catalog.New(d, clock.NewManual(noon))
			picture, err := s.Directory(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			shop, err := picture.Store(store)
			if err != nil {
				t.Fatal(err)
			}
			group, err := picture.Category(category)
			if err != nil {
				t.Fatal(err)
			}
			page, err := s.Item(t.Context(), item)
			if err != nil {
				t.Fatal(err)
			}
			return [3]int64{shop.ID, group.ID, page.Items[0].ID}
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
				town.Categories[i].Slug, town.Categories[i].FormerSlugs = "new-category", []string{category}
			}
			if town.Categories[i].Parent == category {
				town.Categories[i].Parent = "new-category"
			}
		}
		town.Items[0].Slug, town.Items[0].FormerSlugs = "new-item", []string{item, "never-used"}
		for i := range town.Items {
			if town.Items[i].Store == store {
				town.Items[i].Store = "new-store"
			}
			if town.Items[i].Category == category {
				town.Items[i].Category = "new-category"
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
		renamed := map[string]string{store: "new-store", category: "new-category", item: "new-item"}
		for i := range town.Translations {
			if to := renamed[town.Translations[i].Of]; to != "" {
				town.Translations[i].Of = to
			}
		}
		for i := range town.Banners {
			if town.Banners[i].Target.Value == store {
				town.Banners[i].Target.Value = "new-store"
			}
		}
		for i := range town.Coupons {
			for n, slug := range town.Coupons[i].Stores {
				if slug == store {
					town.Coupons[i].Stores[n] = "new-store"
				}
			}
		}
		load(t, d, town, towndb.Options{Now: noon})
		for _, names := range [][3]string{{store, category, item}, {"new-store", "new-category", "new-item"}, {store, category, "never-used"}} {
			if diff := cmp.Diff(before, ids(names[0], names[1], names[2])); diff != "" {
				t.Errorf("%v: %s", names, diff)
			}
		}

		first := townexporttest.Export(t, d, nil)
		again, err := townexport.Read(t.Context(), d.R)
		if err != nil {
			t.Fatal(err)
		}
		second := open(t)
		load(t, second, again, towndb.Options{Now: noon})
		townexporttest.SameFiles(t, first, townexporttest.Export(t, second, nil))

		// A record that gets a former slug of another also gets its URL.
		other := town.Items[0]
		other.Slug, other.FormerSlugs = item, nil
		town.Items[0].FormerSlugs = nil
		town.Items = append(town.Items, other)
		load(t, d, town, towndb.Options{Now: noon})
		if now := ids(store, category, item); now[2] == before[2] {
			t.Error("an item cannot be found, because another once had its slug")
		}
		if again, err = townexport.Read(t.Context(), d.R); err != nil {
			t.Fatal(err)
		}
		if err := again.Check(); err != nil {
			t.Errorf("the exported town cannot be imported: %v", err)
		}
	})
}

// If both the former and the new slug are stored, they are two records. Both stay.
func TestRename_TRAP_L2_takesNoSlugOfAnother(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		stored := town.Items[0]
		flan, sorbet := stored, stored
		flan.Slug, sorbet.Slug = "flan", "sorbet"
		town.Items = append(town.Items, flan, sorbet)
		load(t, d, town, towndb.Options{Now: noon})
		id := func(slug string) int64 {
			return one(t, d, `SELECT COALESCE(MAX(id), 0) FROM items WHERE slug = $1`, slug)
		}
		before := [3]int64{id(stored.Slug), id("flan"), id("sorbet")}

		stored.FormerSlugs = []string{"flan"}
		town.Items = []townfile.Item{stored}
		load(t, d, town, towndb.Options{Now: noon})
		if after := [3]int64{id(stored.Slug), id("flan"), id("sorbet")}; after != before {
			t.Errorf("the items %v became %v", before, after)
		}

		// Only one of two former slugs becomes the new one.
		pudding := stored
		pudding.Slug, pudding.FormerSlugs = "pudding", []string{"flan", "sorbet"}
		town.Items, town.Reviews, town.Translations = []townfile.Item{pudding}, nil, nil
		load(t, d, town, towndb.Options{Now: noon})
		renamed, left := id("pudding"), id("flan")+id("sorbet")
		if renamed+left != before[1]+before[2] || renamed == 0 || left == 0 || id(stored.Slug) != before[0] {
			t.Errorf("of the items %v, %d is renamed and %d is left", before, renamed, left)
		}
	})
}

// A former slug belongs to the record that the last import assigns it to.
func TestFormerSlug_TRAP_L2_movesToAnotherRecord(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		flan := town.Items[0]
		flan.Slug = "flan"
		town.Items = append(town.Items, flan)
		for owner := range town.Items {
			for i := range town.Items {
				town.Items[i].FormerSlugs = nil
			}
			town.Items[owner].FormerSlugs = []string{"pudding"}
			load(t, d, town, towndb.Options{Now: noon})
			leads := one(t, d, `SELECT id FROM former_slugs WHERE kind = 'item' AND slug = 'pudding'`)
			if want := one(t, d, `SELECT id FROM items WHERE slug = $1`, town.Items[owner].Slug); leads != want {
				t.Errorf("the former slug of %s leads to item %d, want %d", town.Items[owner].Slug, leads, want)
			}
		}
	})
}

package catalog_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

const burgers = 3 // a category below Meals

// filled is a town of so many stores with 20 items each, one in twenty of them
// recommended and as many burgers, on a clock that the caller moves.
func filled(t testing.TB, d db.Dialect, stores int) (*catalog.Service, *clock.Manual, catalog.Scope) {
	t.Helper()
	w := dbtest.Open(t, d)
	town := catalogtest.New(t, w)
	town.Category(catalog.Category{ID: burgers, ModuleID: catalogtest.Food, ParentID: new(catalogtest.Meals), Slug: "burgers", Name: "Burgers"})
	town.Fill(stores, 20, rand.New(rand.NewPCG(1, 2)), vocabulary)
	err := db.InTx(t.Context(), w, func(tx *db.Tx) error {
		if d == db.Postgres {
			if _, err := db.Exec(t.Context(), tx, `ANALYZE`); err != nil {
				return err
			}
		}
		_, err := db.Exec(t.Context(), tx, `
			UPDATE items SET recommended = id % 20 = 3, category_id = CASE WHEN id % 60 IN (3, 4, 5) THEN $1 ELSE category_id END WHERE module_id = $2`,
			burgers, catalogtest.Food)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	now := clock.NewManual(catalogtest.Noon)
	return catalog.New(w, now), now, catalog.Scope{Zones: []int64{catalogtest.Harbour, catalogtest.Hill}, ModuleID: catalogtest.Food}
}

// What is recommended comes first, then what is of a shopper's interests, a category
// below one of them too, and then what sells.
func TestItems_LOC10_interestsSteerRecommendations(t *testing.T) {
	t.Parallel()
	for _, d := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(d), func(t *testing.T) {
			s, _, here := filled(t, d, 24) // more than are found and sorted
			size := 50
			all := func(interests []int64) (items []catalog.Item) {
				for number := 1; ; number++ {
					page, err := s.Items(t.Context(), here, catalog.ItemFilter{Sort: catalog.Recommended, Interests: interests}, catalog.Paging{Size: size, Number: number})
					if err != nil {
						t.Fatal(err)
					}
					for _, i := range page.Items {
						items = append(items, *i)
					}
					if len(items) >= page.Total {
						return items
					}
				}
			}
			usual := all(nil)
			for name, interests := range map[string][]int64{"a category": {burgers}, "one above": {catalogtest.Meals}, "none of here": {999999}} {
				liked := map[int64]bool{}
				for _, id := range interests {
					liked[id] = true
					liked[burgers] = liked[burgers] || id == catalogtest.Meals
				}
				want := slices.Clone(usual)
				first := func(is bool) int {
					if is {
						return 0
					}
					return 1
				}
				slices.SortStableFunc(want, func(a, b catalog.Item) int {
					return cmp.Or(cmp.Compare(first(a.Recommended), first(b.Recommended)), cmp.Compare(first(liked[a.CategoryID]), first(liked[b.CategoryID])),
						cmp.Compare(b.SoldCount, a.SoldCount))
				})
				ids := func(items []catalog.Item) (ids []int64) {
					for _, i := range items {
						ids = append(ids, i.ID)
					}
					return ids
				}
				for _, size = range []int{1, 7, 50} {
					if got := ids(all(interests)); !slices.Equal(got, ids(want)) {
						t.Errorf("%s, by %d: %v\nwant %v", name, size, got, ids(want))
					}
				}
			}
		})
	}
}

func BenchmarkRecommended(b *testing.B) {
	for _, d := range []db.Dialect{db.SQLite, db.Postgres} {
		s, now, here := filled(b, d, 500)
		for name, f := range map[string]catalog.ItemFilter{
			"usual": {Sort: catalog.Recommended}, "personal": {Sort: catalog.Recommended, Interests: []int64{burgers}},
		} {
			b.Run(string(d)+"/"+name, func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					now.Advance(2e9) // nothing is remembered but the town
					if _, err := s.Directory(b.Context()); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					if page, err := s.Items(b.Context(), here, f, catalog.Paging{Size: 20, Number: 1}); err != nil || len(page.Items) != 20 {
						b.Fatal(len(page.Items), err)
					}
				}
			})
		}
	}
}

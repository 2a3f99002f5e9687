package public_test

import (
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestSearch_BRW02_itemsAndStoresTogether(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		store := f.Store(1, func(s *catalog.Store) { s.Name = "Mango House" })
		f.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "drinks", Name: "Drinks"})
		f.Item(1, store, func(i *catalog.Item) { i.Name, i.CategoryID = "Mango Lassi", 5 })
		f.Item(2, store, func(i *catalog.Item) { i.Name = "Mango Rice" })
		for path, want := range map[string][]any{
			"/search?q=mango":                     numbers(2, 1, 2, 1),
			"/search?q=mango&data_type=item":      numbers(2, 0, 2, 0),
			"/search?q=mango&data_type=store":     numbers(0, 1, 0, 1),
			"/search?q=mango&category_id=5":       numbers(1, 1, 1, 1),
			"/search?category_id=5&data_type=all": numbers(1, 1, 1, 1), // nothing typed: the shelf
			"/search?q=mango&limit=1&offset=2":    numbers(2, 1, 1, 0),
			"/search?q=pizza":                     numbers(0, 0, 0, 0),
			"/search?q=%22%27%2A":                 numbers(0, 0, 0, 0),
		} {
			got := f.Read(t, path)
			if is := []any{got["item_total"], got["store_total"], float64(len(got.List("items"))), float64(len(got.List("stores")))}; !slices.Equal(is, want) {
				t.Errorf("%s: item_total, store_total, items, stores = %v, want %v", path, is, want)
			}
		}
		if got := f.Read(t, "/items/suggest?q=man").Column("suggestions", "kind"); !slices.Equal(got, []any{"store", "item", "item"}) {
			t.Errorf("suggestions are %v", got)
		}
	})
}

package catalog_test

import (
	"slices"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/vehicle/vehicletest"
)

// The sitemap lists the page of each record that is shown, and no other.
func TestPaths_RNT04_BRW03_pagesOfRecords(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := newFixture(t, open(t))
		w.Insert("modules", catalogtest.Row{"id": 14, "slug": "shops", "module_type": "ecommerce", "name": "", "description": "", "picture": "", "position": 0, "active": true})
		shop := w.Store(1, func(s *catalog.Store) { s.ModuleID = 14 })
		w.Item(1, shop, nil)
		w.Item(2, w.Store(2, nil), nil) // food has no pages of its own
		w.Store(3, func(s *catalog.Store) { s.Active = false })
		cars := vehicletest.In(t, w.db, w.Town)
		owner, gone := cars.Provider(1, nil), cars.Provider(2, nil)
		cars.Provider(3, nil) // has nothing to rent
		cars.Vehicle(1, owner, nil)
		cars.Vehicle(2, owner, nil)
		cars.Vehicle(3, gone, nil)
		w.Exec(`UPDATE vehicles SET archived = TRUE WHERE id = 2`)
		w.Exec(`UPDATE providers SET archived = TRUE WHERE id = 2`)

		want := []string{"/store/store-1", "/store/store-2", "/category/meals", "/category/pantry", "/rental/provider-details/provider-1", "/rental/vehicle-details/vehicle-1", "/product/item-1"}
		if got, err := w.s.Paths(t.Context()); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
		w.Exec(`UPDATE modules SET active = FALSE WHERE id IN ($1, 14)`, vehicletest.Rental)
		want = []string{"/store/store-2", "/category/meals", "/category/pantry"}
		if got, err := w.s.Paths(t.Context()); err != nil || !slices.Equal(got, want) {
			t.Errorf("without the modules: got %v, %v, want %v", got, err, want)
		}
	})
}

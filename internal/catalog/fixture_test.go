package catalog_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
)

// fixture is a small town, its catalogue, and a clock at noon.
type fixture struct {
	*catalogtest.Town
	s     *catalog.Service
	clock *clock.Manual
	db    *db.DB
}

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()
	c := clock.NewManual(catalogtest.Noon)
	return fixture{Town: catalogtest.New(t, d), s: catalog.New(d, c), clock: c, db: d}
}

// harbour and everywhere are scopes in the module Food.
var (
	harbour    = catalog.Scope{Zones: []int64{catalogtest.Harbour}, ModuleID: catalogtest.Food}
	everywhere = catalog.Scope{Zones: []int64{catalogtest.Harbour, catalogtest.Hill}, ModuleID: catalogtest.Food}
	firstPage  = catalog.Paging{Size: 20, Number: 1}
)

// ids are the ids of the items that a filter lists, in order.
func (w fixture) ids(t *testing.T, at catalog.Scope, f catalog.ItemFilter) []int64 {
	t.Helper()
	page, err := w.s.Items(t.Context(), at, f, firstPage)
	if err != nil {
		t.Fatal(err)
	}
	if page.Total != len(page.Items) {
		t.Errorf("total is %d with %d items on the only page", page.Total, len(page.Items))
	}
	return idsOf(page)
}

func idsOf(page catalog.ItemPage) []int64 {
	ids := []int64{}
	for _, i := range page.Items {
		ids = append(ids, i.ID)
	}
	return ids
}

// storeIDs are the ids of the stores that a filter lists, in order.
func (w fixture) storeIDs(t *testing.T, at catalog.Scope, f catalog.StoreFilter) []int64 {
	t.Helper()
	page, err := w.s.Stores(t.Context(), at, f, firstPage)
	if err != nil {
		t.Fatal(err)
	}
	ids := []int64{}
	for _, s := range page.Stores {
		ids = append(ids, s.ID)
	}
	return ids
}

// in is a store's zone, for Town.Store.
func in(zone int64) func(*catalog.Store) {
	return func(s *catalog.Store) { s.ZoneID = zone }
}

// later moves the clock past what the service may remember.
func (w fixture) later() { w.clock.Advance(3 * time.Second) }

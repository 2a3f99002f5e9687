package towndb_test

import (
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
)

// Rows that other instances must read again get a higher revision than the last.
func TestImportIncreasesTheRevision(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		revision := func() int64 { return one(t, d, `SELECT COALESCE(MAX(revision), 0) FROM catalog_revision`) }
		newer := func(than int64) int64 { return one(t, d, `SELECT COUNT(*) FROM items WHERE revision > $1`, than) }

		load(t, d, town, towndb.Options{Now: noon})
		first := revision()
		if stamped := newer(0); stamped != int64(len(town.Items)) || newer(first) != 0 {
			t.Errorf("revision %d: %d of %d items are stamped", first, stamped, len(town.Items))
		}
		town.Settings.Checkout.FreeDeliveryForAll = !town.Settings.Checkout.FreeDeliveryForAll // stores say whether they deliver for free
		load(t, d, town, towndb.Options{Now: noon})
		if revision() <= first {
			t.Errorf("revision %d after %d, though other deliveries are free", revision(), first)
		}
		reduced := revision()
		town.Zones[0].Tariffs[0].PerKm = "7.00"
		load(t, d, town, towndb.Options{Now: noon})
		if revision() <= reduced {
			t.Errorf("revision %d after %d, though a tariff has changed", revision(), reduced)
		}
		town.Items[0].Name = "Flan"
		load(t, d, town, towndb.Options{Now: noon})
		second := revision()
		if second <= first || newer(first) == 0 {
			t.Errorf("revision %d after %d, and %d items are newer", second, first, newer(first))
		}
		if err := towndb.Redate(t.Context(), d, town, noon.Add(time.Hour), noon, time.Hour); err != nil {
			t.Fatal(err)
		}
		third := revision()
		if third <= second || newer(second) == 0 {
			t.Errorf("revision %d after %d after Redate, and %d items are newer", third, second, newer(second))
		}
		undo(t, d, false)
		if fourth := revision(); fourth <= third || newer(third) == 0 {
			t.Errorf("revision %d after %d after an undo, and %d items are newer", fourth, third, newer(third))
		}
	})
}

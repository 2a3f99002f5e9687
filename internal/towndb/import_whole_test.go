package towndb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/backup"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
	"hawker/internal/townexport/townexporttest"
	"hawker/internal/townfile"
)

// allRows returns the rows of every table as text.
func allRows(t *testing.T, d *db.DB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range backup.Tables() {
		rows, err := d.R.QueryContext(t.Context(), `SELECT * FROM `+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			all[table] = append(all[table], fmt.Sprint(values))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
		slices.Sort(all[table]) // not in SQL: no list of columns orders the rows of every table
	}
	return all
}

// sameRows reports the first row that differs in each table.
func sameRows(t *testing.T, want, got map[string][]string) {
	t.Helper()
	for table := range want {
		if len(want[table]) != len(got[table]) {
			t.Errorf("%s: %d rows became %d", table, len(want[table]), len(got[table]))
			continue
		}
		for i := range want[table] {
			if want[table][i] != got[table][i] {
				t.Errorf("%s:\nwas    %s\nbecame %s", table, want[table][i], got[table][i])
				break
			}
		}
	}
}

func importTown(t *testing.T, d *db.DB, town *townfile.Town, o towndb.Options) towndb.Changes {
	t.Helper()
	o.Now = noon
	if err := town.Check(); err != nil {
		t.Fatal(err)
	}
	changes, err := towndb.Import(t.Context(), d, town, o)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// openDemo opens a copy of a database into which the demo's town was imported.
var openDemo = dbtest.Filled(func(t *testing.T, d *db.DB) {
	importTown(t, d, town.Generate(1, 1), towndb.Options{})
})

func TestImport_TRAP_D32_unchangedFilesChangeNoRow(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		d, town := openDemo(t, engine), town.Generate(1, 1)
		trade(t, d)
		before := allRows(t, d)
		if len(before["items"]) < 1500 || len(before["stock_moves"]) == 0 {
			t.Fatal("the rows of the town are missing")
		}
		if changes := importTown(t, d, town, towndb.Options{Prune: true}); changes.Any() {
			t.Errorf("changed %+v", changes)
		}
		sameRows(t, before, allRows(t, d))
	})
}

// The last record of the last file is wrong, so that everything before it is written.
func TestImport_writesAllOrNothing(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		d, town := openDemo(t, engine), town.Generate(1, 1)
		before := allRows(t, d)
		town.Settings.Business.Address, town.Items[3].Name = "Another road", "Quince tart"
		town.Zones[0].Tariffs = town.Zones[0].Tariffs[1:]
		last := &town.VehicleReviews[len(town.VehicleReviews)-1]
		at := last.At
		last.At = "yesterday"
		_, err := towndb.Import(t.Context(), d, town, towndb.Options{Now: noon})
		if want := fmt.Sprintf("%s:%d: ", townfile.VehicleReviewsFile, len(town.VehicleReviews)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
		sameRows(t, before, allRows(t, d))

		last.At = at
		changes := importTown(t, d, town, towndb.Options{Check: true})
		sameRows(t, before, allRows(t, d))
		var table strings.Builder
		if err := changes.Print(&table); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"town.json", "zones.jsonl", "items.jsonl  0    1        0", "~" + town.Items[3].Slug} {
			if !strings.Contains(table.String(), want) {
				t.Errorf("%q is missing in\n%s", want, table.String())
			}
		}
	})
}

func TestImport_prunesOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		d, full := openDemo(t, engine), town.Generate(1, 1)
		whole := townexporttest.Export(t, d, nil)
		less := &townfile.Town{Settings: full.Settings, Modules: full.Modules, Zones: full.Zones}
		live := `SELECT (SELECT COUNT(*) FROM stores WHERE active) + (SELECT COUNT(*) FROM items WHERE active) + (SELECT COUNT(*) FROM categories WHERE NOT archived)
			+ (SELECT COUNT(*) FROM vehicles WHERE NOT archived) + (SELECT COUNT(*) FROM banners) + (SELECT COUNT(*) FROM reviews) + (SELECT COUNT(*) FROM review_counts)`
		before, items := one(t, d, live), one(t, d, `SELECT COUNT(*) FROM items`)

		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `DELETE FROM imported WHERE kind = 'stores' AND id = (SELECT MIN(id) FROM stores)`)
			return err // that store joined at the desk
		})
		if err != nil {
			t.Fatal(err)
		}
		changes := importTown(t, d, less, towndb.Options{})
		if one(t, d, live) != before || changes.Any() {
			t.Error("an import without prune took something away")
		}
		var table strings.Builder
		if err := changes.Print(&table); err != nil || !strings.Contains(table.String(), "no longer in the files") {
			t.Errorf("%v, %s", err, table.String())
		}
		importTown(t, d, less, towndb.Options{Prune: true, Check: true})
		if one(t, d, live) != before {
			t.Error("a check archived something")
		}
		importTown(t, d, less, towndb.Options{Prune: true})
		if n := one(t, d, live); n != 1 {
			t.Errorf("%d records are still there, want the store that was never in the files", n)
		}
		if n := one(t, d, `SELECT COUNT(*) FROM items`); n != items {
			t.Errorf("%d of %d items are left for their orders", n, items)
		}
		if changes := importTown(t, d, less, towndb.Options{Prune: true}); changes.Any() {
			t.Error("the second prune archived something")
		}

		importTown(t, d, full, towndb.Options{})
		townexporttest.SameFiles(t, whole, townexporttest.Export(t, d, nil))
	})
}

func TestImport_setsStockWhenAsked(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, ten, four := open(t), small(), 10, 4
		town.Items[0].Stock, town.Items[0].Variations[0].Stock = &ten, &four
		importTown(t, d, town, towndb.Options{})
		trade(t, d)
		stocks := func() []int64 {
			return []int64{one(t, d, `SELECT quantity FROM stock WHERE variation = ''`), one(t, d, `SELECT quantity FROM stock WHERE variation = '1'`), one(t, d, `SELECT sold_count FROM items`)}
		}
		sold := one(t, d, `SELECT sold_count FROM items`)
		importTown(t, d, town, towndb.Options{})
		if diff := cmp.Diff([]int64{8, 2, sold}, stocks()); diff != "" {
			t.Errorf("the same files: %s", diff)
		}
		importTown(t, d, town, towndb.Options{SetStock: true})
		if diff := cmp.Diff([]int64{10, 4, sold}, stocks()); diff != "" {
			t.Errorf("with set-stock: %s", diff)
		}
	})
}

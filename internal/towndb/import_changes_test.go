package towndb_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
	"hawker/internal/townexport/townexporttest"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

// large are the tables that grow with the town.
var large = []string{"categories", "stores", "items", "stock", "stock_moves", "reviews", "streets", "places", "vehicles", "imported", "media", "zones", "tariffs", "catalog_revision"}

// writes returns how many rows do writes in large tables.
func writes(t *testing.T, d *db.DB, do func()) int64 {
	t.Helper()
	exec := func(format string, args ...any) {
		t.Helper()
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, fmt.Sprintf(format, args...))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE writes (n BIGINT)`)
	defer exec(`DROP TABLE writes`)
	if d.Dialect == db.Postgres {
		exec(`CREATE OR REPLACE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO writes VALUES (1); RETURN NULL; END; $$`)
	}
	for _, table := range large {
		for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
			name := "count_" + table + "_" + event
			if d.Dialect == db.Postgres {
				exec(`CREATE TRIGGER %s AFTER %s ON %s FOR EACH ROW EXECUTE FUNCTION count_write()`, name, event, table)
				defer exec(`DROP TRIGGER %s ON %s`, name, table)
			} else {
				exec(`CREATE TRIGGER %s AFTER %s ON %s BEGIN INSERT INTO writes VALUES (1); END`, name, event, table)
				defer exec(`DROP TRIGGER %s`, name)
			}
		}
	}
	do()
	return one(t, d, `SELECT COUNT(*) FROM writes`)
}

// An import writes only what has changed in the files since the last one, however
// large the town is.
func TestImport_TRAP_D32_writesWhatChanged(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), town.Generate(1, 1)
		pictures := townmedia.Index{"item/burger-mint": {Hash: "12345678"}}
		load(t, d, town, towndb.Options{Now: noon, Pictures: pictures})

		again := func() { load(t, d, town, towndb.Options{Now: noon, Pictures: pictures}) }
		if n := writes(t, d, again); n != 0 {
			t.Errorf("an import of the same files wrote %d rows", n)
		}
		town.Items[7].Name = "Quince tart"
		// The item, its row in imported, the revision of the catalogue, and that of the item.
		if n := writes(t, d, again); n != 4 {
			t.Errorf("an import with another name of an item wrote %d rows", n)
		}
		at := slices.IndexFunc(town.Items, func(i townfile.Item) bool { return i.Stock != nil })
		*town.Items[at].Stock += 5
		// The same, and its pool and a move.
		if n := writes(t, d, again); n != 6 {
			t.Errorf("an import with another stock of an item wrote %d rows", n)
		}
		town.Zones[0].Tariffs = town.Zones[0].Tariffs[1:]
		if n := writes(t, d, again); n < 4 || n > 20 {
			t.Errorf("an import with fewer tariffs wrote %d rows", n)
		}
		if n := writes(t, d, again); n != 0 {
			t.Errorf("an import of the same files wrote %d rows in the end", n)
		}
	})
}

// The search text of an item includes the names of its store and category.
func TestImport_writesWhatDependsOnAChange(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon})
		town.Stores[0].Name, town.Categories[1].Name = "Bakery Lumen", "Pastries"
		load(t, d, town, towndb.Options{Now: noon})
		text, err := db.One[string](t.Context(), d.R, `SELECT search_text FROM items`)
		if err != nil || !strings.Contains(text, "lumen") || !strings.Contains(text, "pastries") {
			t.Errorf("the search text is %q, %v", text, err)
		}
	})
}

// trade sells two units from each pool and adds ratings, like a day of orders.
func trade(t *testing.T, d *db.DB) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO stock_moves (stock_id, delta, reason, created_at) SELECT id, -2, 'order', 0 FROM stock WHERE quantity >= 2`,
		`UPDATE stock SET quantity = quantity - 2 WHERE quantity >= 2`,
		`UPDATE items SET sold_count = sold_count + 2, rating_sum = rating_sum + 4, rating_count = rating_count + 1`,
		`UPDATE stores SET order_count = order_count + 1, rating_sum = rating_sum + 4, rating_count = rating_count + 1`,
	} {
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, statement)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// figures returns what trading changes: the stock of the item and of its first
// variation, its sales and ratings, and the store's orders.
func figures(t *testing.T, d *db.DB) []int64 {
	t.Helper()
	return []int64{
		one(t, d, `SELECT quantity FROM stock WHERE variation = ''`), one(t, d, `SELECT quantity FROM stock WHERE variation = '1'`),
		one(t, d, `SELECT sold_count FROM items`), one(t, d, `SELECT rating_sum FROM items`), one(t, d, `SELECT rating_count FROM items`),
		one(t, d, `SELECT order_count FROM stores`),
	}
}

func TestImport_TRAP_D32_keepsWhatTradingChanged(t *testing.T) {
	t.Parallel()
	steps := []struct {
		name string
		edit func(*townfile.Town)
		want []int64
	}{
		{"the same files", func(*townfile.Town) {}, []int64{3, 3, 12, 49, 11, 21}},
		{"other texts", func(town *townfile.Town) { town.Items[0].Name, town.Stores[0].Tagline = "Flan", "Since 1907" }, []int64{3, 3, 12, 49, 11, 21}},
		{"another slug", func(town *townfile.Town) {
			town.Items[0].Slug, town.Items[0].FormerSlugs = "flan", []string{"creme-brulee"}
			town.Translations[0].Of, town.Reviews = "flan", nil
		}, []int64{3, 3, 12, 49, 11, 21}},
		{"another stock", func(town *townfile.Town) { *town.Items[0].Stock = 8 }, []int64{8, 3, 12, 49, 11, 21}},
		{"other sales", func(town *townfile.Town) { town.Items[0].Past.Sold, town.Stores[0].Past.Sold = 100, 200 }, []int64{8, 3, 100, 49, 11, 200}},
		{"other ratings", func(town *townfile.Town) { town.Items[0].Past.RatingSum = 40 }, []int64{8, 3, 100, 40, 10, 200}},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, five, four := open(t), small(), 5, 5
		town.Items[0].Stock, town.Items[0].Variations[0].Stock = &five, &four
		town.Items[0].Past = townfile.Past{RatingSum: 45, RatingCount: 10, Sold: 10}
		town.Stores[0].Past = townfile.Past{RatingSum: 45, RatingCount: 10, Sold: 20}
		load(t, d, town, towndb.Options{Now: noon})
		trade(t, d)
		for n, step := range steps {
			step.edit(town)
			load(t, d, town, towndb.Options{Now: noon.Add(time.Duration(n) * time.Hour)})
			if diff := cmp.Diff(step.want, figures(t, d)); diff != "" {
				t.Errorf("%s: %s", step.name, diff)
			}
		}
		if n := one(t, d, `SELECT COUNT(*) FROM items`); n != 1 {
			t.Errorf("%d items", n)
		}
		wrong := one(t, d, `SELECT COUNT(*) FROM stock s WHERE quantity <> (SELECT SUM(delta) FROM stock_moves m WHERE m.stock_id = s.id)`)
		if wrong != 0 {
			t.Errorf("%d pools are not the sum of their moves", wrong)
		}
	})
}

// An earlier version stored no hashes and figures. The first import after it writes
// everything.
func TestImport_afterAnEarlierVersion(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		town.Items[0].Past.Sold = 10
		load(t, d, town, towndb.Options{Now: noon})
		before := townexporttest.Export(t, d, nil)
		trade(t, d)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `DELETE FROM imported`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		load(t, d, town, towndb.Options{Now: noon})
		townexporttest.SameFiles(t, before, townexporttest.Export(t, d, nil))
		if n := writes(t, d, func() { load(t, d, town, towndb.Options{Now: noon}) }); n != 0 {
			t.Errorf("the import after it wrote %d rows", n)
		}
	})
}

// Relative days become other dates at a later import. And after Redate, the next import
// writes the dates of the file again.
func TestImport_TRAP_D27_datesRelativeDaysAgain(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, day := open(t), small(), 24*time.Hour
		load(t, d, town, towndb.Options{Now: noon})
		created := func() time.Time { return time.UnixMilli(one(t, d, `SELECT created_at FROM items`)).UTC() }
		load(t, d, town, towndb.Options{Now: noon.Add(day)})
		if want := noon.Add(day - 6*time.Hour); !created().Equal(want) {
			t.Errorf("six hours before the second import is %s, want %s", created(), want)
		}
		folder := t.TempDir()
		townexporttest.WriteFiles(t, folder, townexporttest.Export(t, d, nil))
		dated, err := townfile.Read(os.DirFS(folder))
		if err != nil {
			t.Fatal(err)
		}
		load(t, d, dated, towndb.Options{Now: noon.Add(day)})
		if err := towndb.Redate(t.Context(), d, town, noon.Add(3*day), noon.Add(day), 2*day); err != nil {
			t.Fatal(err)
		}
		if want := noon.Add(3*day - 6*time.Hour); !created().Equal(want) {
			t.Errorf("after Redate: %s, want %s", created(), want)
		}
		load(t, d, dated, towndb.Options{Now: noon.Add(3 * day)})
		if want := noon.Add(day - 6*time.Hour); !created().Equal(want) {
			t.Errorf("after the import: %s, want %s", created(), want)
		}
	})
}

package towndb_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/backup"
	"hawker/internal/blob"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/hours"
	"hawker/internal/setting"
	"hawker/internal/towndb"
	"hawker/internal/townexport/townexporttest"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

func undo(t *testing.T, d *db.DB, check bool) towndb.Changes {
	t.Helper()
	changes, err := towndb.Undo(t.Context(), d, openFiles(t), noon, check)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// openFiles opens a new folder for files.
func openFiles(t *testing.T) *blob.Store {
	t.Helper()
	files, err := blob.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return files
}

func exec(t *testing.T, d *db.DB, query string, args ...any) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, query, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// business does the same random orders, reviews and work at the desk in a town and in its
// twin. Their records have the same ids.
type business struct {
	*rand.Rand
	town, twin *db.DB
	done       []statement // not yet executed
}

type statement struct {
	query string
	args  []any
}

func (b *business) both(query string, args ...any) {
	b.done = append(b.done, statement{query, args})
}

func (b *business) open(t *testing.T) {
	t.Helper()
	b.sell(t)
	for range 20 {
		b.both(`UPDATE items SET sold_count = sold_count + 2, rating_sum = rating_sum + 4, rating_count = rating_count + 1 WHERE id = $1`, b.id(t, "items"))
		b.both(`UPDATE stores SET order_count = order_count + 1, rating_sum = rating_sum + 5, rating_count = rating_count + 1 WHERE id = $1`, b.id(t, "stores"))
		b.both(`UPDATE vehicles SET trip_count = trip_count + 1, rating_sum = rating_sum + 3, rating_count = rating_count + 1 WHERE id = $1`, b.id(t, "vehicles"))
		b.both(`UPDATE coupons SET used = used + 1 WHERE id = $1`, b.id(t, "coupons"))
		b.both(`UPDATE reviews SET reply = $2, replied_at = 1 WHERE id = $1`, b.id(t, "reviews"), fmt.Sprint("Thanks ", b.IntN(1000)))
	}
	for range 5 {
		b.setHours(t)
	}
	if ids := b.inBoth(t, `SELECT id FROM flash_sale_items WHERE sold < units ORDER BY id`); len(ids) > 0 {
		b.both(`UPDATE flash_sale_items SET sold = sold + 1 WHERE id = $1`, ids[b.IntN(len(ids))])
	}
	for _, d := range []*db.DB{b.town, b.twin} {
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			for _, s := range b.done {
				if _, err := db.Exec(t.Context(), tx, s.query, s.args...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	b.done = nil
}

// sell takes a unit from pools that have one in both towns, or puts one back.
func (b *business) sell(t *testing.T) {
	t.Helper()
	ids := b.inBoth(t, `SELECT id FROM stock WHERE counted_since IS NOT NULL AND quantity > 0 ORDER BY id`)
	b.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids[:len(ids)/2] {
		delta := 1 - 2*b.IntN(2)
		b.both(`UPDATE stock SET quantity = quantity + $2 WHERE id = $1`, id, delta)
		b.both(`INSERT INTO stock_moves (stock_id, delta, reason, created_at) VALUES ($1, $2, 'order', 0)`, id, delta)
	}
}

func (b *business) setHours(t *testing.T) {
	t.Helper()
	id := b.id(t, "stores")
	week := []hours.Opening{{Day: 1, Opens: hours.TimeOfDay(b.IntN(600)), Closes: 700}}
	for _, d := range []*db.DB{b.town, b.twin} {
		if err := catalog.New(d, clock.NewManual(noon)).SetHours(t.Context(), id, catalog.WeekHours{Week: week}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// inBoth returns the ids that a query finds in both towns.
func (b *business) inBoth(t *testing.T, query string) (ids []int64) {
	t.Helper()
	var found [2][]int64
	for i, d := range []*db.DB{b.town, b.twin} {
		var err error
		if found[i], err = db.Many[int64](t.Context(), d.R, query); err != nil {
			t.Fatal(err)
		}
	}
	return slices.DeleteFunc(found[0], func(id int64) bool { return !slices.Contains(found[1], id) })
}

func (b *business) id(t *testing.T, table string) int64 {
	ids := b.inBoth(t, `SELECT id FROM `+table+` ORDER BY id`)
	return ids[b.IntN(len(ids))]
}

// notCompared are tables and columns that say when and how often something was written.
var notCompared = map[string][]string{
	"catalog_revision": {"revision"}, "items": {"revision"}, "vehicles": {"revision"}, "settings": {"version", "updated_at"},
}

// archivedBy says how the rows look that an import inserted and an undo archived.
var archivedBy = map[string]string{
	"modules": "active", "zones": "active", "categories": "archived", "stores": "active", "items": "active", "campaigns": "active", "flash_sales": "active",
	"coupons": "active", "providers": "archived", "vehicles": "archived", "parcel_categories": "active",
}

// rowsOf returns the rows of a table by their key, without what is not compared.
func rowsOf(t *testing.T, d *db.DB, table string) map[string]map[string]any {
	t.Helper()
	rows, err := d.R.QueryContext(t.Context(), `SELECT * FROM `+table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]any{}
	for rows.Next() {
		values, into, row := make([]any, len(columns)), make([]any, len(columns)), map[string]any{}
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, c := range columns {
			if !slices.Contains(notCompared[table], c) {
				row[c] = values[i]
			}
		}
		if since, counted := row["counted_since"]; counted {
			row["counted_since"] = since != nil
		}
		key := fmt.Sprint(values[0], " ", values[1])
		switch {
		case columns[0] == "id" || table == "settings":
			key = fmt.Sprint(values[0])
		case table == "review_counts":
			key = fmt.Sprint(values[:3])
		}
		all[key] = row
	}
	return all
}

// sameTown reports rows that differ from those of the twin, in which nothing was imported.
// Archived rows may be left.
func sameTown(t *testing.T, name string, town, twin *db.DB) {
	t.Helper()
	for _, table := range backup.Tables() {
		if slices.Contains([]string{"import_undo", "stock_moves"}, table) {
			continue
		}
		got, want := rowsOf(t, town, table), rowsOf(t, twin, table)
		for key, row := range got {
			if _, known := want[key]; !known && isLeftOver(t, town, table, row) {
				delete(got, key)
			}
		}
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
			t.Errorf("%s: rows of %s: %s", name, table, diff)
		}
		shown := 0
		for key := range want {
			if table == "settings" && key == "import" {
				continue // it counts imports
			}
			if diff := cmp.Diff(want[key], got[key]); diff != "" && got[key] != nil && shown < 3 {
				t.Errorf("%s: %s %s: %s", name, table, key, diff)
				shown++
			}
		}
	}
	if n := one(t, town, `SELECT COUNT(*) FROM stock s WHERE quantity <> (SELECT SUM(delta) FROM stock_moves m WHERE m.stock_id = s.id)`); n != 0 {
		t.Errorf("%s: %d pools are not the sum of their moves", name, n)
	}
}

// isLeftOver reports whether a row may stay of an import that was undone: it is archived,
// or belongs to an archived one, or keeps an address.
func isLeftOver(t *testing.T, d *db.DB, table string, row map[string]any) bool {
	t.Helper()
	switch table {
	case "former_slugs":
		return true
	case "tariffs":
		return one(t, d, `SELECT COUNT(*) FROM zones WHERE id = $1 AND active`, row["zone_id"]) == 0
	case "flash_sale_items":
		return one(t, d, `SELECT COUNT(*) FROM flash_sales s JOIN flash_sale_items i ON i.flash_sale_id = s.id WHERE i.id = $1 AND i.active AND s.active`, row["id"]) == 0
	case "stock":
		return row["counted_since"] == false || one(t, d, `SELECT COUNT(*) FROM items WHERE id = $1 AND active`, row["item_id"]) == 0
	}
	column := archivedBy[table]
	archived := fmt.Sprint(row[column]) // SQLite has numbers
	return column != "" && (archived == "true" || archived == "1") == (column == "archived")
}

// A town in which an import was undone is as its twin that had the same orders, reviews
// and work at the desk, but no import. And both folders can be imported again.
func TestUndo_takesBackWhatAnImportChanged(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		d, twin, folder := openDemo(t, engine), openDemo(t, engine), edited(t, 1)
		b := &business{Rand: rand.New(rand.NewPCG(1, 2)), town: d, twin: twin}
		b.open(t)

		done := importTown(t, d, folder, towndb.Options{Prune: true})
		b.open(t)
		undone := undo(t, d, false)
		sameTown(t, "undone", d, twin)
		sameRecords(t, done, undone)

		if changes := importTown(t, d, town.Generate(1, 1), towndb.Options{Prune: true}); changes.Any() {
			t.Errorf("the folder before changed %+v", changes)
		}
		again := importTown(t, d, folder, towndb.Options{Prune: true})
		sameRecords(t, again, undo(t, d, false))
		sameTown(t, "undone again", d, twin)
	})
}

// sameRecords compares an import with its undo: what is new goes, and what is gone is back.
func sameRecords(t *testing.T, imported, undone towndb.Changes) {
	t.Helper()
	list := func(c towndb.Changes, back bool) []string {
		var all []string
		for _, f := range c.Files {
			added, gone := f.New, f.Gone
			if back {
				added, gone = gone, added
			}
			for sign, slugs := range map[string][]string{"+": added, "~": f.Changed, "-": gone} {
				for _, slug := range slugs {
					all = append(all, f.File+" "+sign+slug)
				}
			}
		}
		slices.Sort(all)
		return all
	}
	if diff := cmp.Diff(list(imported, false), list(undone, true)); diff != "" {
		t.Errorf("the undo changed other records: %s", diff)
	}
}

func TestUndo_isRefused(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, folder := open(t), small()
		refused := func(want error) {
			t.Helper()
			before := allRows(t, d)
			if _, err := towndb.Undo(t.Context(), d, openFiles(t), noon, false); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
			sameRows(t, before, allRows(t, d))
		}
		refused(towndb.ErrNeverImported)
		importTown(t, d, folder, towndb.Options{})
		refused(towndb.ErrFirstImport)

		folder.Items[0].Name = "Flan"
		if changes := importTown(t, d, folder, towndb.Options{}); !changes.Undoable {
			t.Error("the import does not say that it can be undone")
		}
		importTown(t, d, folder, towndb.Options{}) // changes nothing
		undo(t, d, false)
		refused(towndb.ErrUndone)
		if n := one(t, d, `SELECT COUNT(*) FROM items WHERE name = 'Crème Brûlée'`); n != 1 {
			t.Error("the name is not back")
		}
		importTown(t, d, folder, towndb.Options{})
		exec(t, d, `DELETE FROM import_undo`) // as after an earlier version
		refused(towndb.ErrNotKept)
	})
}

// Only the last import is undone, also when each import changed something else.
func TestUndo_isOfTheLastImport(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, folder := open(t), small()
		importTown(t, d, folder, towndb.Options{})
		folder.Items[0].Name = "Flan"
		importTown(t, d, folder, towndb.Options{})
		before := townexporttest.Export(t, d, nil)
		folder.Settings.Business.Address, folder.Zones[0].Tariffs = "Another road", nil
		pictures := townmedia.Index{"item/flan": {Hash: "12345678"}}
		importTown(t, d, folder, towndb.Options{Pictures: pictures})
		if n, err := setting.Imports(t.Context(), d.R); err != nil || n != 3 {
			t.Fatalf("%d imports, %v", n, err)
		}
		imported := allRows(t, d)
		changes := undo(t, d, true)
		sameRows(t, imported, allRows(t, d))
		var table strings.Builder
		if err := changes.Print(&table); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"town.json", "zones.jsonl  0    1        0", "media/       0    0        1     -item/flan"} {
			if !strings.Contains(table.String(), want) {
				t.Errorf("%q is missing in\n%s", want, table.String())
			}
		}
		undo(t, d, false)
		townexporttest.SameFiles(t, before, townexporttest.Export(t, d, nil))
	})
}

// A renamed item gets its slug back, and a coupon the code that a new one has got.
func TestUndo_givesSlugsBack(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, folder := open(t), small()
		importTown(t, d, folder, towndb.Options{})
		id := one(t, d, `SELECT id FROM items`)
		folder.Reviews, folder.Translations[0].Of = nil, "flan"
		folder.Banners[0].Title = "Flan"
		folder.Items[0].Slug, folder.Items[0].FormerSlugs = "flan", []string{"creme-brulee"}
		folder.Coupons[2].Code = "THREE"
		folder.Coupons = append(folder.Coupons, townfile.Coupon{Slug: "two", Code: "TWO", Title: "Two", Type: "default", Discount: folder.Coupons[2].Discount, PaidBy: "shop", Active: true})
		importTown(t, d, folder, towndb.Options{})
		undo(t, d, false)

		for slug, want := range map[string]int64{"creme-brulee": id, "flan": id} {
			found, err := catalog.New(d, clock.NewManual(noon)).Item(t.Context(), slug)
			if err != nil || found.Items[0].ID != want {
				t.Errorf("%s opens %+v, %v", slug, found, err)
			}
		}
		if n := one(t, d, `SELECT COUNT(*) FROM coupons WHERE code = 'TWO' AND slug = 'two-off' AND active`); n != 1 {
			t.Error("the coupon has lost its code")
		}
		if n := one(t, d, `SELECT COUNT(*) FROM translations WHERE record = 'creme-brulee'`); n != 1 {
			t.Error("the translation is not that of the item")
		}
		if changes := importTown(t, d, small(), towndb.Options{Prune: true}); changes.Any() {
			t.Errorf("the folder before changed %+v", changes)
		}
	})
}

var other = map[db.Dialect]db.Dialect{db.SQLite: db.Postgres, db.Postgres: db.SQLite}

// restore moves a town by a backup.
func restore(t *testing.T, from *db.DB, files *blob.Store, into *db.DB, intoFiles *blob.Store) {
	t.Helper()
	var packed bytes.Buffer
	if err := backup.Write(t.Context(), from, files, &packed, "test", noon); err != nil {
		t.Fatal(err)
	}
	archive, err := backup.Open(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if err := backup.Restore(t.Context(), into, intoFiles, archive, noon); err != nil {
		t.Fatal(err)
	}
}

// An import can be undone after its town was moved to the other engine.
func TestUndo_afterARestore(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		from := openDemo(t, engine)
		before := townexporttest.Export(t, from, nil)
		importTown(t, from, edited(t, 4), towndb.Options{Prune: true})

		into := dbtest.Open(t, other[from.Dialect])
		restore(t, from, openFiles(t), into, openFiles(t))
		undo(t, from, false)
		undo(t, into, false)
		after := townexporttest.Export(t, from, nil)
		townexporttest.SameFiles(t, after, townexporttest.Export(t, into, nil))
		for _, file := range []string{townfile.PlacesFile, townfile.StreetsFile, townfile.PagesFile, townfile.BannersFile} {
			if before[file] != after[file] {
				t.Errorf("%s is another one", file)
			}
		}
	})
}

// What fails in the middle leaves the town as it was.
func TestUndo_isAllOrNothing(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		d := openDemo(t, engine)
		importTown(t, d, edited(t, 3), towndb.Options{Prune: true})
		exec(t, d, `INSERT INTO import_undo (kind, id, slug, was) VALUES ('stock', 0, 'broken', '{')`)
		before := allRows(t, d)
		if _, err := towndb.Undo(t.Context(), d, openFiles(t), noon, false); err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("got %v", err)
		}
		sameRows(t, before, allRows(t, d))
	})
}

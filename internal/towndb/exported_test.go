package towndb_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/hours"
	"hawker/internal/towndb"
	"hawker/internal/townexport"
	"hawker/internal/townfile"
)

// exported exports the town and reads the folder.
func exported(t *testing.T, d *db.DB) *townfile.Town {
	t.Helper()
	dir := t.TempDir()
	if err := townexport.Write(t.Context(), d, dir, townexport.Options{}); err != nil {
		t.Fatal(err)
	}
	read, err := townfile.Read(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// The figures of an exported folder are not statements, until somebody changes them.
func TestImport_TRAP_D32_anExportTakesNothingBack(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, village, ten, eight := open(t), small(), 10, 8
		village.Items[0].Stock, village.Items[0].Variations[0].Stock = &ten, &eight
		importTown(t, d, village, towndb.Options{})
		trade(t, d)
		folder := exported(t, d)
		trade(t, d)
		traded := figures(t, d)
		folder.Items[0].Name = "Crème caramel"
		importTown(t, d, folder, towndb.Options{})
		if diff := cmp.Diff(traded, figures(t, d)); diff != "" {
			t.Errorf("an edited name: %s", diff)
		}

		*folder.Items[0].Stock = 20
		importTown(t, d, folder, towndb.Options{})
		traded[0] = 20
		if diff := cmp.Diff(traded, figures(t, d)); diff != "" {
			t.Errorf("another stock: %s", diff)
		}
		trade(t, d)
		traded = figures(t, d)
		importTown(t, d, folder, towndb.Options{})
		if diff := cmp.Diff(traded, figures(t, d)); diff != "" {
			t.Errorf("the same folder again: %s", diff)
		}
		*folder.Items[0].Stock = 8 // what was exported, but it is a statement now
		importTown(t, d, folder, towndb.Options{})
		if n := figures(t, d)[0]; n != 8 {
			t.Errorf("the exported stock again: %d", n)
		}
	})
}

// What the desk has changed stays until the files change the same field.
func TestImport_TRAP_D32_keepsWhatTheDeskChanged(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, village := open(t), small()
		importTown(t, d, village, towndb.Options{})
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			if _, err := db.Exec(t.Context(), tx, `UPDATE stores SET schedule = '{"week":[]}'`); err != nil {
				return err
			}
			if _, err := db.Exec(t.Context(), tx, `UPDATE vehicle_reviews SET reply = 'Come again'`); err != nil {
				return err
			}
			_, err := db.Exec(t.Context(), tx, `UPDATE reviews SET reply = 'Thank you'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		at := func() string {
			type row struct {
				Tagline, Body, Reply string
				Schedule             db.JSON[hours.Schedule]
			}
			r, err := db.One[row](t.Context(), d.R, `SELECT s.tagline, s.schedule, r.body, r.reply FROM stores s, reviews r`)
			if err != nil {
				t.Fatal(err)
			}
			h := r.Schedule.V
			return fmt.Sprintf("%s, always %t, %d openings, %d closures; %s %s", r.Tagline, h.Always, len(h.Week), len(h.Closures), r.Body, r.Reply)
		}
		village.Stores[0].Tagline, village.Reviews[0].Text = "Since 1907", "Lovely!"
		village.VehicleReviews[0].Text = "Roomy"
		importTown(t, d, village, towndb.Options{})
		if got, err := db.One[string](t.Context(), d.R, `SELECT body || ': ' || reply FROM vehicle_reviews`); err != nil || got != "Roomy: Come again" {
			t.Errorf("the review of a vehicle: %s, %v", got, err)
		}
		if got, want := at(), "Since 1907, always false, 0 openings, 1 closures; Lovely! Thank you"; got != want {
			t.Errorf("other fields: %s, want %s", got, want)
		}
		folder := exported(t, d)
		exec(t, d, `UPDATE vehicle_reviews SET reply = 'See you'`)
		folder.VehicleReviews[0].Text = "Roomy!"
		folder.Stores[0].Tagline = "Since 1908"
		importTown(t, d, folder, towndb.Options{})
		if got, err := db.One[string](t.Context(), d.R, `SELECT body || ': ' || reply FROM vehicle_reviews`); err != nil || got != "Roomy!: See you" {
			t.Errorf("the review of a vehicle after an export: %s, %v", got, err)
		}
		if got, want := at(), "Since 1908, always false, 0 openings, 1 closures; Lovely! Thank you"; got != want {
			t.Errorf("an export: %s, want %s", got, want)
		}
		village.Stores[0].Tagline = "Since 1909"
		village.Reviews[0].Reply = "Thanks"
		village.Reviews[0].Text = "Lovely."
		village.Stores[0].Hours = townfile.Hours{Week: []townfile.Opening{{Day: 1, Opens: "09:00", Closes: "18:00"}, {Day: 2, Opens: "09:00", Closes: "18:00"}}}
		importTown(t, d, village, towndb.Options{})
		if got, want := at(), "Since 1909, always false, 2 openings, 0 closures; Lovely. Thanks"; got != want {
			t.Errorf("the same fields: %s, want %s", got, want)
		}
	})
}

// What an import, the desk or a missing line of the folder leaves behind does not make an
// export that the next import refuses.
func TestExport_TRAP_D32_canBeImported(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(*testing.T, *db.DB, *townfile.Town)
		want func(*townfile.Town) bool
	}{
		{"an item with a customer's review moved to another store", func(t *testing.T, d *db.DB, village *townfile.Town) {
			reviewed(t, d)
			other := village.Stores[0]
			other.Slug, other.Name = "mint", "Mint"
			village.Stores = append(village.Stores, other)
			village.Items[0].Store, village.Reviews[0].Store = "mint", "mint"
			importTown(t, d, village, towndb.Options{})
		}, func(folder *townfile.Town) bool {
			return len(folder.Reviews) == 2 && folder.Reviews[0].Store == "mint" && folder.Reviews[1].Store == "mint"
		}},
		{"a store that is open until midnight", func(t *testing.T, d *db.DB, _ *townfile.Town) {
			week := []hours.Opening{{Day: 1, Opens: 600, Closes: 1440}, {Day: 2, Opens: 0, Closes: 1440}}
			if err := catalog.New(d, clock.NewManual(noon)).SetHours(t.Context(), one(t, d, `SELECT id FROM stores`), catalog.WeekHours{Week: week}, nil); err != nil {
				t.Fatal(err)
			}
		}, func(folder *townfile.Town) bool {
			return slices.Equal(folder.Stores[0].Hours.Week, []townfile.Opening{{Day: 1, Opens: "10:00", Closes: "00:00"}, {Day: 2, Opens: "00:00", Closes: "00:00"}})
		}},
		{"translations of words that are gone", func(t *testing.T, d *db.DB, village *townfile.Town) {
			village.Translations = nil
			village.Items[0].ChoiceOptions[0].Title, village.Settings.Business.Name = "Portion", "Smaller"
			importTown(t, d, village, towndb.Options{})
		}, func(folder *townfile.Town) bool {
			names := 0
			for _, text := range folder.Translations {
				if text.Name != "" && text.Words == nil {
					names++
				}
			}
			return len(folder.Translations) == 2 && names == 2
		}},
		{"control characters that people typed", func(t *testing.T, d *db.DB, _ *townfile.Town) {
			reviewed(t, d)
			exec(t, d, "UPDATE reviews SET body = 'So\vgood,\u0085\n\tso fresh' WHERE slug = 'order-7'")
			exec(t, d, "UPDATE stores SET address = '1 Mill\a Lane'")
		}, func(folder *townfile.Town) bool {
			return folder.Stores[0].Address == "1 Mill Lane" && slices.ContainsFunc(folder.Reviews, func(r townfile.Review) bool { return r.Text == "So good, \n\tso fresh" })
		}},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				d, village := open(t), small()
				importTown(t, d, village, towndb.Options{})
				tt.do(t, d, village)
				folder := exported(t, d)
				importTown(t, d, folder, towndb.Options{})
				if !tt.want(folder) {
					t.Errorf("it exported %+v", folder)
				}
			})
		}
	})
}

// A store that joined has no hours when it is exported. What its vendor enters before the
// folder is imported stays, like its orders and ratings.
func TestImport_REG01_TRAP_D32_keepsWhatANewStoreEntered(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		importTown(t, d, small(), towndb.Options{})
		var id int64
		err := db.InTx(t.Context(), d, func(tx *db.Tx) (err error) {
			id, _, err = catalog.AddStore(t.Context(), tx, catalog.NewStore{
				ModuleID: 10, ZoneID: one(t, d, `SELECT id FROM zones`), Name: "Mint", Address: "3 Harbour Road", Point: geo.Point{Lat: 0.5, Lng: 0.5},
				Logo: catalog.NewPicture{Key: "logo/mint", Hash: "0a1b2c3d", Kind: "png"}, Cover: catalog.NewPicture{Key: "store/mint", Hash: "0a1b2c3d", Kind: "png"},
			}, noon)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		folder := exported(t, d)
		week := []hours.Opening{{Day: 2, Opens: 60, Closes: 120}}
		if err := catalog.New(d, clock.NewManual(noon)).SetHours(t.Context(), id, catalog.WeekHours{Week: week}, nil); err != nil {
			t.Fatal(err)
		}
		exec(t, d, `UPDATE stores SET order_count = order_count + 1, rating_sum = rating_sum + 4, rating_count = rating_count + 1 WHERE id = $1`, id)

		tart := folder.Items[0]
		tart.Slug, tart.Store, tart.Name, tart.Past = "mint-tart", "mint", "Mint tart", townfile.Past{}
		folder.Items = append(folder.Items, tart)
		at := slices.IndexFunc(folder.Stores, func(s townfile.Store) bool { return s.Slug == "mint" })
		folder.Stores[at].Tagline = "Fresh"
		importTown(t, d, folder, towndb.Options{})
		kept := func(when, tagline string) {
			t.Helper()
			store, err := catalog.StoreByID(t.Context(), d.R, id)
			if diff := cmp.Diff(week, store.Schedule.V.Week); err != nil || diff != "" {
				t.Errorf("%s: hours: %s %v", when, diff, err)
			}
			if one(t, d, `SELECT COUNT(*) FROM stores WHERE id = $1 AND tagline = $2 AND order_count = 1 AND rating_sum = 4 AND rating_count = 1`, id, tagline) != 1 {
				t.Errorf("%s: the orders, the ratings or the tagline are not right", when)
			}
		}
		kept("imported", "Fresh")
		undo(t, d, false)
		kept("undone", "")
		importTown(t, d, folder, towndb.Options{})
		kept("imported again", "Fresh")
	})
}

// An export that nobody has edited changes nothing, however much has been sold, so the last
// import can still be undone.
func TestImport_TRAP_D32_anUneditedExportKeepsTheUndo(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, village, ten := open(t), small(), 10
		village.Items[0].Stock = &ten
		importTown(t, d, village, towndb.Options{})
		village.Items[0].Name = "Flan"
		importTown(t, d, village, towndb.Options{})
		trade(t, d)
		exec(t, d, `UPDATE stores SET schedule = '{"week":[{"day":2,"opens":"01:00","closes":"02:00"}]}'`)
		exec(t, d, `UPDATE reviews SET reply = 'Thank you'`)
		folder := exported(t, d)
		trade(t, d)
		for _, check := range []bool{true, false} {
			var changes towndb.Changes
			n := writes(t, d, func() { changes = importTown(t, d, folder, towndb.Options{Check: check}) })
			if changes.Any() || n != 0 {
				t.Errorf("check %t: it changed %+v and wrote %d rows", check, changes.Files, n)
			}
		}

		folder.Translations[0].Description = "Caramel"
		folder.Stores[0].Tagline = "Fresh"
		edited := importTown(t, d, folder, towndb.Options{Check: true})
		if diff := cmp.Diff(map[string][]string{
			townfile.StoresFile: {"chez-zoe"}, townfile.ItemsFile: {folder.Items[0].Slug}, townfile.TranslationsFile: {townfile.SlugOf(folder.Translations[0])},
		}, changedIn(edited)); diff != "" {
			t.Errorf("edited: %s", diff)
		}

		undo(t, d, false)
		if one(t, d, `SELECT COUNT(*) FROM items WHERE name = 'Crème Brûlée'`) != 1 {
			t.Error("the import before was not undone")
		}
	})
}

// changedIn returns the changed records by file.
func changedIn(c towndb.Changes) map[string][]string {
	changed := map[string][]string{}
	for _, f := range c.Files {
		if len(f.Changed) > 0 {
			changed[f.File] = f.Changed
		}
	}
	return changed
}

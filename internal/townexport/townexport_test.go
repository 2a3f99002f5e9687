package townexport_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
	"hawker/internal/townexport/townexporttest"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/townmedia/townmediatest"
)

func load(t *testing.T, d *db.DB, town *townfile.Town, o towndb.Options) {
	t.Helper()
	if err := town.Check(); err != nil {
		t.Fatal(err)
	}
	if _, err := towndb.Import(t.Context(), d, town, o); err != nil {
		t.Fatal(err)
	}
}

// store stores the pictures of a folder, and returns their index and the stored files.
func store(t *testing.T, media fs.FS) (townmedia.Index, blob.Folder) {
	t.Helper()
	files, err := blob.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	return townmediatest.Store(t, files, media, nil), files.Folder(townmedia.Folder)
}

var noon = time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC) // 12:00 on the demo's island

// The demo's town is imported and exported on both engines, and from one to the other,
// without a change.
func TestExportImportExportIsEqual(t *testing.T) {
	t.Parallel()
	files := map[db.Dialect]map[string]string{}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		first := open(t)
		index, stored := store(t, townmediatest.Folder())
		demo := town.Generate(1, 1)
		days, prescriptionDays, chatDays, unconfirmedDays, waitingVehicles := int64(30), int64(14), int64(100), int64(2), int64(7)
		demo.Settings.Login.MinPasswordLength, demo.Settings.Limits.GuestDays, demo.Settings.Limits.PrescriptionDays, demo.Settings.Limits.ChatDays = 9, &days, &prescriptionDays, &chatDays
		demo.Settings.Limits.UnconfirmedDays, demo.Settings.Limits.WaitingVehicles = &unconfirmedDays, &waitingVehicles
		demo.Settings.Languages = []string{"ar", "en", "pt-BR"}
		load(t, first, demo, towndb.Options{Now: noon, Pictures: index})
		once := townexporttest.Export(t, first, stored)
		for _, want := range []string{`"least_password": 9`, `"guest_days": 30`, `"prescription_days": 14`, `"chat_days": 100`, `"unconfirmed_days": 2`, `"pt-BR"`} {
			if !strings.Contains(once[townfile.SettingsFile], want) {
				t.Errorf("%s is not in %s", want, townfile.SettingsFile)
			}
		}
		if strings.Count(once[townfile.ItemsFile], "\n") < 1500 {
			t.Fatal("the demo's items are missing")
		}

		second := open(t)
		folder := t.TempDir()
		townexporttest.WriteFiles(t, folder, once)
		again, err := townfile.Read(os.DirFS(folder))
		if err != nil {
			t.Fatal(err)
		}
		index, stored = store(t, os.DirFS(filepath.Join(folder, townmedia.Folder)))
		load(t, second, again, towndb.Options{Now: noon.AddDate(1, 0, 0), Pictures: index})
		townexporttest.SameFiles(t, once, townexporttest.Export(t, second, stored))

		// And imported again into the same database.
		load(t, second, again, towndb.Options{Now: noon.AddDate(2, 0, 0)})
		townexporttest.SameFiles(t, once, townexporttest.Export(t, second, stored))
		files[first.Dialect] = once
	})
	townexporttest.SameFiles(t, files[db.SQLite], files[db.Postgres])
}

package backup_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/backup"
	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// restoredAt is when the tests restore.
var restoredAt = time.Unix(1_800_000_000, 0)

var engines = []db.Dialect{db.SQLite, db.Postgres}

// A backup of either engine restores into either. A second backup, of what was
// restored, has the same contents, besides the time of the restore.
func TestBackupRestoresIntoEitherEngine(t *testing.T) {
	t.Parallel()
	for _, from := range engines {
		for _, to := range engines {
			t.Run(string(from)+" to "+string(to), func(t *testing.T) {
				t.Parallel()
				source := dbtest.Open(t, from)
				fill(t, source)
				first := write(t, source, fstest.MapFS{"media/item/tea-480.webp": {Data: []byte("tea")}})

				target, folder := dbtest.Open(t, to), t.TempDir()
				if err := backup.Restore(t.Context(), target, filesIn(t, folder), opened(t, first), restoredAt); err != nil {
					t.Fatal(err)
				}
				change(t, target, `DELETE FROM settings WHERE name = 'restored'`)
				second := write(t, target, os.DirFS(folder))
				if diff := cmp.Diff(contents(t, first), contents(t, second)); diff != "" {
					t.Error(diff)
				}
				checkNextID(t, target)
			})
		}
	}
}

func TestRestoreRefusesWhatIsNotEmpty(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		fill(t, d)
		archive := write(t, d, fstest.MapFS{})
		if err := backup.Restore(t.Context(), d, filesIn(t, t.TempDir()), opened(t, archive), restoredAt); !errors.Is(err, backup.ErrNotEmpty) {
			t.Errorf("Restore = %v, want ErrNotEmpty", err)
		}
	})
}

// A restore that fails half way leaves the database as empty as it was, so that
// it can be done again.
func TestRestoreThatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		source := open(t)
		fill(t, source)
		whole := write(t, source, fstest.MapFS{"media/item/tea-480.webp": {Data: []byte("tea")}})

		target, folder := open(t), filepath.Join(t.TempDir(), "files")
		if err := backup.Restore(t.Context(), target, filesIn(t, folder), opened(t, cutShort(t, whole, "tables/shoppers.jsonl")), restoredAt); err == nil {
			t.Fatal("Restore accepted half a table")
		}
		if left := filesOf(t, filesIn(t, folder)); len(left) > 0 {
			t.Errorf("files were written: %q", left)
		}
		if err := backup.Restore(t.Context(), target, filesIn(t, folder), opened(t, whole), restoredAt); err != nil {
			t.Errorf("restore the whole backup afterwards: %v", err)
		}
	})
}

// cutShort is the archive without the last bytes of one file.
func cutShort(t *testing.T, archive *zip.Reader, name string) *zip.Reader {
	t.Helper()
	var out bytes.Buffer
	to, found := zip.NewWriter(&out), false
	for _, file := range archive.File {
		body, err := fs.ReadFile(archive, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name == name {
			body, found = body[:len(body)-3], true
		}
		into, err := to.Create(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := into.Write(body); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil || !found {
		t.Fatalf("%s is in the backup: %t, %v", name, found, err)
	}
	return reader(t, out.Bytes())
}

func TestRestoreStaysInItsFolder(t *testing.T) {
	t.Parallel()
	source := dbtest.Open(t, db.SQLite)
	var packed bytes.Buffer
	if err := backup.Write(t.Context(), source, filesIn(t, t.TempDir()), &packed, "test", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	archive := withFile(t, packed.Bytes(), "files/../../escaped")
	folder := filepath.Join(t.TempDir(), "a", "b")
	if err := backup.Restore(t.Context(), dbtest.Open(t, db.SQLite), filesIn(t, folder), opened(t, archive), restoredAt); err == nil {
		t.Error("Restore accepted a name outside its folder")
	}
	if _, err := os.Stat(filepath.Join(folder, "..", "..", "escaped")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was written outside: %v", err)
	}
}

// fill writes rows with every kind of value: text with quotes, flags, fractions,
// NULL, and a category whose parent has a higher id.
func fill(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		for _, statement := range []string{
			`INSERT INTO settings VALUES ('business', '{"name":"O''Hara <&> ✓"}', 3, 1760000000000)`,
			`INSERT INTO zones (id, slug, name, polygon, area, time_zone, active) VALUES (4, 'old', 'Old', '[]', 12.5, 'Indian/Maldives', TRUE), (9, 'new', 'New', '[]', 0.1, 'UTC', FALSE)`,
			`INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (10, 'food', 'food', 'Food', '', 'm', 1, TRUE)`,
			`INSERT INTO categories (id, slug, module_id, parent_id, name, picture, featured, position) VALUES (7, 'top', 10, NULL, 'Top', '', FALSE, 2)`,
			`INSERT INTO categories (id, slug, module_id, parent_id, name, picture, featured, position) VALUES (2, 'leaf', 10, 7, 'Leaf', '', TRUE, 1)`,
			`INSERT INTO shoppers (id, guest_hash, created_at, retired_at) VALUES (9007199254740993, 'h', 1, NULL)`,
		} {
			if _, err := db.Exec(t.Context(), tx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkNextID checks that the next row gets an unused id.
func checkNextID(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		id, err := db.One[int64](context.WithoutCancel(t.Context()), tx, `INSERT INTO zones (slug, name, polygon, area, time_zone, active) VALUES ('next', '', '', 0, '', TRUE) RETURNING id`)
		if err == nil && id <= 9 {
			t.Errorf("the next zone got id %d", id)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// opened packs the archive again, because Open needs its bytes.
func opened(t *testing.T, archive *zip.Reader) *backup.Backup {
	t.Helper()
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, file := range archive.File {
		if err := to.Copy(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := backup.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, d *db.DB, files fs.FS) *zip.Reader {
	t.Helper()
	var packed bytes.Buffer
	if err := backup.Write(t.Context(), d, storeOf(t, files), &packed, "test", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	return reader(t, packed.Bytes())
}

// filesIn opens a folder of files.
func filesIn(t *testing.T, folder string) *blob.Store {
	t.Helper()
	files, err := blob.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return files
}

// storeOf returns a store with these files.
func storeOf(t *testing.T, files fs.FS) *blob.Store {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, files); err != nil {
		t.Fatal(err)
	}
	return filesIn(t, folder)
}

func filesOf(t *testing.T, files *blob.Store) (keys []string) {
	t.Helper()
	err := files.Each(t.Context(), "", func(e blob.Entry) error {
		keys = append(keys, e.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func reader(t *testing.T, packed []byte) *zip.Reader {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// contents returns a backup's files without the manifest, which names the engine.
// Rows are sorted, because neither engine promises an order.
func contents(t *testing.T, archive *zip.Reader) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, file := range archive.File {
		if file.Name == "manifest.json" {
			continue
		}
		in, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(body), "\n")
		slices.Sort(lines)
		all[file.Name] = lines
	}
	return all
}

// withFile adds a file to a packed archive.
func withFile(t *testing.T, packed []byte, name string) *zip.Reader {
	t.Helper()
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, file := range reader(t, packed).File {
		if err := to.Copy(file); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := to.Create(name); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return reader(t, out.Bytes())
}

// Every table with data is in the backup: a new one cannot be forgotten.
func TestEveryTableIsBackedUp(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	const names = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'goose_db_version'`
	all, err := db.Many[string](t.Context(), d.R, names)
	if err != nil {
		t.Fatal(err)
	}
	archive := contents(t, write(t, d, fstest.MapFS{}))
	for _, name := range all {
		if _, ok := archive["tables/"+name+".jsonl"]; !ok && name != "order_counts" {
			t.Errorf("table %s is not in the backup", name)
		}
	}
}

// Restoring fills a table after those it refers to.
func TestTablesComeAfterThoseTheyReferTo(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	type reference struct{ From, Column, To string }
	all, err := db.Many[reference](t.Context(), d.R, `
		SELECT t.name AS "from", f."from" AS "column", f."table" AS "to" FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`)
	if err != nil || len(all) < 50 {
		t.Fatalf("%d references, %v", len(all), err)
	}
	tables := backup.Tables()
	for _, r := range all {
		if from, to := slices.Index(tables, r.From), slices.Index(tables, r.To); from >= 0 && from < to {
			t.Errorf("%s, which refers to %s by %s, is filled before it", r.From, r.To, r.Column)
		}
	}
}

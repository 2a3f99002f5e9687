package townexport_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo/town"
	"hawker/internal/towndb"
	"hawker/internal/townexport"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/townmedia/townmediatest"
)

// small returns a town without stores.
func small(t *testing.T) *townfile.Town {
	t.Helper()
	small, err := town.Empty(town.Own{
		Name: "Castro", Email: "hola@castro.example", Phone: "+56225550100", Country: "CL", Currency: "CLP", TimeZone: "America/Santiago",
		Centre: townfile.Point{Lat: -42.4, Lng: -73.7}, Radius: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	return small
}

func write(t *testing.T, d *db.DB, dir string, o townexport.Options) {
	t.Helper()
	if err := townexport.Write(t.Context(), d, dir, o); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func edit(t *testing.T, dir, name, former, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	content, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(content), former) {
		t.Fatalf("%q is not in %s: %v", former, name, err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(content), former, text)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// An export replaces edits of its folder only if they were imported, or with Overwrite.
func TestWrite_keepsEdits(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, dir := open(t), t.TempDir()
		load(t, d, small(t), towndb.Options{Now: noon})
		write(t, d, dir, townexport.Options{Now: noon})
		if err := os.WriteFile(filepath.Join(dir, "notes.md"), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		edit(t, dir, townfile.SettingsFile, "Castro", "Ancud")
		edited := contents(t, dir)
		err := townexport.Write(t.Context(), d, dir, townexport.Options{Now: noon})
		if err == nil || !strings.Contains(err.Error(), ": town.json. Import the folder first") {
			t.Errorf("an edited folder: %v", err)
		}
		if diff := cmp.Diff(edited, contents(t, dir)); diff != "" {
			t.Errorf("the refused export changed %s", diff)
		}

		read, err := townfile.Read(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		load(t, d, read, towndb.Options{Now: noon})
		edit(t, dir, townfile.SettingsFile, "  ", "\t") // says the same
		write(t, d, dir, townexport.Options{Now: noon})
		edit(t, dir, townfile.SettingsFile, "Ancud", "Quellón")
		write(t, d, dir, townexport.Options{Now: noon, Overwrite: true})
		if diff := cmp.Diff(edited, contents(t, dir), cmp.FilterPath(isManifest, cmp.Ignore())); diff != "" {
			t.Errorf("overwritten: %s", diff)
		}

		// Nobody has edited the folder, so it follows the town.
		read.Settings.Business.Name = "Dalcahue"
		load(t, d, read, towndb.Options{Now: noon})
		write(t, d, dir, townexport.Options{Now: noon})
	})
}

func isManifest(p cmp.Path) bool {
	key, ok := p.Last().(cmp.MapIndex)
	return ok && key.Key().String() == ".export.json"
}

// failing are pictures that cannot be read.
type failing struct{}

func (failing) Open(context.Context, string) (io.ReadCloser, error) {
	return nil, errors.New("out of order")
}

// An export that fails leaves the former folder. One that stops while it moves its files is
// completed by the next.
func TestWrite_leavesTheFormerFolderOrTheNewOne(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, dir, town := open(t), t.TempDir(), small(t)
		index, pictures := store(t, townmediatest.Folder())
		load(t, d, town, towndb.Options{Now: noon, Pictures: index})
		write(t, d, dir, townexport.Options{Pictures: pictures})
		before := contents(t, dir)
		town.Settings.Business.Name = "Ancud"
		load(t, d, town, towndb.Options{Now: noon})
		if err := townexport.Write(t.Context(), d, dir, townexport.Options{Pictures: failing{}}); err == nil {
			t.Error("an export without its pictures succeeded")
		}
		if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
			t.Errorf("the failed export changed %s", diff)
		}

		obstacle := filepath.Join(dir, townfile.SettingsFile)
		if err := errors.Join(os.Remove(obstacle), os.Mkdir(obstacle, 0o700)); err != nil {
			t.Fatal(err)
		}
		if err := townexport.Write(t.Context(), d, dir, townexport.Options{Pictures: pictures}); err == nil || !townexport.IsInterrupted(dir) {
			t.Errorf("an export with a folder in its way: %v", err)
		}
		if err := os.Remove(obstacle); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(obstacle, []byte("edited since"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := townexport.Write(t.Context(), d, dir, townexport.Options{Pictures: pictures}); err == nil || !strings.Contains(err.Error(), "edited since: town.json") {
			t.Errorf("an edit after the interruption: %v", err)
		}
		if text, _ := os.ReadFile(obstacle); string(text) != "edited since" {
			t.Errorf("the edit became %s", text)
		}
		write(t, d, dir, townexport.Options{Pictures: pictures, Overwrite: true})
		fresh := t.TempDir()
		write(t, d, fresh, townexport.Options{Pictures: pictures})
		if diff := cmp.Diff(contents(t, fresh), contents(t, dir), cmp.FilterPath(isManifest, cmp.Ignore())); diff != "" || townexport.IsInterrupted(dir) {
			t.Errorf("the next export: %s", diff)
		}
	})
}

// A folder with originals stays one that can be imported: an export writes no forms beside
// them.
func TestWrite_leavesOriginals(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, dir := open(t), t.TempDir()
		given := townmediatest.Folder()
		delete(given, "index.json")
		media := filepath.Join(dir, townmedia.Folder)
		if err := os.CopyFS(media, given); err != nil {
			t.Fatal(err)
		}
		index, pictures := store(t, given)
		load(t, d, small(t), towndb.Options{Now: noon, Pictures: index})
		// An earlier version wrote forms beside the original.
		for _, name := range index["logo/kiosk"].Files("logo/kiosk") {
			copyTo(t, filepath.Join(media, name), pictures, name)
		}
		o := townexport.Options{Pictures: pictures, Now: noon}
		for range 2 {
			write(t, d, dir, o)
			again, _ := store(t, os.DirFS(media))
			if diff := cmp.Diff(index, again); diff != "" {
				t.Errorf("imported again: %s", diff)
			}
			if _, err := os.Stat(filepath.Join(media, "hero/landing.jpeg")); err != nil {
				t.Error(err)
			}
		}

		if err := os.WriteFile(filepath.Join(media, "hero/landing.jpeg"), townmediatest.Photo(1000, 500, 20), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := townexport.Write(t.Context(), d, dir, o); err == nil || !strings.Contains(err.Error(), "media/hero/landing.jpeg") {
			t.Errorf("another original: %v", err)
		}
		o.Overwrite = true
		write(t, d, dir, o)
		again, _ := store(t, os.DirFS(media))
		if again["hero/landing"].Hash != index["hero/landing"].Hash || len(again) != len(index) {
			t.Errorf("after overwriting another original: %+v", again)
		}
	})
}

func copyTo(t *testing.T, file string, pictures townmedia.Pictures, name string) {
	t.Helper()
	from, err := pictures.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	content, err := io.ReadAll(from)
	if err == nil {
		err = os.WriteFile(file, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A folder that somebody else has made deletes nothing outside of itself.
func TestWrite_deletesNothingOutsideOfTheFolder(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	dir, outside := filepath.Join(parent, "town"), filepath.Join(parent, "mine")
	staged := filepath.Join(dir, ".export")
	if err := errors.Join(
		os.MkdirAll(staged, 0o700), os.WriteFile(outside, nil, 0o600),
		os.WriteFile(filepath.Join(staged, ".export.json"), []byte(`{"removed":["../mine"]}`), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	d := dbtest.OpenAt(t, dbtest.Migrated(t, db.SQLite))
	load(t, d, small(t), towndb.Options{Now: noon})
	if err := townexport.Write(t.Context(), d, dir, townexport.Options{}); err == nil || !strings.Contains(err.Error(), "is not in the folder") {
		t.Errorf("it was written: %v", err)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
}

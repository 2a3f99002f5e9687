package main

import (
	"errors"
	"image/color"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// An owner imports a wrong folder, looks at what an undo would change, and undoes it.
func TestImportUndo(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := &running{t: t, data: dataOf(t, dbtest.Empty(t, engine))}
		folder := emptyTown(t)
		if out, err := r.command("import", folder); err != nil || strings.Contains(out, "--undo") {
			t.Fatalf("the first import printed %q, %v", out, err)
		}
		if _, err := r.command("import", "--undo"); !errors.Is(err, towndb.ErrFirstImport) {
			t.Errorf("the first import: %v", err)
		}
		before := r.pages()
		if err := os.Remove(filepath.Join(folder, townfile.PagesFile)); err != nil {
			t.Fatal(err)
		}
		if out, err := r.command("import", "--prune", folder); err != nil || !strings.Contains(out, "hawker import --undo takes this back") {
			t.Fatalf("the second import printed %q, %v", out, err)
		}
		pruned := r.pages()
		if pruned == before {
			t.Fatal("no page was deleted")
		}
		out, err := r.command("import", "--undo", "--check")
		if err != nil || !strings.Contains(out, townfile.PagesFile) || !strings.Contains(out, "nothing was written") || r.pages() != pruned {
			t.Errorf("the check printed %q, %v", out, err)
		}
		exported := filepath.Join(t.TempDir(), "exported")
		if out, err := r.command("export", exported); err != nil {
			t.Fatalf("export: %v\n%s", err, out)
		}
		if out, err := r.command("import", exported); err != nil || !strings.Contains(out, "the folder changes nothing, so nothing was written") {
			t.Errorf("an import of the export printed %q, %v", out, err)
		}
		out, err = r.command("import", "--undo")
		if err != nil || !strings.Contains(out, "the last import is undone") || r.pages() != before {
			t.Errorf("the undo printed %q, %v", out, err)
		}
		if _, err := r.command("import", "--undo"); !errors.Is(err, towndb.ErrUndone) {
			t.Errorf("the second undo: %v", err)
		}
	})
}

// An undo restores a picture that the import has replaced. Until then its former files are
// kept, and `hawker verify` has nothing against them.
func TestImportUndo_restoresAPicture(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		dir := t.TempDir()
		r := &running{t: t, data: []string{"--data", dir}}
		if engine == db.Postgres {
			r.data = append(r.data, "--database-url", dbtest.Empty(t, engine).URL)
		}
		files := func(folder string) map[string]string {
			t.Helper()
			return contentsOf(t, filepath.Join(dir, "files", folder))
		}
		importPicture(t, r, color.Black)
		before := files("media")
		importPicture(t, r, color.White)
		if after := files("media"); maps.Equal(before, after) || len(files("former")) != len(before) {
			t.Fatalf("kept are %d of %d files", len(files("former")), len(before))
		}
		if out, err := r.command("verify"); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
		if out, err := r.command("import", "--undo", "--check"); err != nil || !strings.Contains(out, "~logo/kiosk") || maps.Equal(before, files("media")) {
			t.Errorf("the check printed %q, %v", out, err)
		}
		out, err := r.command("import", "--undo")
		if err != nil || strings.Contains(out, "keep their new files") || !maps.Equal(before, files("media")) || len(files("former")) > 0 {
			t.Errorf("the undo printed %q, %v, and %d files are kept", out, err, len(files("former")))
		}
	})
}

// contentsOf returns the files below a folder by name.
func contentsOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return ignoreMissing(err)
		}
		content, err := os.ReadFile(name)
		all[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A town whose files cannot be reached is undone, and the command says what is left.
func TestImportUndo_withoutFiles(t *testing.T) {
	t.Parallel()
	r := &running{t: t, data: []string{"--data", t.TempDir()}}
	folder := emptyTown(t)
	for range 2 {
		if out, err := r.command("import", "--prune", folder); err != nil {
			t.Fatalf("import: %v\n%s", err, out)
		}
		if err := os.RemoveAll(filepath.Join(folder, townfile.PagesFile)); err != nil {
			t.Fatal(err)
		}
	}
	s3 := blobtest.Start(t)
	s3.Fail()
	r.data = append(r.data, "--blob-url", s3.URL, "--blob-access-key", blobtest.AccessKey, "--blob-secret-key", blobtest.SecretKey)
	out, err := r.command("import", "--undo")
	if err != nil || !strings.Contains(out, "copies of replaced pictures are left") || !strings.Contains(out, "the last import is undone") || strings.Contains(out, blobtest.SecretKey) {
		t.Errorf("the undo printed %q, %v", out, err)
	}
}

// pages returns the pages of the town as its folder has them.
func (r *running) pages() string {
	r.t.Helper()
	folder := filepath.Join(r.t.TempDir(), "town")
	if out, err := r.command("export", folder); err != nil {
		r.t.Fatalf("export: %v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, townfile.PagesFile))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.t.Fatal(err)
	}
	return string(text)
}

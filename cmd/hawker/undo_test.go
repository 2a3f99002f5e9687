package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// An owner imports a wrong folder, looks at what an undo would change, and undoes it.
func TestImportUndo(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := &running{t: t, data: []string{"--data", t.TempDir()}}
		if engine == db.Postgres {
			r.data = append(r.data, "--database-url", dbtest.Empty(t, engine).URL)
		}
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
		out, err = r.command("import", "--undo")
		if err != nil || !strings.Contains(out, "the last import is undone") || r.pages() != before {
			t.Errorf("the undo printed %q, %v", out, err)
		}
		if _, err := r.command("import", "--undo"); !errors.Is(err, towndb.ErrUndone) {
			t.Errorf("the second undo: %v", err)
		}
	})
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

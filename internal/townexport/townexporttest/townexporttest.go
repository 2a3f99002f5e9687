// Package townexporttest exports towns and compares exports, for the tests of several
// packages.
package townexporttest

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/townexport"
	"hawker/internal/townmedia"
)

// Export exports the town, with pictures unless there are none (nil), and returns the files
// by name.
func Export(t *testing.T, d *db.DB, pictures townmedia.Pictures) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := townexport.Write(t.Context(), d, dir, townexport.Options{Pictures: pictures}); err != nil {
		t.Fatal(err)
	}
	return read(t, os.DirFS(dir))
}

func read(t *testing.T, folder fs.FS) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(folder, name)
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// SameFiles reports the first line that differs, because whole files would be too
// long to read.
func SameFiles(t *testing.T, want, got map[string]string) {
	t.Helper()
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Fatalf("files: %s", diff)
	}
	for name := range want {
		before, after := strings.Split(want[name], "\n"), strings.Split(got[name], "\n")
		if len(before) != len(after) {
			t.Errorf("%s: %d lines became %d", name, len(before), len(after))
		}
		for i := range min(len(before), len(after)) {
			if before[i] != after[i] {
				t.Errorf("%s:%d\nwas    %s\nbecame %s", name, i+1, before[i], after[i])
				break
			}
		}
	}
}

// WriteFiles writes the files of an export to a folder.
func WriteFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/townmedia/townmediatest"
)

// A check refuses the same pictures as the import, counts the others, and stores none.
func TestImportCheck_D32_checksThePictures(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		folder, o := filepath.Join(t.TempDir(), "castro"), dbtest.Empty(t, engine)
		if _, err := initialize(t, folder); err != nil {
			t.Fatal(err)
		}
		addStore(t, folder)
		r := &running{t: t, data: dataOf(t, o)}
		if out, err := r.command("import", folder); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		write := func(name string, content []byte) {
			name = filepath.Join(folder, "media", name)
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		whole := townmediatest.Photo(48, 36, 200)
		write("store/kebab.jpg", whole)
		write("Store/Kebab.jpg", whole)
		if _, err := r.command("import", "--check", folder); err == nil || !strings.Contains(err.Error(), "media/Store/Kebab.jpg: it is not named like a picture") {
			t.Errorf("a wrong name: %v", err)
		}
		if err := os.RemoveAll(filepath.Join(folder, "media", "Store")); err != nil {
			t.Fatal(err)
		}
		write("logo/fire.jpg", whole[:len(whole)/2])
		if _, err := r.command("import", "--check", folder); err == nil || !strings.Contains(err.Error(), "media/logo/fire.jpg: it is damaged") {
			t.Errorf("half a file: %v", err)
		}
		write("logo/fire.jpg", whole)
		for range 2 { // a check stores nothing
			if out, err := r.command("import", "--check", folder); err != nil || !strings.Contains(out, "+logo/fire +store/kebab") {
				t.Errorf("two new pictures: %v\n%s", err, out)
			}
		}
		if out, err := r.command("import", folder); err != nil || !strings.Contains(out, "+logo/fire +store/kebab") {
			t.Errorf("the import: %v\n%s", err, out)
		}
		write("logo/fire.jpg", townmediatest.Photo(48, 36, 10))
		if out, err := r.command("import", "--check", folder); err != nil || !strings.Contains(out, "~logo/fire\n") {
			t.Errorf("a changed picture: %v\n%s", err, out)
		}
	})
}

// A new town has the pictures of its categories and modules, unless the program was built without
// pictures. An import names those that are missing, and so does a check.
func TestInit_D32_writesThePicturesOfItsRecords(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "castro")
	if _, err := initialize(t, folder); err != nil {
		t.Fatal(err)
	}
	addStore(t, folder) // without its pictures
	_, notBuilt := fs.Stat(demo.Media(), "index.json")
	missing := "no file for the pictures logo/fire, store/kebab: put them into media/\n"
	if notBuilt != nil {
		missing = "no file for the pictures hero/landing, "
	}
	r := &running{t: t, data: []string{"--data", t.TempDir()}}
	if out, err := r.command("import", folder); err != nil || !strings.Contains(out, missing) {
		t.Errorf("import: %v\n%s", err, out)
	}
	if out, err := r.command("import", "--check", folder); err != nil || !strings.Contains(out, missing) {
		t.Errorf("a check: %v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(folder, "media", "module", "food-240.webp")); (err == nil) != (notBuilt == nil) {
		t.Errorf("the picture of a module: %v", err)
	}
}

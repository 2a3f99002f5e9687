package towndb_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/picture"
	"hawker/internal/towndb"
	"hawker/internal/townexport/townexporttest"
	"hawker/internal/townmedia"
	"hawker/internal/townmedia/townmediatest"
)

// album is a town of which only the pictures change.
type album struct {
	*testing.T
	db    *db.DB
	files *blob.Store
}

// albums runs a test on both engines.
func albums(t *testing.T, test func(a *album)) {
	t.Helper()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		test(&album{t, open(t), openFiles(t)})
	})
}

// store stores the pictures of a folder, as an import does before it writes.
func (a *album) store(media fstest.MapFS) townmedia.Index {
	a.Helper()
	known, err := townmedia.StoredIndex(a.Context(), a.db.R)
	if err != nil {
		a.Fatal(err)
	}
	return townmediatest.Store(a.T, a.files, media, known)
}

func (a *album) load(folders ...fstest.MapFS) (changes towndb.Changes) {
	a.Helper()
	for _, media := range folders {
		changes = importTown(a.T, a.db, small(), towndb.Options{Pictures: a.store(media)})
		a.prune()
	}
	return changes
}

func (a *album) undo(check bool) towndb.Changes {
	a.Helper()
	changes, err := towndb.Undo(a.Context(), a.db, a.files, noon, check)
	if err != nil {
		a.Fatal(err)
	}
	if !check {
		a.prune()
	}
	return changes
}

func (a *album) prune() {
	a.Helper()
	if err := towndb.PruneFormerPictures(a.Context(), a.db, a.files); err != nil {
		a.Fatal(err)
	}
}

// stored returns the stored files of a folder.
func (a *album) stored(folder string) map[string]string {
	a.Helper()
	all := map[string]string{}
	err := a.files.Each(context.Background(), folder, func(e blob.Entry) error {
		content, err := a.files.Get(context.Background(), e.Key, e.Size)
		all[e.Key] = string(content)
		return err
	})
	if err != nil {
		a.Fatal(err)
	}
	return all
}

// shown is what shoppers see of pictures.
type shown struct {
	Index townmedia.Index
	Files map[string]string // that the index names
}

func (a *album) shown() shown {
	a.Helper()
	index, err := townmedia.StoredIndex(a.Context(), a.db.R)
	if err != nil {
		a.Fatal(err)
	}
	s := shown{index, map[string]string{}}
	stored := a.stored("media/")
	for key, p := range index {
		for _, name := range p.Files(key) {
			s.Files[name] = stored["media/"+name]
		}
	}
	return s
}

func (a *album) same(what string, want, got any) {
	a.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		a.Errorf("%s: %s", what, diff)
	}
}

// noneKept reports copies that no undo needs.
func (a *album) noneKept() {
	a.Helper()
	if left := a.stored("former/"); len(left) > 0 {
		a.Errorf("copies are left: %q", slices.Sorted(maps.Keys(left)))
	}
}

// forms returns a folder with finished forms of a picture in one colour.
func forms(key string, red uint8, zoom ...string) fstest.MapFS {
	folder := fstest.MapFS{}
	for i, form := range append([]string{"240", "480", "960"}, zoom...) {
		folder[key+"-"+form+".jpg"] = &fstest.MapFile{Data: townmediatest.Photo(8+i, 8, red)}
	}
	return folder
}

// with returns a folder with the files of several.
func with(folders ...fstest.MapFS) fstest.MapFS {
	all := fstest.MapFS{}
	for _, folder := range folders {
		maps.Copy(all, folder)
	}
	return all
}

// onlyChanged leaves the files without changes out.
func onlyChanged(c towndb.Changes) towndb.Changes {
	c.Files = slices.DeleteFunc(slices.Clone(c.Files), func(f towndb.FileChanges) bool { return len(f.New)+len(f.Changed)+len(f.Gone) == 0 })
	return c
}

func openS3(t *testing.T) *blob.Store {
	t.Helper()
	s3 := blobtest.Start(t)
	return s3.Open(t, s3.Options())
}

// An undo restores what an import has replaced: finished forms, forms of an original, and
// forms that get or lose the large one. New pictures are taken out of the index, and
// unchanged ones stay.
func TestUndo_restoresReplacedPictures(t *testing.T) {
	t.Parallel()
	hero := func(red uint8) fstest.MapFS {
		return fstest.MapFS{"hero/a.jpg": {Data: townmediatest.Photo(60, 40, red)}}
	}
	before := with(forms("item/a", 10), forms("item/wide", 10, picture.Zoom), forms("item/narrow", 10), forms("item/same", 10), hero(10))
	after := with(forms("item/a", 99), forms("item/wide", 10), forms("item/narrow", 99, picture.Zoom), forms("item/same", 10), forms("item/new", 10), hero(99))
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		for place, openFiles := range map[string]func(*testing.T) *blob.Store{"folder": openFiles, "S3": openS3} {
			t.Run(place, func(t *testing.T) {
				a := &album{t, open(t), openFiles(t)}
				a.load(before)
				was, exported := a.shown(), townexporttest.Export(t, a.db, a.files.Folder("media"))
				a.noneKept()
				a.load(after)
				if n := len(a.stored("former/")); n != 3+4+3+3 {
					t.Errorf("%d copies are kept", n)
				}

				imported, rows := a.stored(""), allRows(t, a.db)
				checked := a.undo(true)
				a.same("a check wrote files", imported, a.stored(""))
				sameRows(t, rows, allRows(t, a.db))
				undone := a.undo(false)
				a.same("a check found something else", checked, undone)
				a.same("changes", towndb.Changes{Pruned: true, Files: []towndb.FileChanges{
					{File: "media/", Changed: []string{"hero/a", "item/a", "item/narrow", "item/wide"}, Gone: []string{"item/new"}},
				}}, onlyChanged(undone))
				a.same("undone", was, a.shown())
				townexporttest.SameFiles(t, exported, townexporttest.Export(t, a.db, a.files.Folder("media")))
				a.noneKept()

				if changes := a.load(before); changes.Any() {
					t.Errorf("the folder before changed %+v", changes)
				}
				a.load(after)
				a.undo(false)
				a.same("undone again", was, a.shown())
			})
		}
	})
}

// The files of a picture may be another kind, and those of the new one stay.
func TestUndo_restoresTheKindOfAPicture(t *testing.T) {
	t.Parallel()
	png := fstest.MapFS{"logo/a.png": {Data: townmediatest.Logo(30)}}
	albums(t, func(a *album) {
		a.load(forms("logo/a", 10))
		was := a.shown()
		a.load(png)
		if kind := a.shown().Index["logo/a"].Kind; kind != picture.PNG {
			a.Fatalf("the new picture is a %s", kind)
		}
		a.undo(false)
		a.same("undone", was, a.shown())
		a.noneKept()
		a.load(png)
		a.undo(false)
		a.same("undone again", was, a.shown())
	})
}

// An export has the finished forms of what came as an original. Their import changes
// nothing, so the undo of the import before it stays.
func TestImport_TRAP_D32_knowsTheFormsOfAnOriginal(t *testing.T) {
	t.Parallel()
	albums(t, func(a *album) {
		a.load(fstest.MapFS{"hero/a.jpg": {Data: townmediatest.Photo(60, 40, 10)}})
		was := a.shown()
		a.load(fstest.MapFS{"hero/a.jpg": {Data: townmediatest.Photo(60, 40, 20)}})
		now, finished := a.shown(), fstest.MapFS{}
		for name, content := range now.Files {
			finished[name] = &fstest.MapFile{Data: []byte(content)}
		}
		if changes := a.load(finished); changes.Any() {
			a.Errorf("it changed %v", onlyChanged(changes))
		}
		a.same("the original", now, a.shown())
		a.undo(false)
		a.same("undone", was, a.shown())
	})
}

// Only the copies of the last import are kept, also if it has no pictures.
func TestUndo_keepsThePicturesOfTheLastImport(t *testing.T) {
	t.Parallel()
	albums(t, func(a *album) {
		a.load(forms("item/a", 10), forms("item/a", 50))
		was := a.shown()
		a.load(forms("item/a", 99))
		if n := len(a.stored("former/")); n != 3 {
			a.Errorf("%d copies are kept", n)
		}
		a.undo(false)
		a.same("undone", was, a.shown())

		a.load(forms("item/a", 99))
		folder := small()
		folder.Items[0].Name = "Flan"
		importTown(a.T, a.db, folder, towndb.Options{})
		a.prune()
		a.noneKept()
	})
}

// An import that fails after it has stored its pictures has replaced files that the next
// one cannot keep: it uses the copies of the failed one.
func TestUndo_restoresPicturesAfterAFailedImport(t *testing.T) {
	t.Parallel()
	albums(t, func(a *album) {
		a.load(forms("item/a", 10))
		was := a.shown()
		a.store(forms("item/a", 50))
		a.load(forms("item/a", 99))
		now := a.shown()
		a.undo(false)
		a.same("undone", was, a.shown())

		a.load(forms("item/a", 99))
		a.same("imported again", now, a.shown())
		a.store(forms("item/a", 50)) // replaces the files of the import that is undone
		a.undo(false)
		a.same("undone over the files of a failed import", was, a.shown())
		a.noneKept()
	})
}

// An import that fails has replaced the forms of an original. Its next import brings them
// back.
func TestImport_restoresAnOriginalAfterAFailedImport(t *testing.T) {
	t.Parallel()
	albums(t, func(a *album) {
		original := fstest.MapFS{"hero/a.jpg": {Data: townmediatest.Photo(60, 40, 10)}}
		a.load(original)
		was := a.shown()
		a.store(fstest.MapFS{"hero/a.jpg": {Data: townmediatest.Photo(60, 40, 20)}})
		if changes := a.load(original); changes.Any() {
			a.Errorf("it changed %v", onlyChanged(changes))
		}
		a.same("the original", was, a.shown())
	})
}

// Without its former files a picture keeps the new ones, and an index that fits them.
func TestUndo_leavesPicturesWithoutFormerFiles(t *testing.T) {
	t.Parallel()
	copyOf := func(a *album, n int) string { return slices.Sorted(maps.Keys(a.stored("former/")))[n] }
	for name, lose := range map[string]func(a *album){
		"a copy is missing": func(a *album) {
			if err := a.files.Delete(a.Context(), copyOf(a, 1)); err != nil {
				a.Fatal(err)
			}
		},
		"a copy is damaged": func(a *album) {
			if err := a.files.Put(a.Context(), copyOf(a, 2), strings.NewReader("by hand"), 99); err != nil {
				a.Fatal(err)
			}
		},
		"an earlier version has imported": func(a *album) {
			exec(a.T, a.db, `UPDATE import_undo SET was = '{}' WHERE kind = 'media'`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			albums(t, func(a *album) {
				both := func(red uint8) fstest.MapFS { return with(forms("item/a", red), forms("item/z", red)) }
				a.load(both(10), with(forms("item/a", 99), forms("item/z", 99)))
				now := a.shown()
				lose(a)
				undone := a.undo(false)
				if !slices.Contains(undone.Replaced, "item/a") {
					a.Errorf("item/a is not named: %+v", undone)
				}
				var table strings.Builder
				if err := undone.Print(&table); err != nil || !strings.Contains(table.String(), "pictures keep their new files") {
					a.Errorf("printed %q, %v", table.String(), err)
				}
				got := a.shown()
				a.same("its index", now.Index["item/a"], got.Index["item/a"])
				a.same("its file", now.Files["item/a-480.jpg"], got.Files["item/a-480.jpg"])
				if other := got.Index["item/z"] == now.Index["item/z"]; other != slices.Contains(undone.Replaced, "item/z") {
					a.Errorf("item/z is %+v", got.Index["item/z"])
				}
				a.noneKept()
			})
		})
	}
}

// Nothing is kept of a picture of the program, and of one whose copies would have names that
// are too long.
func TestUndo_leavesPicturesThatCannotBeKept(t *testing.T) {
	t.Parallel()
	long := "item/" + strings.Repeat("a", 175)
	albums(t, func(a *album) {
		importTown(a.T, a.db, small(), towndb.Options{Pictures: townmedia.Index{"item/a": {Hash: "12345678"}}})
		a.load(forms(long, 10))
		a.load(with(forms(long, 99), forms("item/a", 99)))
		now := a.shown()
		a.noneKept()
		undone := a.undo(false)
		a.same("left", []string{"item/a", long}, undone.Replaced)
		a.same("undone", now, a.shown())
	})
}

// What fails leaves an undo that can be tried again, also if it fails after the files of
// pictures were restored.
func TestUndo_ofPicturesCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		s3 := blobtest.Start(t)
		a := &album{t, open(t), s3.Open(t, s3.Options())}
		a.load(forms("item/a", 10))
		was := a.shown()
		a.load(forms("item/a", 99))
		fails := func(what string) {
			t.Helper()
			rows := allRows(t, a.db)
			if _, err := towndb.Undo(t.Context(), a.db, a.files, noon, false); err == nil {
				t.Fatalf("%s: no error", what)
			}
			sameRows(t, rows, allRows(t, a.db))
		}
		s3.Fail()
		fails("the files do not respond")
		s3.Heal()
		exec(t, a.db, `UPDATE settings SET body = '[]' WHERE name = 'import'`)
		fails("the end of the undo")
		exec(t, a.db, `UPDATE settings SET body = '{}' WHERE name = 'import'`)
		a.undo(false)
		a.same("undone", was, a.shown())
	})
}

// A backup has the copies, so an import can be undone after a restore.
func TestUndo_restoresPicturesAfterARestore(t *testing.T) {
	t.Parallel()
	albums(t, func(a *album) {
		a.load(forms("item/a", 10))
		was := a.shown()
		a.load(forms("item/a", 99))
		into := &album{a.T, dbtest.Open(a.T, other[a.db.Dialect]), openFiles(a.T)}
		restore(a.T, a.db, a.files, into.db, into.files)
		into.undo(false)
		into.same("undone", was, into.shown())
		into.noneKept()
	})
}

// Copies are deleted, and no other files.
func TestPruneFormerPictures(t *testing.T) {
	t.Parallel()
	albums(t, func(a *album) {
		a.load(forms("item/a", 10), forms("item/a", 99))
		kept := a.stored("")
		for _, key := range []string{"former/item/a-00000000-240.jpg", "former/x"} {
			if err := a.files.Put(a.Context(), key, strings.NewReader("x"), 9); err != nil {
				a.Fatal(err)
			}
		}
		a.prune()
		a.same("copies that are needed", kept, a.stored(""))
		exec(a.T, a.db, `DELETE FROM import_undo`)
		a.prune()
		a.noneKept()
		a.same("pictures", 3, len(a.stored("")))
	})
}

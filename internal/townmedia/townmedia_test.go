package townmedia_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/blob"
	"hawker/internal/picture"
	"hawker/internal/townmedia"
	"hawker/internal/townmedia/townmediatest"
)

func TestStorePictures(t *testing.T) {
	t.Parallel()
	dir, given := t.TempDir(), townmediatest.Folder()
	files, err := blob.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	index := townmediatest.Store(t, files, given, nil)
	want := townmedia.Index{
		"item/burger-mint": {Zoom: true, Kind: picture.JPEG},
		"hero/landing":     {Zoom: true, Kind: picture.JPEG},
		"logo/kiosk":       {Kind: picture.PNG},
	}
	for key, p := range index {
		if len(p.Hash) != 8 {
			t.Errorf("%s: hash %q", key, p.Hash)
		}
		if made := p.Original != ""; made != (key != "item/burger-mint") {
			t.Errorf("%s has the original %q", key, p.Original)
		}
		p.Hash, p.Original = "", ""
		if p != want[key] {
			t.Errorf("%s is %+v, want %+v", key, p, want[key])
		}
	}
	names, err := fs.Glob(os.DirFS(filepath.Join(dir, townmedia.Folder)), "*/*")
	if diff := cmp.Diff([]string{
		"hero/landing-240.jpg", "hero/landing-480.jpg", "hero/landing-960.jpg", "hero/landing-zoom.jpg",
		"item/burger-mint-240.jpg", "item/burger-mint-480.jpg", "item/burger-mint-960.jpg", "item/burger-mint-zoom.jpg",
		"logo/kiosk-240.png", "logo/kiosk-480.png", "logo/kiosk-960.png",
	}, names); err != nil || diff != "" || len(index) != len(want) {
		t.Error(diff, index, err)
	}

	again := townmediatest.Store(t, files, given, nil)
	if diff := cmp.Diff(index, again); diff != "" {
		t.Errorf("the same pictures again: %s", diff)
	}
	given["hero/landing.jpeg"] = &fstest.MapFile{Data: townmediatest.Photo(1000, 500, 20)}
	changed := townmediatest.Store(t, files, given, index)
	if changed["hero/landing"].Hash == index["hero/landing"].Hash || changed["logo/kiosk"] != index["logo/kiosk"] {
		t.Errorf("hashes %v became %v", index, changed)
	}
	if none := townmediatest.Store(t, files, os.DirFS(filepath.Join(dir, "none")), nil); len(none) != 0 {
		t.Errorf("a town without pictures has %v", none)
	}
}

// A check returns what an import would store, and stores nothing.
func TestCheckPictures_D32_storesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	checked, err := blob.Open(filepath.Join(dir, "checked"))
	if err != nil {
		t.Fatal(err)
	}
	defer checked.Close()
	stored, err := blob.Open(filepath.Join(dir, "stored"))
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	want := townmediatest.Store(t, stored, townmediatest.Folder(), nil)
	got, err := townmedia.CheckPictures(t.Context(), checked, townmediatest.Folder(), nil)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(diff, err)
	}
	if files, err := os.ReadDir(filepath.Join(dir, "checked")); err != nil || len(files) > 0 {
		t.Errorf("stored %v: %v", files, err)
	}
}

// An original whose forms are lost or replaced is made again. Otherwise it is not, which
// shows in forms that are not really its own.
func TestStorePictures_makesAnOriginalAgainIfItsFormsAreNotStored(t *testing.T) {
	t.Parallel()
	dir, given := t.TempDir(), townmediatest.Folder()
	files, err := blob.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	index := townmediatest.Store(t, files, given, nil)
	for what, lose := range map[string]func(form string) error{
		"missing":  os.Remove,
		"replaced": func(form string) error { return os.WriteFile(form, []byte("of a failed import"), 0o600) },
	} {
		form := filepath.Join(dir, townmedia.Folder, "hero", "landing-480.jpg")
		was, err := os.ReadFile(form)
		if err := errors.Join(err, lose(form)); err != nil {
			t.Fatal(err)
		}
		if remade := townmediatest.Store(t, files, given, index); remade["hero/landing"] != index["hero/landing"] {
			t.Errorf("%s: %+v became %+v", what, index["hero/landing"], remade["hero/landing"])
		}
		if now, err := os.ReadFile(form); err != nil || !bytes.Equal(now, was) {
			t.Errorf("a %s form was not made again: %v", what, err)
		}
	}
	other := townmediatest.Store(t, files, fstest.MapFS{"hero/landing.jpeg": {Data: townmediatest.Photo(1000, 500, 20)}}, nil)["hero/landing"]
	other.Original = index["hero/landing"].Original
	if kept := townmediatest.Store(t, files, given, townmedia.Index{"hero/landing": other}); kept["hero/landing"] != other {
		t.Errorf("an original that has not changed was made again: %+v became %+v", other, kept["hero/landing"])
	}
}

// The error names every file that cannot be used, with the reason.
func TestPicturesAreRefusedByName(t *testing.T) {
	t.Parallel()
	whole := townmediatest.Photo(48, 36, 200)
	for says, files := range map[string]map[string][]byte{
		"media/item/pie.jpg: it is damaged":                                             {"item/pie.jpg": whole[:len(whole)/2]},
		"media/item/pie.png: it is neither":                                             {"item/pie.png": []byte("<svg>")},
		"media/item/pie-480.jpg: it is damaged":                                         {"item/pie-240.jpg": whole, "item/pie-480.jpg": whole[:300], "item/pie-960.jpg": whole},
		"media/item/pie-240.png: its name ends in .png, but it is a .jpg":               {"item/pie-240.png": whole, "item/pie-480.png": whole, "item/pie-960.png": whole},
		"media/item/pie-480.png: it is a png, but the others are a jpg":                 {"item/pie-240.jpg": whole, "item/pie-480.png": townmediatest.Logo(9), "item/pie-960.jpg": whole},
		"media/item/pie-240.jpg: its form 960 is missing":                               {"item/pie-240.jpg": whole, "item/pie-480.jpg": whole},
		"media/item/pie.jpg: there are finished forms of it, too":                       {"item/pie.jpg": whole, "item/pie-240.jpg": whole},
		"media/item/pie.png: there is another file of this picture":                     {"item/pie.jpg": whole, "item/pie.png": townmediatest.Logo(9)},
		"media/item/Pie.jpg: it is not named like a picture":                            {"item/Pie.jpg": whole},
		"media/notes.txt: it is not named like a picture":                               {"notes.txt": []byte("notes")},
		"media/item/pie.jpg: it is larger than 20 MB":                                   {"item/pie.jpg": append(whole[:len(whole):len(whole)], make([]byte, 20<<20)...)},
		"media/a.jpg: it is damaged: its header contradicts itself\nmedia/b.jpg: it is": {"a.jpg": whole[:len(whole)/2], "b.jpg": whole[:len(whole)/2], "c.jpg": whole},
	} {
		folder := fstest.MapFS{}
		for name, content := range files {
			folder[name] = &fstest.MapFile{Data: content}
		}
		store, err := blob.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if _, err := townmedia.StorePictures(t.Context(), store, folder, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func TestReadIndex(t *testing.T) {
	t.Parallel()
	index, err := townmedia.ReadIndex(fstest.MapFS{"index.json": {Data: []byte(`{"hero/landing":{"hash":"0a1b2c3d","zoom":true}}`)}})
	if diff := cmp.Diff(townmedia.Index{"hero/landing": {Hash: "0a1b2c3d", Zoom: true}}, index); err != nil || diff != "" {
		t.Error(diff, err)
	}
	if index, err := townmedia.ReadIndex(fstest.MapFS{}); err != nil || len(index) != 0 {
		t.Errorf("without one: %v, %v", index, err)
	}
	if _, err := townmedia.ReadIndex(fstest.MapFS{"index.json": {Data: []byte("[")}}); err == nil {
		t.Error("ReadIndex accepted a broken index")
	}
}

// pictureFiles are the files of pictures, by name.
type pictureFiles map[string]string

func (p pictureFiles) Open(_ context.Context, name string) (io.ReadCloser, error) {
	text, ok := p[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

func TestWriteFolder_deletesWhatAnEarlierOneHadMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(index townmedia.Index, files pictureFiles) {
		t.Helper()
		change, err := townmedia.CompareFolder(os.DirFS(dir), index, func(string) bool { return true })
		for _, name := range change.Removed {
			err = errors.Join(err, os.Remove(filepath.Join(dir, name)))
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := townmedia.WriteFolder(t.Context(), dir, index, change.Originals, files); err != nil {
			t.Fatal(err)
		}
	}
	write(townmedia.Index{"item/tart": {Kind: picture.JPEG, Zoom: true}, "item/gone": {Kind: picture.PNG}},
		pictureFiles{"item/tart-240.jpg": "old", "item/tart-zoom.jpg": "old", "item/gone-240.png": "old"})
	if err := os.WriteFile(filepath.Join(dir, "item", "mine.jpg"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	write(townmedia.Index{"item/tart": {Kind: picture.PNG, Zoom: true}}, pictureFiles{"item/tart-240.png": "new"})
	names, err := fs.Glob(os.DirFS(dir), "item/*")
	if diff := cmp.Diff([]string{"item/mine.jpg", "item/tart-240.png"}, names); err != nil || diff != "" {
		t.Error(diff, err)
	}
}

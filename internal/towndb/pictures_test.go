package towndb_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/picture"
	"hawker/internal/towndb"
)

// plate returns a picture of one colour, opaque or half transparent.
func plate(width, height int, c color.Color) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	return img
}

func photo(width, height int, red uint8) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, plate(width, height, color.NRGBA{red, 90, 40, 255}), nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func logo(size int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, plate(size, size, color.NRGBA{200, 90, 40, 99})); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// media returns a folder with finished forms, a photo, a logo, and two files that are
// not pictures.
func media() fstest.MapFS {
	return fstest.MapFS{
		"item/burger-mint-240.jpg":  {Data: photo(24, 18, 200)},
		"item/burger-mint-480.jpg":  {Data: photo(48, 36, 200)},
		"item/burger-mint-960.jpg":  {Data: photo(96, 72, 200)},
		"item/burger-mint-zoom.jpg": {Data: photo(120, 180, 200)},
		"hero/landing.jpeg":         {Data: photo(1000, 500, 120)},
		"logo/kiosk.png":            {Data: logo(300)},
		"index.json":                {Data: []byte("an old index")},
		".DS_Store":                 {Data: []byte("of the operating system")},
	}
}

// store stores a media folder, and returns its index and the stored files.
func store(t *testing.T, dir string, media fs.FS, known ...towndb.Index) (towndb.Index, layer) {
	t.Helper()
	files, err := blob.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	known = append(known, nil)
	index, err := towndb.StorePictures(t.Context(), files, media, known[0])
	if err != nil {
		t.Fatal(err)
	}
	return index, layer{os.DirFS(filepath.Join(dir, towndb.MediaFolder))}
}

func TestStorePictures(t *testing.T) {
	t.Parallel()
	dir, given := t.TempDir(), media()
	index, stored := store(t, dir, given)
	want := towndb.Index{
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
	names := slices.Sorted(maps.Keys(filesOf(t, stored.folder)))
	if diff := cmp.Diff([]string{
		"hero/landing-240.jpg", "hero/landing-480.jpg", "hero/landing-960.jpg", "hero/landing-zoom.jpg",
		"item/burger-mint-240.jpg", "item/burger-mint-480.jpg", "item/burger-mint-960.jpg", "item/burger-mint-zoom.jpg",
		"logo/kiosk-240.png", "logo/kiosk-480.png", "logo/kiosk-960.png",
	}, names); diff != "" || len(index) != len(want) {
		t.Error(diff, index)
	}

	again, _ := store(t, dir, given)
	if diff := cmp.Diff(index, again); diff != "" {
		t.Errorf("the same pictures again: %s", diff)
	}
	// A file that was changed by hand would be made again: here it is not.
	form := filepath.Join(dir, towndb.MediaFolder, "hero", "landing-480.jpg")
	if err := os.WriteFile(form, []byte("by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	store(t, dir, given, index)
	if text, err := os.ReadFile(form); err != nil || string(text) != "by hand" {
		t.Errorf("an original that has not changed was made again: %v", err)
	}
	if err := os.Remove(form); err != nil {
		t.Fatal(err)
	}
	if remade, _ := store(t, dir, given, index); remade["hero/landing"] != index["hero/landing"] {
		t.Errorf("%+v became %+v", index["hero/landing"], remade["hero/landing"])
	}
	if _, err := os.Stat(form); err != nil {
		t.Errorf("a missing form was not made again: %v", err)
	}
	given["hero/landing.jpeg"] = &fstest.MapFile{Data: photo(1000, 500, 20)}
	changed, _ := store(t, dir, given, index)
	if changed["hero/landing"].Hash == index["hero/landing"].Hash || changed["logo/kiosk"] != index["logo/kiosk"] {
		t.Errorf("hashes %v became %v", index, changed)
	}
	if none, _ := store(t, dir, os.DirFS(filepath.Join(dir, "none"))); len(none) != 0 {
		t.Errorf("a town without pictures has %v", none)
	}
}

func TestImportStoresTheIndex(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon, Pictures: towndb.Index{"item/a": {Hash: "0a1b2c3d", Kind: picture.PNG}, "item/b": {Hash: "11111111"}}})
		load(t, d, town, towndb.Options{Now: noon, Pictures: towndb.Index{"item/b": {Hash: "22222222", Zoom: true, Kind: picture.JPEG}}})
		type row struct {
			Key, Hash, Kind string
			Zoom            bool
		}
		rows, err := db.Many[row](t.Context(), d.R, `SELECT key, hash, zoom, kind FROM media ORDER BY key`)
		if diff := cmp.Diff([]row{{Key: "item/a", Hash: "0a1b2c3d", Kind: "png"}, {Key: "item/b", Hash: "22222222", Kind: "jpg", Zoom: true}}, rows); err != nil || diff != "" {
			t.Error(diff, err)
		}
	})
}

// The error names every file that cannot be used, with the reason.
func TestPicturesAreRefusedByName(t *testing.T) {
	t.Parallel()
	whole := photo(48, 36, 200)
	for says, files := range map[string]map[string][]byte{
		"media/item/pie.jpg: it is damaged":                                             {"item/pie.jpg": whole[:len(whole)/2]},
		"media/item/pie.png: it is neither":                                             {"item/pie.png": []byte("<svg>")},
		"media/item/pie-480.jpg: it is damaged":                                         {"item/pie-240.jpg": whole, "item/pie-480.jpg": whole[:300], "item/pie-960.jpg": whole},
		"media/item/pie-240.png: its name ends in .png, but it is a .jpg":               {"item/pie-240.png": whole, "item/pie-480.png": whole, "item/pie-960.png": whole},
		"media/item/pie-480.png: it is a png, but the others are a jpg":                 {"item/pie-240.jpg": whole, "item/pie-480.png": logo(9), "item/pie-960.jpg": whole},
		"media/item/pie-240.jpg: its form 960 is missing":                               {"item/pie-240.jpg": whole, "item/pie-480.jpg": whole},
		"media/item/pie.jpg: there are finished forms of it, too":                       {"item/pie.jpg": whole, "item/pie-240.jpg": whole},
		"media/item/pie.png: there is another file of this picture":                     {"item/pie.jpg": whole, "item/pie.png": logo(9)},
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
		if _, err := towndb.StorePictures(t.Context(), store, folder, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func TestReadIndex(t *testing.T) {
	t.Parallel()
	index, err := towndb.ReadIndex(fstest.MapFS{"index.json": {Data: []byte(`{"hero/landing":{"hash":"0a1b2c3d","zoom":true}}`)}})
	if diff := cmp.Diff(towndb.Index{"hero/landing": {Hash: "0a1b2c3d", Zoom: true}}, index); err != nil || diff != "" {
		t.Error(diff, err)
	}
	if index, err := towndb.ReadIndex(fstest.MapFS{}); err != nil || len(index) != 0 {
		t.Errorf("without one: %v, %v", index, err)
	}
	if _, err := towndb.ReadIndex(fstest.MapFS{"index.json": {Data: []byte("[")}}); err == nil {
		t.Error("ReadIndex accepted a broken index")
	}
}

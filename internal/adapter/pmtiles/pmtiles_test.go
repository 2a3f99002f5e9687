package pmtiles

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mapFile is a file of a test.
type mapFile struct {
	root, leaf []entry
	tiles      string
	edit       func(header []byte)
	cut        int // bytes that are missing at its end
}

func encode(d []entry) []byte {
	text := binary.AppendUvarint(nil, uint64(len(d)))
	var last uint64
	for _, e := range d {
		text = binary.AppendUvarint(text, e.id-last)
		last = e.id
	}
	for _, e := range d {
		text = binary.AppendUvarint(text, e.run)
	}
	for _, e := range d {
		text = binary.AppendUvarint(text, e.length)
	}
	for i, e := range d {
		if i > 0 && e.offset == d[i-1].offset+d[i-1].length {
			text = binary.AppendUvarint(text, 0)
			continue
		}
		text = binary.AppendUvarint(text, e.offset+1)
	}
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, _ = w.Write(text)
	_ = w.Close()
	return zipped.Bytes()
}

func (m mapFile) write(t testing.TB) string {
	t.Helper()
	leaf := encode(m.leaf)
	for i := range m.root {
		if m.root[i].run == 0 && m.root[i].length == 0 {
			m.root[i].length = uint64(len(leaf))
		}
	}
	root := encode(m.root)
	text := make([]byte, headerSize)
	copy(text, "PMTiles\x03")
	at := uint64(headerSize)
	for _, s := range []struct{ at, length int }{{8, len(root)}, {40, len(leaf)}, {56, len(m.tiles)}} {
		binary.LittleEndian.PutUint64(text[s.at:], at)
		binary.LittleEndian.PutUint64(text[s.at+8:], uint64(s.length))
		at += uint64(s.length)
	}
	text[97], text[98], text[99], text[100], text[101] = compressionGzip, compressionNone, 2, 0, 12
	if m.edit != nil {
		m.edit(text)
	}
	text = append(append(append(text, root...), leaf...), m.tiles...)
	path := filepath.Join(t.TempDir(), "town.pmtiles")
	if err := os.WriteFile(path, text[:len(text)-m.cut], 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// town has one picture for zoom 0, one for all of zoom 1, and one in a leaf.
func town() mapFile {
	return mapFile{
		tiles: "worldquarterdeep",
		root:  []entry{{0, 1, section{0, 5}}, {1, 4, section{5, 7}}, {19078000, 0, section{0, 0}}},
		leaf:  []entry{{19078479, 1, section{12, 4}}},
	}
}

func open(t testing.TB, m mapFile) *File {
	t.Helper()
	f, err := Open(m.write(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// The numbers are from the format's own tests.
func TestTileID_MAP01(t *testing.T) {
	t.Parallel()
	for at, want := range map[[3]int]uint64{
		{0, 0, 0}: 0, {1, 0, 0}: 1, {1, 0, 1}: 2, {1, 1, 1}: 3, {1, 1, 0}: 4, {2, 0, 0}: 5, {12, 3423, 1763}: 19078479,
	} {
		if got := tileID(at[0], at[1], at[2]); got != want {
			t.Errorf("%v: %d, want %d", at, got, want)
		}
	}
}

func TestFile_MAP01_servesTiles(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.Handle(Pattern, open(t, town()))
	get := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		if len(header) > 0 {
			r.Header.Set(header[0], header[1])
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w
	}
	for path, want := range map[string]string{
		"/tiles/0/0/0": "world", "/tiles/1/0/0": "quarter", "/tiles/1/1/0": "quarter", "/tiles/12/3423/1763": "deep",
		"/tiles/12/3423/1764": "404", "/tiles/2/0/0": "404", "/tiles/13/0/0": "404", "/tiles/-1/0/0": "404", "/tiles/1/2/0": "404",
		"/tiles/1/0/-1": "404", "/tiles/a/0/0": "404", "/tiles/01/0/0": "404", "/tiles/99999999999999999999/0/0": "404", "/tiles/1/0/0.png": "404",
	} {
		w := get(path)
		if want == "404" {
			if w.Code != http.StatusNotFound {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
			continue
		}
		if w.Code != 200 || w.Body.String() != want || w.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d %s %v", path, w.Code, w.Body, w.Header())
		}
		if again := get(path, "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s again: %d", path, again.Code)
		}
	}
}

func TestOpen_MAP01_refusesWhatItCannotServe(t *testing.T) {
	t.Parallel()
	edited := func(at int, value byte) mapFile {
		m := town()
		m.edit = func(h []byte) { h[at] = value }
		return m
	}
	cut := town()
	cut.cut = 1
	for want, m := range map[string]mapFile{
		"not a PMTiles file": edited(0, 'X'), "version 2": edited(7, 2), "vector tiles": edited(99, 1), "neither PNG": edited(99, 5),
		"not by gzip": edited(97, 4), "compressed once more": edited(98, 2), "damaged": edited(101, 30), "not complete": cut,
	} {
		path := m.write(t)
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that does not exist was opened")
	}
	short := filepath.Join(t.TempDir(), "short")
	if err := os.WriteFile(short, []byte("PMTiles\x03"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(short); err == nil || !strings.Contains(err.Error(), "not a PMTiles file") {
		t.Errorf("a short file: %v", err)
	}
}

func TestTile_MAP01_damagedDirectories(t *testing.T) {
	t.Parallel()
	beyond, endless, huge := town(), town(), town()
	beyond.root[0].length = 5000
	endless.leaf = []entry{{19078000, 0, section{0, 1}}}
	huge.root[0].offset = 1 << 63
	for name, m := range map[string]mapFile{"behind the end": beyond, "far behind it": huge} {
		if _, err := open(t, m).tile(0, 0, 0); err == nil {
			t.Errorf("%s: a tile", name)
		}
	}
	if _, err := open(t, endless).tile(12, 3423, 1763); err == nil {
		t.Error("a directory that is its own leaf: a tile")
	}
}

func FuzzDirectory_MAP01(f *testing.F) {
	f.Add([]byte{1, 0, 1, 5, 1})
	f.Add([]byte{255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := readDirectory(text)
		if err == nil && 4*len(d) > len(text) {
			t.Errorf("%d entries in %d bytes", len(d), len(text))
		}
	})
}

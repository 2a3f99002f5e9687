package signintest

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"hawker/internal/blob"
)

// Album returns a store of photos, and the edit that makes accounts use it.
func Album(t testing.TB) (*blob.Store, func(*Deps)) {
	t.Helper()
	files, err := blob.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	return files, func(d *Deps) { d.Accounts.Files = files }
}

// Photo returns a PNG of this size.
func Photo(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

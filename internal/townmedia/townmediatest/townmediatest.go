// Package townmediatest makes pictures and stores them, for the tests of several packages:
// photos, logos and a media folder with what an owner may put into it.
package townmediatest

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"testing"
	"testing/fstest"

	"hawker/internal/blob"
	"hawker/internal/townmedia"
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

// Photo returns a JPEG of one colour.
func Photo(width, height int, red uint8) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, plate(width, height, color.NRGBA{red, 90, 40, 255}), nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Logo returns a PNG that is half transparent.
func Logo(size int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, plate(size, size, color.NRGBA{200, 90, 40, 99})); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Folder returns a folder with finished forms, a photo, a logo, and two files that are
// not pictures.
func Folder() fstest.MapFS {
	return fstest.MapFS{
		"item/burger-mint-240.jpg":  {Data: Photo(24, 18, 200)},
		"item/burger-mint-480.jpg":  {Data: Photo(48, 36, 200)},
		"item/burger-mint-960.jpg":  {Data: Photo(96, 72, 200)},
		"item/burger-mint-zoom.jpg": {Data: Photo(120, 180, 200)},
		"hero/landing.jpeg":         {Data: Photo(1000, 500, 120)},
		"logo/kiosk.png":            {Data: Logo(300)},
		"index.json":                {Data: []byte("an old index")},
		".DS_Store":                 {Data: []byte("of the operating system")},
	}
}

// Store stores the pictures of a folder, of which some are known already.
func Store(t testing.TB, files *blob.Store, media fs.FS, known townmedia.Index) townmedia.Index {
	t.Helper()
	index, err := townmedia.StorePictures(t.Context(), files, media, known)
	if err != nil {
		t.Fatal(err)
	}
	return index
}

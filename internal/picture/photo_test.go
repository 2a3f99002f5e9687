package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"hawker/internal/picture"
)

// photo makes a photo, and checks that it is a JPEG without metadata.
func photo(t *testing.T, content []byte) image.Image {
	t.Helper()
	made, err := picture.Photo(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(made, []byte(secret)) || bytes.Contains(made, []byte("Exif")) {
		t.Error("the metadata is still there")
	}
	img, err := jpeg.Decode(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestPhoto_ITEM11_keepsAllOfThePicture(t *testing.T) {
	t.Parallel()
	red, green := color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 200, 0, 255}
	halves := image.NewNRGBA(image.Rect(0, 0, 4000, 1000)) // red, then green
	for y := range 1000 {
		for x := range 4000 {
			if x < 2000 {
				halves.Set(x, y, red)
			} else {
				halves.Set(x, y, green)
			}
		}
	}
	large := photo(t, asJPEG(halves))
	if large.Bounds().Size() != (image.Point{2048, 512}) {
		t.Errorf("its size is %v", large.Bounds().Size())
	}
	if !near(large, image.Pt(10, 10), red) || !near(large, image.Pt(2030, 500), green) {
		t.Error("a part of it is missing")
	}
	turned := photo(t, withEXIF(asJPEG(halves), 6, binary.LittleEndian))
	if turned.Bounds().Size() != (image.Point{512, 2048}) || !near(turned, image.Pt(10, 10), red) || !near(turned, image.Pt(500, 2030), green) {
		t.Errorf("rotated it is %v", turned.Bounds().Size())
	}
	small := photo(t, asPNG(halves.SubImage(image.Rect(1990, 0, 2010, 30))))
	if small.Bounds().Size() != (image.Point{20, 30}) {
		t.Errorf("a small one is %v", small.Bounds().Size())
	}
	if clear := photo(t, asPNG(image.NewNRGBA(image.Rect(0, 0, 9, 9)))); !near(clear, image.Pt(4, 4), color.NRGBA{255, 255, 255, 255}) {
		t.Error("what is transparent is not white")
	}
	photo(t, asWebP(t))
}

func TestPhoto_ITEM11_refusesWhatIsNoPicture(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{
		"text": []byte("Rx: mango"), "nothing": nil, "half a picture": asPNG(image.NewNRGBA(image.Rect(0, 0, 90, 90)))[:60],
	} {
		if _, err := picture.Photo(t.Context(), content); !errors.Is(err, picture.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	huge := bomb(9000, 9000)
	if _, err := picture.Photo(t.Context(), huge); !errors.Is(err, picture.ErrPixels) {
		t.Errorf("81 million pixels: %v", err)
	}
}

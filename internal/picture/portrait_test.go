package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"testing"

	"hawker/internal/picture"
)

// portrait makes a portrait, and checks that it is a JPEG without metadata.
func portrait(t *testing.T, content []byte) image.Image {
	t.Helper()
	made, err := picture.Portrait(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(made, []byte("Asha")) || bytes.Contains(made, []byte("Exif")) {
		t.Error("the metadata is still there")
	}
	img, err := jpeg.Decode(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// near reports whether a pixel has about this colour. JPEG does not keep it exactly.
func near(img image.Image, at image.Point, want color.NRGBA) bool {
	got := color.NRGBAModel.Convert(img.At(at.X, at.Y)).(color.NRGBA)
	off := func(a, b uint8) bool { return max(a, b)-min(a, b) > 40 }
	return !off(got.R, want.R) && !off(got.G, want.G) && !off(got.B, want.B)
}

func TestPortrait_PROF03_isASmallUprightSquareOfTheMiddle(t *testing.T) {
	t.Parallel()
	red, green, blue := color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 200, 0, 255}, color.NRGBA{0, 0, 200, 255}
	stripes := image.NewNRGBA(image.Rect(0, 0, 1800, 600)) // red, then the middle: green above blue, then red
	for y := range 600 {
		for x := range 1800 {
			switch {
			case x < 600 || x >= 1200:
				stripes.Set(x, y, red)
			case y < 300:
				stripes.Set(x, y, green)
			default:
				stripes.Set(x, y, blue)
			}
		}
	}
	wide := portrait(t, withEXIF(asJPEG(stripes), 1, binary.LittleEndian))
	if wide.Bounds().Size() != (image.Point{512, 512}) {
		t.Errorf("its size is %v", wide.Bounds().Size())
	}
	for _, at := range []image.Point{{10, 10}, {500, 10}, {10, 200}} {
		if !near(wide, at, green) {
			t.Errorf("at %v it is %v, want green", at, wide.At(at.X, at.Y))
		}
	}
	if !near(wide, image.Point{256, 500}, blue) {
		t.Errorf("below it is %v, want blue", wide.At(256, 500))
	}
	turned := portrait(t, withEXIF(asJPEG(stripes), 6, binary.BigEndian)) // rotated by 90 degrees: the top becomes the right side
	if !near(turned, image.Point{500, 256}, green) || !near(turned, image.Point{10, 256}, blue) {
		t.Errorf("turned it is %v at the right and %v at the left", turned.At(500, 256), turned.At(10, 256))
	}
	if small := portrait(t, asPNG(corners(40, 30, 255))); small.Bounds().Size() != (image.Point{30, 30}) {
		t.Errorf("a small one was enlarged to %v", small.Bounds().Size())
	}
	if clear := portrait(t, withText(asPNG(corners(60, 60, 0)))); !near(clear, image.Point{30, 30}, color.NRGBA{255, 255, 255, 255}) {
		t.Errorf("where it is transparent it is %v, want white", clear.At(30, 30))
	}
}

func TestPortrait_PROF03_theFirstPictureOfAGIF(t *testing.T) {
	t.Parallel()
	frame := func(c color.Color) *image.Paletted {
		p := image.NewPaletted(image.Rect(0, 0, 64, 64), color.Palette{c})
		return p
	}
	first, second := color.NRGBA{0, 200, 0, 255}, color.NRGBA{200, 0, 0, 255}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame(first), frame(second)}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	if img := portrait(t, b.Bytes()); !near(img, image.Point{32, 32}, first) {
		t.Errorf("it is %v", img.At(32, 32))
	}
}

// bomb returns a PNG of a few bytes whose header claims that many pixels.
func bomb(width, height uint32) []byte {
	header := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	header = append(header, 8, 6, 0, 0, 0)
	chunk := append(binary.BigEndian.AppendUint32(nil, 13), header...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(header))
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk...)
}

func TestPortrait_PROF03_refusesOtherFilesAndBombs(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{
		"webp": asWebP(t), "pdf": []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), "avif": []byte("\x00\x00\x00 ftypavif\x00\x00\x00\x00avifmif1"),
		"svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "html": []byte("<!doctype html><script>1</script>"),
		"nothing": nil, "half a jpeg": asJPEG(corners(64, 48, 255))[:80], "a gif in name": []byte("GIF89a"), "bytes": {0xff, 0xd8, 0xff},
	} {
		if _, err := picture.Portrait(t.Context(), content); !errors.Is(err, picture.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, size := range [][2]uint32{{30_000, 30_000}, {24_000_001, 1}, {1, 24_000_001}, {1 << 30, 1}} {
		if _, err := picture.Portrait(t.Context(), bomb(size[0], size[1])); !errors.Is(err, picture.ErrPixels) {
			t.Errorf("%v pixels: %v", size, err)
		}
	}
	if _, _, err := picture.Clean([]byte("GIF89a")); err == nil {
		t.Error("Clean accepted a GIF")
	}
}

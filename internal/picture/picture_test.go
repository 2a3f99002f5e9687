package picture_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/webp"
	"pgregory.net/rapid"

	"hawker/internal/picture"
)

// secret is metadata that must not remain in any picture.
const secret = "51.5074 N 0.1278 W, taken by Asha"

// corners returns a picture with four different corners, so that a rotation shows.
func corners(w, h int, alpha uint8) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{R: 250, G: 250, B: 250, A: alpha}
			if x < w/2 {
				c.R = 10
			}
			if y < h/2 {
				c.G = 10
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func asJPEG(img image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func asPNG(img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// segment returns a segment of a JPEG.
func segment(marker byte, body string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
}

// withEXIF returns the JPEG with a camera's orientation and other metadata.
func withEXIF(jpeg []byte, orientation uint16, order binary.AppendByteOrder) []byte {
	mark := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		mark = "MM\x00*"
	}
	tiff := order.AppendUint16(order.AppendUint32([]byte(mark), 8), 2)
	tiff = append(order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, 0x0100), 3), 1), 0, 0, 0, 0)
	tiff = order.AppendUint16(order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, 0x0112), 3), 1), orientation)
	exif := segment(0xe1, "Exif\x00\x00"+string(tiff)+"\x00\x00"+secret)
	return bytes.Join([][]byte{jpeg[:2], exif, segment(0xfe, secret), segment(0xe2, "ICC_PROFILE\x00"+secret), jpeg[2:], []byte(secret)}, nil)
}

// withText returns the PNG with a text chunk.
func withText(png []byte) []byte {
	body := append([]byte("tEXtComment\x00"), secret...)
	chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(body)-4)), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	const afterHeader = 8 + 25
	return bytes.Join([][]byte{png[:afterHeader], chunk, png[afterHeader:], []byte(secret)}, nil)
}

// asWebP returns a small WebP of the extended format, with metadata.
func asWebP(t testing.TB) []byte {
	t.Helper()
	plain, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	part := func(name, body string) []byte {
		p := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
		return append(append(p, body...), make([]byte, len(body)%2)...)
	}
	parts := bytes.Join([][]byte{
		part("VP8X", "\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00"), plain[12:], part("EXIF", secret), part("XMP ", secret), part("odd!", "x"),
	}, nil)
	whole := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(parts)+4))
	return bytes.Join([][]byte{whole, []byte("WEBP"), parts, []byte(secret)}, nil)
}

func TestCleanKeepsOnlyTheImage(t *testing.T) {
	t.Parallel()
	photo := asJPEG(corners(64, 48, 255))
	for name, tt := range map[string]struct {
		content []byte
		kind    picture.Kind
	}{
		"jpg": {withEXIF(photo, 1, binary.LittleEndian), picture.JPEG},
		"png": {withText(asPNG(corners(64, 48, 100))), picture.PNG},
		"web": {asWebP(t), picture.WebP},
	} {
		kind, clean, err := picture.Clean(tt.content)
		if err != nil || kind != tt.kind {
			t.Errorf("%s: %s, %v", name, kind, err)
			continue
		}
		if !bytes.Contains(tt.content, []byte(secret)) || bytes.Contains(clean, []byte("Asha")) {
			t.Errorf("%s: the metadata was missing before, or is still there", name)
		}
		if !same(decode(t, tt.content), decode(t, clean)) {
			t.Errorf("%s: the image has changed", name)
		}
		if _, again, err := picture.Clean(clean); err != nil || !bytes.Equal(again, clean) {
			t.Errorf("%s: a clean picture changes when it is cleaned: %v", name, err)
		}
	}
	if _, clean, err := picture.Clean(photo); err != nil || !bytes.Equal(clean, photo) {
		t.Errorf("a JPEG without metadata was changed: %v", err)
	}
}

func decode(t testing.TB, content []byte) image.Image {
	t.Helper()
	if bytes.HasPrefix(content, []byte("RIFF")) {
		img, err := webp.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	img, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func same(a, b image.Image) bool {
	if a.Bounds().Size() != b.Bounds().Size() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if color.NRGBAModel.Convert(a.At(x, y)) != color.NRGBAModel.Convert(b.At(x, y)) {
				return false
			}
		}
	}
	return true
}

// A photo is rotated upright, for each orientation of the phone.
func TestPicturesAreRotatedUpright(t *testing.T) {
	t.Parallel()
	wanted := corners(64, 48, 255)
	for orientation, from := range map[uint16]func(x, y int) (int, int){ // from an upright pixel to where it is stored
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return 63 - x, y },
		3: func(x, y int) (int, int) { return 63 - x, 47 - y },
		4: func(x, y int) (int, int) { return x, 47 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return 63 - y, x },
		7: func(x, y int) (int, int) { return 63 - y, 47 - x },
		8: func(x, y int) (int, int) { return y, 47 - x },
	} {
		w, h := 64, 48
		if orientation >= 5 {
			w, h = h, w
		}
		stored := image.NewNRGBA(image.Rect(0, 0, w, h))
		for y := range h {
			for x := range w {
				tx, ty := from(x, y)
				stored.Set(x, y, wanted.At(tx, ty))
			}
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			content := withEXIF(asJPEG(stored), orientation, order)
			_, clean, err := picture.Clean(content)
			if err != nil {
				t.Fatal(err)
			}
			_, forms, err := picture.MakeForms(content)
			if err != nil {
				t.Fatal(err)
			}
			for name, got := range map[string][]byte{"clean": clean, "240": forms["240"]} {
				img := decode(t, got)
				if img.Bounds().Size() != (image.Point{64, 48}) {
					t.Errorf("orientation %d, %s: %v", orientation, name, img.Bounds())
					continue
				}
				for _, at := range []image.Point{{8, 8}, {56, 8}, {8, 40}, {56, 40}} {
					r, g, _, _ := img.At(at.X, at.Y).RGBA()
					wantR, wantG, _, _ := wanted.At(at.X, at.Y).RGBA()
					if (r > 0x8000) != (wantR > 0x8000) || (g > 0x8000) != (wantG > 0x8000) {
						t.Errorf("orientation %d, %s: wrong corner at %v", orientation, name, at)
					}
				}
			}
		}
	}
}

func TestMakeReturnsEveryForm(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		original []byte
		kind     picture.Kind
		sizes    map[string]image.Point
	}{
		"photo":       {asJPEG(corners(2400, 1600, 255)), picture.JPEG, map[string]image.Point{"240": {240, 160}, "480": {480, 320}, "960": {960, 640}, "zoom": {1200, 800}}},
		"tall photo":  {asJPEG(corners(1500, 3000, 255)), picture.JPEG, map[string]image.Point{"240": {240, 480}, "480": {480, 960}, "960": {900, 1800}, "zoom": {900, 1800}}},
		"small photo": {asJPEG(corners(300, 200, 255)), picture.JPEG, map[string]image.Point{"240": {240, 160}, "480": {300, 200}, "960": {300, 200}}},
		"opaque png":  {asPNG(corners(960, 720, 255)), picture.JPEG, map[string]image.Point{"240": {240, 180}, "480": {480, 360}, "960": {960, 720}}},
		"logo":        {asPNG(corners(500, 500, 120)), picture.PNG, map[string]image.Point{"240": {240, 240}, "480": {480, 480}, "960": {500, 500}}},
	} {
		kind, forms, err := picture.MakeForms(tt.original)
		if err != nil || kind != tt.kind || len(forms) != len(tt.sizes) {
			t.Errorf("%s: %s, %d forms, %v", name, kind, len(forms), err)
		}
		for form, want := range tt.sizes {
			if got := decode(t, forms[form]).Bounds().Size(); got != want {
				t.Errorf("%s, %s: %v, want %v", name, form, got, want)
			}
			if made, _, err := picture.Clean(forms[form]); err != nil || made != kind {
				t.Errorf("%s, %s: %s, %v", name, form, made, err)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	photo := asJPEG(corners(640, 480, 255))
	bomb := asPNG(corners(1, 1, 255))
	binary.BigEndian.PutUint32(bomb[16:], 100_000)
	binary.BigEndian.PutUint32(bomb[20:], 100_000)
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	for name, tt := range map[string]struct {
		content []byte
		says    string
	}{
		"empty":             {nil, "neither a JPEG nor a PNG nor a WebP"},
		"a page":            {[]byte("<svg onload=alert(1)>"), "neither a JPEG nor a PNG nor a WebP"},
		"half a photo":      {photo[:len(photo)/2], "damaged"},
		"half a WebP":       {asWebP(t)[:40], "damaged"},
		"a bomb":            {bomb, "100000 × 100000 pixels"},
		"a large file":      {append(photo, make([]byte, picture.MaxBytes)...), "larger than 20 MB"},
		"a wrong signature": {append([]byte("\xff\xd8\xff"), "no photo"...), "damaged"},
	} {
		if _, _, err := picture.Clean(tt.content); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s, clean: %v", name, err)
		}
		if _, _, err := picture.MakeForms(tt.content); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s, make: %v", name, err)
		}
	}
}

// A damaged picture is refused, or the result is clean.
func TestDamageIsRefusedOrCleaned(t *testing.T) {
	t.Parallel()
	whole := [][]byte{withEXIF(asJPEG(corners(24, 16, 255)), 6, binary.BigEndian), withText(asPNG(corners(8, 8, 90))), asWebP(t)}
	rapid.Check(t, func(r *rapid.T) {
		content := bytes.Clone(rapid.SampledFrom(whole).Draw(r, "picture"))
		for range rapid.IntRange(1, 4).Draw(r, "changes") {
			content[rapid.IntRange(0, len(content)-1).Draw(r, "at")] = rapid.Byte().Draw(r, "to")
		}
		_, clean, err := picture.Clean(content[:rapid.IntRange(0, len(content)).Draw(r, "length")])
		if err != nil {
			return
		}
		if _, again, err := picture.Clean(clean); err != nil || !bytes.Equal(again, clean) {
			r.Fatalf("the cleaned picture is not clean: %v", err)
		}
	})
}

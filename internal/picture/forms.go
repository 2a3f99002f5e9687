package picture

import (
	"image"
	"strconv"

	"golang.org/x/image/draw"
)

// The forms of a picture, in the order in which they are hashed: three widths
// in pixels, and a large one that not every picture has.
const Zoom = "zoom"

// Forms are all forms, the widths first.
var Forms = []string{"240", "480", "960", Zoom}

// The largest width and height of Zoom.
const zoomWidth, zoomHeight = 1200, 1800

// MakeForms returns every form of an original: JPEGs, or PNGs if a part of it is
// transparent. No form is larger than the original. Only an original that is wider
// than the largest width has the form Zoom.
func MakeForms(content []byte) (Kind, map[string][]byte, error) {
	img, _, err := decode(content)
	if err != nil {
		return "", nil, err
	}
	img = upright(img, content)
	kind := JPEG
	if o, ok := img.(interface{ Opaque() bool }); ok && !o.Opaque() {
		kind = PNG
	}
	forms := map[string][]byte{}
	add := func(form string, img image.Image) {
		if err == nil {
			forms[form], err = encode(img, kind)
		}
	}
	widest := 960
	if img.Bounds().Dx() > widest {
		img = within(img, zoomWidth, zoomHeight)
		add(Zoom, img)
	}
	for _, width := range []int{widest, 480, 240} { // each is scaled from the one before, which is smaller than the original
		img = within(img, width, 4*width)
		add(strconv.Itoa(width), img)
	}
	return kind, forms, err
}

// within scales a picture down to at most that width and height.
func within(img image.Image, width, height int) image.Image {
	size := img.Bounds().Size()
	scale := min(float64(width)/float64(size.X), float64(height)/float64(size.Y))
	if scale >= 1 {
		return img
	}
	small := image.NewNRGBA(image.Rect(0, 0, max(1, int(float64(size.X)*scale+.5)), max(1, int(float64(size.Y)*scale+.5))))
	draw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	return small
}

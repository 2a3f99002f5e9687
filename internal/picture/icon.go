package picture

import (
	"image"
	"image/color"

	"golang.org/x/image/draw"
)

// Icon makes a square PNG of a stored picture: the whole of it, in the middle, with a
// margin on each side that is a share of the side. White is what lies behind it, or
// nothing.
func Icon(content []byte, side int, margin float64, white bool) ([]byte, error) {
	img, _, err := decode(content)
	if err != nil {
		return nil, err
	}
	to := image.NewNRGBA(image.Rect(0, 0, side, side))
	if white {
		draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	}
	draw.CatmullRom.Scale(to, middle(img.Bounds().Size(), side, margin), img, img.Bounds(), draw.Over, nil)
	return encode(to, PNG)
}

// middle returns where a picture of this size lies in a square.
func middle(size image.Point, side int, margin float64) image.Rectangle {
	inner := float64(side) * (1 - 2*margin)
	scale := inner / float64(max(size.X, size.Y))
	w, h := max(1, int(float64(size.X)*scale+.5)), max(1, int(float64(size.Y)*scale+.5))
	corner := image.Pt((side-w)/2, (side-h)/2)
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))}
}

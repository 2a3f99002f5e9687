package picture

import (
	"context"
	"errors"
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/draw"
)

// photoSide is the largest width and height of a photo, in pixels: enough to read a
// prescription.
const photoSide = 2048

// thumbnailSide is that of a photo in a list.
const thumbnailSide = 480

// photos are the accepted kinds: those of portraits, and WebP.
var photos = append(slices.Clone(portraits), codecs[2])

// Photo makes a JPEG of an uploaded picture: all of it, upright, at most 2048 pixels
// wide and high, on white, and without metadata. Its errors are those of Portrait, and
// it waits in the same queue.
func Photo(ctx context.Context, content []byte) ([]byte, error) {
	return photo(ctx, content, photoSide)
}

// Thumbnail is Photo in the size of lists: at most 480 pixels wide and high.
func Thumbnail(ctx context.Context, content []byte) ([]byte, error) {
	return photo(ctx, content, thumbnailSide)
}

func photo(ctx context.Context, content []byte, side int) ([]byte, error) {
	c, ok := codecOf(content, photos)
	if !ok {
		return nil, ErrFormat
	}
	done, err := WaitTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	img, err := c.read(content, portraitLimits)
	if errors.Is(err, ErrPixels) {
		return nil, err
	}
	if err != nil {
		return nil, errors.Join(ErrFormat, err)
	}
	return encode(upright(fit(img, side), content), JPEG)
}

// fit scales a picture down to so many pixels on its longer side.
func fit(img image.Image, side int) image.Image {
	from := img.Bounds()
	width, height := from.Dx(), from.Dy()
	if longer := max(width, height); longer > side {
		width, height = max(1, width*side/longer), max(1, height*side/longer)
	}
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(to, to.Bounds(), img, from, draw.Over, nil)
	return to
}

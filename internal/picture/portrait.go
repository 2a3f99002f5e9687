package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"

	"golang.org/x/image/draw"
)

// ErrFormat is returned for a file that is damaged, or of a kind that cannot become
// a portrait.
var ErrFormat = errors.New("not a picture of an accepted kind")

// portraitSide is the largest width and height of a portrait, in pixels.
const portraitSide = 512

// portraits are the accepted kinds: JPEG, PNG and GIF (PROF-03).
var portraits = []codec{
	codecs[0], codecs[1],
	{
		GIF, func(b []byte) bool {
			return bytes.HasPrefix(b, []byte("GIF87a")) || bytes.HasPrefix(b, []byte("GIF89a"))
		},
		gifCost,
		func(r *bytes.Reader) (image.Image, error) { return gif.Decode(r) }, // the first frame
	},
}

// GIF can be read for a portrait, but is neither stored nor encoded.
const GIF Kind = "gif"

// Portrait makes a square JPEG of an uploaded picture: its middle, upright, at most
// 512 pixels wide, on white, and without metadata. It returns ErrFormat or
// ErrPixels for a picture that is refused, and ErrBusy when too many others wait.
func Portrait(ctx context.Context, content []byte) ([]byte, error) {
	c, ok := codecOf(content, portraits)
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
	return encode(upright(square(img), content), JPEG)
}

// square scales the middle of a picture down to a portrait. The picture is rotated
// afterwards, when it has fewer pixels.
//
// A large picture is scaled to twice the size first. Each step reads four pixels
// for one, so both read 16 for each pixel of the portrait, however large it was.
func square(img image.Image) image.Image {
	bounds := img.Bounds()
	side := min(bounds.Dx(), bounds.Dy())
	corner := bounds.Min.Add(image.Pt((bounds.Dx()-side)/2, (bounds.Dy()-side)/2))
	middle := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
	if side > 2*portraitSide {
		img = onWhite(img, middle, 2*portraitSide)
		middle = img.Bounds()
	}
	return onWhite(img, middle, min(side, portraitSide))
}

func onWhite(img image.Image, part image.Rectangle, side int) image.Image {
	to := image.NewRGBA(image.Rect(0, 0, side, side)) // the type that is drawn on fastest
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(to, to.Bounds(), img, part, draw.Over, nil)
	return to
}

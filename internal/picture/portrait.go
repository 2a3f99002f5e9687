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

// ErrFormat is a picture of a kind that portraits are not made of, or a damaged
// one.
var ErrFormat = errors.New("not a picture of a kind that is taken")

// A portrait is so many pixels wide and high at most.
const portraitSide = 512

// portraits are what people have of themselves: JPEG, PNG and GIF (PROF-03).
var portraits = []codec{
	codecs[0], codecs[1],
	{
		GIF, func(b []byte) bool {
			return bytes.HasPrefix(b, []byte("GIF87a")) || bytes.HasPrefix(b, []byte("GIF89a"))
		},
		gifCost,
		func(r *bytes.Reader) (image.Image, error) { return gif.Decode(r) }, // the first of its pictures
	},
}

// GIF can be read for a portrait, and is neither kept nor written.
const GIF Kind = "gif"

// Portrait makes a square JPEG of what somebody sent: the middle of it, upright,
// at most 512 pixels wide, on white, and nothing that was written beside the
// image. It is ErrFormat or ErrPixels where it cannot be, and ErrBusy where too
// many others wait.
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

// square scales the middle of a picture down to a portrait. It does so before
// the picture is turned, when there are few pixels left to turn.
//
// A large picture is read at twice the size first: that looks at 16 pixels for
// each that is kept, however many there are.
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
	to := image.NewRGBA(image.Rect(0, 0, side, side)) // of all kinds this is drawn on fastest
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(to, to.Bounds(), img, part, draw.Over, nil)
	return to
}

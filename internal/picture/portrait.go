package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"

	"golang.org/x/image/draw"
)

// ErrFormat is a picture of a kind that portraits are not made of, or a damaged
// one.
var ErrFormat = errors.New("not a picture of a kind that is taken")

// A portrait is so many pixels wide and high at most, and made of so many. Phones
// take pictures of fewer, in the few bytes that a portrait may have.
const (
	portraitSide   = 512
	portraitPixels = 24_000_000
)

// portraits are what people have of themselves: JPEG, PNG and GIF (PROF-03).
var portraits = []codec{
	codecs[0], codecs[1],
	{
		GIF, func(b []byte) bool {
			return bytes.HasPrefix(b, []byte("GIF87a")) || bytes.HasPrefix(b, []byte("GIF89a"))
		},
		func(r *bytes.Reader) (image.Config, error) { return gif.DecodeConfig(r) },
		func(r *bytes.Reader) (image.Image, error) { return gif.Decode(r) }, // the first of its pictures
	},
}

// GIF can be read for a portrait, and is neither kept nor written.
const GIF Kind = "gif"

// atATime bounds how many are unfolded: each may take a hundred megabytes.
var atATime = make(chan struct{}, 2)

// Portrait makes a square JPEG of what somebody sent: the middle of it, upright,
// at most 512 pixels wide, on white, and nothing that was written beside the
// image. It is ErrFormat or ErrPixels where it cannot be.
func Portrait(content []byte) ([]byte, error) {
	c, ok := codecOf(content, portraits)
	if !ok {
		return nil, ErrFormat
	}
	atATime <- struct{}{}
	defer func() { <-atATime }()
	img, err := c.read(content, portraitPixels)
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
func square(img image.Image) image.Image {
	bounds := img.Bounds()
	side := min(bounds.Dx(), bounds.Dy())
	corner := bounds.Min.Add(image.Pt((bounds.Dx()-side)/2, (bounds.Dy()-side)/2))
	middle := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}

	small := image.NewNRGBA(image.Rect(0, 0, min(side, portraitSide), min(side, portraitSide)))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(small, small.Bounds(), img, middle, draw.Over, nil)
	return small
}

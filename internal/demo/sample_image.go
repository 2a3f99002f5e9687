package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// sampleColors are those of the pictures of sample applications, by the field of the form.
var sampleColors = map[string]color.RGBA{
	"logo": {0x0b, 0x7a, 0x4b, 0xff}, "cover": {0xff, 0xc5, 0x3d, 0xff}, "photo": {0xb9, 0xe6, 0xc4, 0xff},
}

// SampleImage draws a picture for a sample application: of a plain colour with a lighter
// square, since nobody has taken a photo in the demo town.
func SampleImage(field string) []byte {
	bounds := image.Rect(0, 0, 640, 640)
	if field == "cover" {
		bounds = image.Rect(0, 0, 960, 540)
	}
	ground, known := sampleColors[field]
	if !known {
		ground = color.RGBA{0xe6, 0xe2, 0xd9, 0xff}
	}
	drawn := image.NewRGBA(bounds)
	draw.Draw(drawn, bounds, image.NewUniform(ground), image.Point{}, draw.Src)
	draw.Draw(drawn, bounds.Inset(bounds.Dy()/4), image.NewUniform(color.RGBA{0xff, 0xff, 0xff, 0xff}), image.Point{}, draw.Src)
	var b bytes.Buffer
	_ = png.Encode(&b, drawn) // writing to a buffer never fails
	return b.Bytes()
}

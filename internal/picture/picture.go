// Package picture makes the picture files that are shown from those that are
// imported or uploaded. Every file is decoded first, within limits on size and
// memory. Only the image is stored: where and when a photo was taken is removed.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/webp"
)

// Kind is the format of a picture, and the ending of its file's name.
type Kind string

// The kinds. WebP can be read and stored, but not encoded.
const (
	JPEG Kind = "jpg"
	PNG  Kind = "png"
	WebP Kind = "webp"
)

// MaxBytes is the limit of a town's picture.
const MaxBytes = 20 << 20

const quality = 85 // of a JPEG

// Clean returns a picture without its metadata. It keeps the size and the kind, but
// rotates a JPEG as its metadata requires.
func Clean(content []byte) (Kind, []byte, error) {
	img, kind, err := decode(content)
	if err != nil {
		return "", nil, err
	}
	switch {
	case kind == PNG || kind == JPEG && orientation(content) > 1:
		content, err = encode(upright(img, content), kind)
	case kind == JPEG:
		content, err = stripJPEG(content)
	default:
		content, err = stripWebP(content)
	}
	return kind, content, err
}

// decode reads a picture. Its content says its kind, not the name of its file.
func decode(content []byte) (image.Image, Kind, error) {
	if len(content) > MaxBytes {
		return nil, "", fmt.Errorf("it is larger than %d MB", MaxBytes>>20)
	}
	c, ok := codecOf(content, codecs)
	if !ok {
		return nil, "", errors.New("it is neither a JPEG nor a PNG nor a WebP picture")
	}
	img, err := c.read(content, townLimits)
	return img, c.kind, err
}

// read decodes a picture, if by its headers it stays within the limits.
func (c codec) read(content []byte, l limits) (image.Image, error) {
	cost, err := c.cost(content)
	if err != nil {
		return nil, err
	}
	if err := cost.check(l); err != nil {
		return nil, err
	}
	img, err := c.decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	return img, nil
}

// codec reads one kind, known by how its content begins.
type codec struct {
	kind   Kind
	begins func([]byte) bool
	cost   func(content []byte) (cost, error)
	decode func(r *bytes.Reader) (image.Image, error)
}

var codecs = []codec{
	{
		JPEG, func(b []byte) bool { return bytes.HasPrefix(b, []byte("\xff\xd8\xff")) },
		jpegCost,
		func(r *bytes.Reader) (image.Image, error) { return jpeg.Decode(r) },
	},
	{
		PNG, func(b []byte) bool { return bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) },
		pngCost,
		func(r *bytes.Reader) (image.Image, error) { return png.Decode(r) },
	},
	{
		WebP, func(b []byte) bool { return len(b) > 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP" },
		webpCost,
		func(r *bytes.Reader) (image.Image, error) { return webp.Decode(r) },
	},
}

func codecOf(content []byte, among []codec) (codec, bool) {
	for _, c := range among {
		if c.begins(content) {
			return c, true
		}
	}
	return codec{}, false
}

func encode(img image.Image, kind Kind) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if kind == PNG {
		err = png.Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	}
	return b.Bytes(), err
}

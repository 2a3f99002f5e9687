package ordertest

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"testing"

	"hawker/internal/upload"
)

// Image returns a small picture, as a file.
func Image() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 6))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Upload uploads an image of a shopper and returns its key.
func (w *Fixture) Upload(t testing.TB, shopperID int64, purpose upload.Purpose) string {
	t.Helper()
	key, err := w.Uploads.Add(context.Background(), shopperID, purpose, Image())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

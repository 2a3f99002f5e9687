package picture

import (
	"errors"
	"time"

	"hawker/internal/errs"
)

// retryAfter is when to upload again after too many others were waiting.
const retryAfter = 5 * time.Second

// Problem returns the error for the sender of a picture that was refused, with the field of
// the request. Other errors stay as they are.
func Problem(err error, field string) error {
	switch {
	case errors.Is(err, ErrPixels):
		return errs.New(errs.TooLarge, "The picture has too many pixels. Please choose a smaller one.").On(field).Because(err)
	case errors.Is(err, ErrFormat):
		return errs.New(errs.UnsupportedMedia, "This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.").On(field).Because(err)
	case errors.Is(err, ErrBusy):
		return errs.New(errs.Unavailable, "Too many pictures are being uploaded just now. Please try again.").On(field).After(retryAfter).Because(err)
	}
	return err
}

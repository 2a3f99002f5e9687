package call

import (
	"io"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
	"hawker/internal/upload"
)

// MaxImageForm is the size of a form with an image and other fields.
const MaxImageForm = upload.MaxBytes + 64<<10

// PhotoForm is a photo of the vehicles of a trip.
type PhotoForm struct {
	Phase string        `form:"phase" enum:"before,after" doc:"One of the trip's photo_phases."`
	Image huma.FormFile `form:"image" doc:"jpg, png, gif or webp, at most 10 MB. It is encoded again without its metadata."`
}

// ReadImage returns the image of a form.
func ReadImage(file io.Reader) ([]byte, error) { return ReadImageOf(file, "image") }

// ReadImageOf is ReadImage for another field of the form.
func ReadImageOf(file io.Reader, field string) ([]byte, error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, errs.New(errs.Malformed, "The picture could not be read.").On(field).Because(err)
	}
	if len(content) == 0 {
		return nil, errs.New(errs.Invalid, "The picture is empty.").On(field)
	}
	return content, nil
}

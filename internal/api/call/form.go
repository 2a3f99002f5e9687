package call

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hawker/internal/errs"
)

// limited bounds the body of an operation that takes a form with a photo. The
// library's own limit does not hold for forms, so the body is read here first, of
// whoever may make the call at all.
func LimitForm(a huma.API, op huma.Operation, most int64) huma.Operation {
	op.MaxBodyBytes = most
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			err = errs.New(errs.TooLarge, "The picture may have at most %d MB.", most>>20).On("image")
		} else if err != nil {
			err = errs.New(errs.Malformed, "The form could not be read.").Because(err)
		}
		if err != nil {
			Refuse(a, ctx, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if err := checkForm(ctx); err != nil {
			Refuse(a, ctx, err)
			return
		}
		next(ctx)
	})
	return op
}

// checkForm refuses a form that names a field twice, in any letter case and be it
// as text and as a file, one that the call does not have, and a text that is none.
// A body that is no form is left to the library.
func checkForm(ctx huma.Context) error {
	form, err := ctx.GetMultipartForm()
	if err != nil || form == nil {
		return nil // the library says what is wrong with it
	}
	known := ctx.Operation().RequestBody.Content["multipart/form-data"].Schema.Properties
	given := map[string]int{}
	for name, texts := range form.Value {
		given[name] += len(texts)
		if slices.ContainsFunc(texts, func(text string) bool { return !isText(text) }) {
			return malformed("This field holds bytes that are no text.").On(name)
		}
	}
	for name, files := range form.File {
		given[name] += len(files)
	}
	for name, times := range given {
		if known[name] == nil {
			return errs.New(errs.Invalid, "There is no such field.").On(name)
		}
		if times > 1 {
			return malformed("This field is given twice.").On(name)
		}
	}
	return nil
}

package call

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hawker/internal/errs"
	"hawker/internal/server"
)

// LimitForm limits the body of an operation that takes a form with a photo. The
// library's own limit does not apply to forms, so the body is read here first, once
// the caller is known to be allowed. The form stays in memory: the library would write
// its files to temporary ones, which nobody deletes. A slow line has server.FormTimeout for it;
// the time of the call itself begins afterwards.
func LimitForm(a huma.API, op huma.Operation, limit int64) huma.Operation {
	op.MaxBodyBytes = limit
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		body, err := readSlowly(w, r, limit)
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			err = errs.New(errs.TooLarge, "The picture may have at most %d MB.", limit>>20).On("image")
		} else if err != nil {
			err = errs.New(errs.Malformed, "The form could not be read.").Because(err)
		}
		if err != nil {
			Refuse(a, ctx, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		_ = r.ParseMultipartForm(limit) // a body that is no form is left to the library
		if r.MultipartForm != nil {
			r.Body = http.NoBody // the form has its own copy: this one is not kept until the call ends
		}
		if err := checkForm(ctx.Operation(), r.MultipartForm); err != nil {
			Refuse(a, ctx, err)
			return
		}
		bounded, cancel := context.WithTimeout(ctx.Context(), server.ResponseTimeout)
		defer cancel()
		next(huma.WithContext(ctx, bounded))
	})
	return op
}

// responseTime is how long a response to a form may take, on its way to the client, too.
const responseTime = time.Minute

// readSlowly reads a body for longer than the server gives to other requests.
func readSlowly(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	connection, now := http.NewResponseController(w), time.Now()
	// Errors are those of tests, whose writer has no connection.
	_ = connection.SetReadDeadline(now.Add(server.FormTimeout))
	_ = connection.SetWriteDeadline(now.Add(server.FormTimeout + responseTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	_ = connection.SetReadDeadline(time.Now().Add(responseTime)) // its end would end the context of the request
	return body, err
}

// checkForm refuses a form that has a field twice, also in another letter case or as
// text and file, an unknown field, or a text that is not valid.
func checkForm(op *huma.Operation, form *multipart.Form) error {
	if form == nil {
		return nil
	}
	known := op.RequestBody.Content["multipart/form-data"].Schema.Properties
	given := map[string]int{}
	for name, texts := range form.Value {
		given[name] += len(texts)
		if slices.ContainsFunc(texts, func(text string) bool { return !isValidText(text) }) {
			return malformed("This field is not valid UTF-8 or contains a zero byte.").On(name)
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

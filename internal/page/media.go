package page

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"hawker/internal/errs"
)

// Media opens a stored picture by its file name, such as "item/burger-480.webp".
// A missing one is fs.ErrNotExist.
type Media interface {
	Open(ctx context.Context, name string) (io.ReadCloser, error)
}

// mediaHandler serves pictures. Their URL has a hash of their content, so that clients
// cache them for good; a former hash still finds the current picture.
func mediaHandler(media Media) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("file")
		kind, known := pictureTypes[path.Ext(name)]
		if !known || !fs.ValidPath(name) {
			http.NotFound(w, r)
			return
		}
		picture, err := media.Open(r.Context(), name)
		if errors.Is(err, fs.ErrNotExist) {
			http.NotFound(w, r)
			return
		}
		if err != nil {
			pictureFailed(w, r, err)
			return
		}
		defer picture.Close()
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", pictureAge)
		if content, ok := picture.(io.ReadSeeker); ok {
			http.ServeContent(w, r, "", time.Time{}, content)
			return
		}
		_, _ = io.Copy(w, picture)
	})
}

// pictureAge lets a browser keep a picture for good, and a cache between it and the server
// for an hour, so that a picture that was deleted is soon gone for everybody else.
const pictureAge = "public, max-age=31536000, s-maxage=3600, immutable"

// pictureFailed responds when the pictures cannot be read just now.
func pictureFailed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client has gone
	}
	slog.ErrorContext(r.Context(), "a picture cannot be read", "cause", err)
	e := errs.From(err)
	w.Header().Set("Cache-Control", "no-store")
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(e.RetryAfter.Seconds())))
	}
	http.Error(w, e.Message, e.Status())
}

// pictureTypes are the types that are stored. No other is served.
var pictureTypes = map[string]string{".webp": "image/webp", ".jpg": "image/jpeg", ".png": "image/png"}

// FS returns the pictures of a file system.
func FS(files fs.FS) Media { return fileSystem{files} }

type fileSystem struct{ files fs.FS }

// Open opens a picture.
func (f fileSystem) Open(_ context.Context, name string) (io.ReadCloser, error) {
	return f.files.Open(name)
}

// Layers finds a picture in the first layer that has it: uploaded ones come before those
// of the program.
type Layers []Media

// Open finds the picture in the first layer that has it.
func (l Layers) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	for _, layer := range l {
		if f, err := layer.Open(ctx, name); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: strings.ToValidUTF8(name, ""), Err: fs.ErrNotExist}
}

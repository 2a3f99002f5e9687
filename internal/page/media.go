package page

import (
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// Media opens a stored picture by its file name, such as "item/burger-480.webp".
// A missing one is fs.ErrNotExist.
type Media interface {
	Open(name string) (io.ReadCloser, error)
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
		picture, err := media.Open(name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer picture.Close()
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		if content, ok := picture.(io.ReadSeeker); ok {
			http.ServeContent(w, r, "", time.Time{}, content)
			return
		}
		_, _ = io.Copy(w, picture)
	})
}

// pictureTypes are the types that are stored. No other is served.
var pictureTypes = map[string]string{".webp": "image/webp", ".jpg": "image/jpeg", ".png": "image/png"}

// Layers finds a picture in the first file system that has it: uploaded ones come
// before those of the program.
type Layers []fs.FS

// Open finds the picture in the first layer that has it.
func (l Layers) Open(name string) (io.ReadCloser, error) {
	for _, layer := range l {
		if f, err := layer.Open(name); err == nil {
			return f, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: strings.ToValidUTF8(name, ""), Err: fs.ErrNotExist}
}

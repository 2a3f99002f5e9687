package pmtiles

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// Pattern is where a File is served, and Path its address for a map in a browser.
const (
	Pattern = "GET /tiles/{z}/{x}/{y}"
	Path    = "/tiles/{z}/{x}/{y}"
)

// ServeHTTP implements http.Handler.
func (f *File) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at, err := f.requested(r)
	switch {
	case errors.Is(err, ErrNoTile):
		http.NotFound(w, r)
		return
	case err != nil:
		slog.ErrorContext(r.Context(), "read a tile of the map", "cause", err)
		http.Error(w, "This part of the map cannot be read.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.header.contentType)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("ETag", fmt.Sprintf(`"%s-%x"`, f.version, at.offset))
	http.ServeContent(w, r, "", time.Time{}, io.NewSectionReader(f.file, int64(at.offset), int64(at.length)))
}

func (f *File) requested(r *http.Request) (section, error) {
	var at [3]int
	for i, name := range []string{"z", "x", "y"} {
		text := r.PathValue(name)
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text { // one address for each tile
			return section{}, ErrNoTile
		}
		at[i] = n
	}
	return f.tile(at[0], at[1], at[2])
}

package page

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"hawker/internal/picture"
)

// icon says how a file of the shop's icon is made of the town's picture.
type icon struct {
	side   int     // in pixels
	margin float64 // on each side, as a share of it
	white  bool    // what lies behind the picture; false: nothing
}

// townIcons are the files that a town with an icon of its own replaces. A system cuts the
// maskable one to a circle, in which its middle of 80 % stays.
var townIcons = map[string]icon{
	"/icon-192.png":          {side: 192},
	"/icon-512.png":          {side: 512},
	"/icon-maskable-512.png": {side: 512, margin: .15, white: true},
	"/icon-touch-180.png":    {side: 180, margin: .08, white: true},
}

// iconHandler serves the files of the shop's icon, made of the town's picture or, if it
// has none, as they were built.
type iconHandler struct {
	pages *pages
	media Media
	built http.Handler

	mu   sync.Mutex
	of   string            // the URL of the picture
	made map[string][]byte // of that picture, by path
}

func (h *iconHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var shop config
	given := h.pages.callAll(r, []call{get("getConfig", "/config", nil)}, h.pages.preferences(r))
	_ = json.Unmarshal(given[0].Body, &shop)
	if shop.Icon == "" {
		h.built.ServeHTTP(w, r)
		return
	}
	content, err := h.make(r, shop.Icon)
	if err != nil {
		slog.ErrorContext(r.Context(), "the icon of the town cannot be made", "picture", shop.Icon, "cause", err)
		h.built.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// make returns a file of the icon. It keeps those of the present picture.
func (h *iconHandler) make(r *http.Request, url string) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of != url {
		h.of, h.made = url, map[string][]byte{}
	}
	if made, ok := h.made[r.URL.Path]; ok {
		return made, nil
	}
	original, err := h.read(r, url)
	if err != nil {
		return nil, err
	}
	i := townIcons[r.URL.Path]
	made, err := picture.Icon(original, i.side, i.margin, i.white)
	if err == nil {
		h.made[r.URL.Path] = made
	}
	return made, err
}

// read reads the picture of a URL, …/media/<hash>/<file>.
func (h *iconHandler) read(r *http.Request, url string) ([]byte, error) {
	_, path, _ := strings.Cut(url, "/media/")
	_, name, _ := strings.Cut(path, "/")
	file, err := h.media.Open(r.Context(), name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, picture.MaxBytes))
}

// Package page answers everything a browser asks for that is not the API: the
// page itself with a head of its own and its first data inside, the files the
// page is made of, pictures, and what search engines read.
package page

import (
	"context"
	"io/fs"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Config is what pages are made from.
type Config struct {
	Assets    fs.FS        // the built storefront: index.html, assets/
	API       http.Handler // asked for the data that a page starts with
	Media     Media        // pictures
	PublicURL string       // https://shop.example, "" when only the request knows
	// Paths lists the addresses of stores, items and categories for search
	// engines: at most 50,000.
	Paths func(context.Context) ([]string, error)
}

// New answers the storefront's pages and files.
func New(c Config) (http.Handler, error) {
	files, err := newFiles(c.Assets)
	if err != nil {
		return nil, err
	}
	shell, err := readShell(c.Assets)
	if err != nil {
		return nil, err
	}
	views, err := readFirstViews(c.Assets)
	if err != nil {
		return nil, err
	}
	p := &pages{shell: shell, views: views, preloader: preloader{api: c.API}, paths: c.Paths, publicURL: strings.TrimSuffix(c.PublicURL, "/")}

	mux := http.NewServeMux()
	mux.Handle("GET /media/{hash}/{file...}", mediaHandler(c.Media))
	mux.HandleFunc("GET /robots.txt", p.robots)
	mux.HandleFunc("GET /sitemap.xml", p.sitemap)
	mux.HandleFunc("GET /manifest.webmanifest", p.manifest)
	mux.HandleFunc("POST /auth/apple", appleAnswers)
	for _, route := range routes {
		mux.Handle("GET "+route.pattern, gzhttp.GzipHandler(p.handler(route)))
	}
	mux.Handle("GET /", files.orElse(gzhttp.GzipHandler(http.HandlerFunc(p.notFound))))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Pages can only be read.", http.StatusMethodNotAllowed)
	})
	return mux, nil
}

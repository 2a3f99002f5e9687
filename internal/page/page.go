// Package page serves what a browser requests besides the API: the storefront's
// pages with their head and first data, the desk of the staff, their files, the pictures,
// robots.txt and the sitemap. It gets the data of a page by calling the API in the same process, and
// knows no database.
package page

import (
	"context"
	"io/fs"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"hawker/internal/clock"
)

// Config is what pages are made from.
type Config struct {
	Assets    fs.FS        // the built storefront and desk: index.html, desk.html, assets/
	API       http.Handler // for the data that a page starts with
	Media     Media        // pictures
	PublicURL string       // https://shop.example, "" when only the request knows
	// Paths lists the paths of stores, items and categories for search
	// engines. It is called once an hour.
	Paths func(context.Context) ([]string, error)
	// Languages returns what the town offers, the default first (I18N-01).
	Languages func(context.Context) []string
	// OwnLanguages are the messages of the town's own languages, by tag, as a browser reads
	// them.
	OwnLanguages map[string][]byte
	// Text returns a message of the catalogue, with values as pairs of name and value.
	Text  func(language, id string, values ...string) string
	Clock clock.Clock // nil: the system clock
}

// New returns the handler of pages and files.
func New(c Config) (http.Handler, error) {
	files, err := newFiles(c.Assets)
	if err != nil {
		return nil, err
	}
	shell, err := readShell(c.Assets, shellName)
	if err != nil {
		return nil, err
	}
	desk, err := readShell(c.Assets, deskName)
	if err != nil {
		return nil, err
	}
	views, err := readFirstViews(c.Assets)
	if err != nil {
		return nil, err
	}
	own := newOwnLanguages(c.OwnLanguages)
	shell.own, desk.own = own, own
	if c.Clock == nil {
		c.Clock = clock.System
	}
	if c.Languages == nil {
		c.Languages = func(context.Context) []string { return []string{"en"} }
	}
	p := &pages{
		shell: shell, desk: desk, views: views, preloader: preloader{api: c.API}, publicURL: strings.TrimSuffix(c.PublicURL, "/"),
		languages: c.Languages, text: c.Text,
	}
	sitemap := newSitemap(c.Clock, p.publicURL, c.Paths)

	mux := http.NewServeMux()
	mux.Handle("GET /media/{hash}/{file...}", mediaHandler(c.Media))
	mux.Handle("GET /languages/{file}", own)
	mux.HandleFunc("GET /robots.txt", p.robots)
	mux.HandleFunc("GET /sitemap.xml", sitemap.handler(0))
	for n := 1; n <= maxFiles; n++ {
		mux.HandleFunc("GET "+partPath(n), sitemap.handler(n))
	}
	mux.HandleFunc("GET /manifest.webmanifest", p.manifest)
	icons := &iconHandler{pages: p, media: c.Media, built: files.serveOr(http.NotFoundHandler())}
	for path := range townIcons {
		mux.Handle("GET "+path, icons)
	}
	mux.HandleFunc("POST /auth/apple", appleCallback)
	mux.Handle("GET /desk", gzhttp.GzipHandler(http.HandlerFunc(p.serveDesk)))
	for _, route := range routes {
		mux.Handle("GET "+route.pattern, gzhttp.GzipHandler(p.handler(route)))
	}
	mux.Handle("GET /", files.serveOr(gzhttp.GzipHandler(http.HandlerFunc(p.notFound))))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Pages can only be read.", http.StatusMethodNotAllowed)
	})
	return mux, nil
}

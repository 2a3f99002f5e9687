package page

import (
	"encoding/xml"
	"fmt"
	"net/http"
)

// ownPaths begin what is a shopper's own.
var ownPaths = []string{"/checkout", "/track-order", "/order/", "/auth", "/forgot-password", "/profile", "/my-orders", "/settings", "/interest"}

// robots keeps crawlers off what is a shopper's own.
func (p *pages) robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "User-agent: *\nDisallow: /api/\n")
	for _, path := range ownPaths {
		fmt.Fprintf(w, "Disallow: %s\n", path)
	}
	fmt.Fprintf(w, "Sitemap: %s/sitemap.xml\n", p.origin(r))
}

// sitemap lists what the town wants to be found by.
func (p *pages) sitemap(w http.ResponseWriter, r *http.Request) {
	paths, err := p.paths(r.Context())
	if err != nil {
		http.Error(w, "The sitemap cannot be read now.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	fmt.Fprint(w, xml.Header, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, path := range append([]string{"/", "/home", "/categories"}, paths...) {
		fmt.Fprint(w, "<url><loc>")
		_ = xml.EscapeText(w, []byte(p.origin(r)+path))
		fmt.Fprint(w, "</loc></url>")
	}
	fmt.Fprint(w, "</urlset>\n")
}

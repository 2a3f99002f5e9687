package page

import (
	"fmt"
	"net/http"
)

// ownPaths begin what is a shopper's own.
var ownPaths = []string{"/checkout", "/track-order", "/order/", "/auth", "/forgot-password", "/account", "/profile", "/my-orders", "/settings", "/interest", "/newsletter"}

// robots keeps crawlers off what is a shopper's own.
func (p *pages) robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	p.cachePages(w.Header())
	fmt.Fprint(w, "User-agent: *\nDisallow: /api/\n")
	for _, path := range ownPaths {
		fmt.Fprintf(w, "Disallow: %s\n", path)
	}
	fmt.Fprintf(w, "Sitemap: %s/sitemap.xml\n", p.origin(r))
}

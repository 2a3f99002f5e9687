package page

import (
	"fmt"
	"net/http"
)

// privatePaths are the beginnings of the paths of one shopper's pages, and the desk's.
var privatePaths = []string{"/desk", "/checkout", "/track-order", "/order/", "/auth", "/forgot-password", "/account", "/profile", "/my-orders", "/wallet", "/coupons", "/loyalty-points", "/referral-code", "/settings", "/interest", "/newsletter", "/application", "/rental/cart", "/rental/checkout", "/my-trips", "/trip/"}

// robots tells crawlers to leave private pages alone.
func (p *pages) robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	p.cachePages(w.Header())
	fmt.Fprint(w, "User-agent: *\nDisallow: /api/\n")
	for _, path := range privatePaths {
		fmt.Fprintf(w, "Disallow: %s\n", path)
	}
	fmt.Fprintf(w, "Sitemap: %s/sitemap.xml\n", p.origin(r))
}

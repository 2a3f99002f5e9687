package page

import (
	"net/http"
	"regexp"
)

// hostPattern matches a host that may be part of a URL: a name or an IP address, with
// an optional port.
var hostPattern = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// origin returns the public URL: the configured one, or that of the request. "" where
// that has no valid host; URLs are then paths.
func (p *pages) origin(r *http.Request) string {
	if p.publicURL != "" {
		return p.publicURL
	}
	return originOf(r)
}

func originOf(r *http.Request) string {
	switch {
	case !hostPattern.MatchString(r.Host):
		return ""
	case r.TLS != nil:
		return "https://" + r.Host
	default:
		return "http://" + r.Host
	}
}

// cachePages sets who may cache a page. Without a configured URL the page has the host
// of the request, which may be forged, so no proxy may serve it to others.
func (p *pages) cachePages(h http.Header) {
	h.Set("Cache-Control", "no-cache")
	if p.publicURL == "" {
		h.Set("Cache-Control", "private, no-cache")
	}
}

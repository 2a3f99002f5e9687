package page

import (
	"net/http"
	"regexp"
)

// hostForm is a host that addresses may be made of: a name or an IP address, and
// a port.
var hostForm = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// origin is the address shoppers see: the owner's word, or the request's. "" where
// that is no host; addresses are then paths.
func (p *pages) origin(r *http.Request) string {
	if p.publicURL != "" {
		return p.publicURL
	}
	return originOf(r)
}

func originOf(r *http.Request) string {
	switch {
	case !hostForm.MatchString(r.Host):
		return ""
	case r.TLS != nil:
		return "https://" + r.Host
	default:
		return "http://" + r.Host
	}
}

// cachePages says who may keep a page. Without an address of our own it repeats
// the request's, which somebody may have made up: nobody else may be given that.
func (p *pages) cachePages(h http.Header) {
	h.Set("Cache-Control", "no-cache")
	if p.publicURL == "" {
		h.Set("Cache-Control", "private, no-cache")
	}
}

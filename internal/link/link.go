// Package link decides which links of a town's records may be shown: an https URL, or a
// path of the storefront. Others, such as javascript: or //elsewhere, would be dangerous
// in a browser. It also knows which slugs are paths of the API, or ids.
package link

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// maxBytes bounds a link.
const maxBytes = 2048

// IsPath reports whether text is a page of the storefront, such as
// /categories?sort=name.
func IsPath(text string) bool {
	u, ok := parse(text)
	return ok && u.Scheme == "" && strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.Contains(u.Path, "//")
}

// IsHTTPS reports whether text is an https URL without a user or password.
func IsHTTPS(text string) bool {
	u, ok := parse(text)
	return ok && u.Scheme == "https" && u.Hostname() != "" && u.User == nil
}

// Shown returns the link, or "" if it may not be shown.
func Shown(text string) string {
	if IsPath(text) || IsHTTPS(text) {
		return text
	}
	return ""
}

// parse refuses URLs that browsers parse differently from url.Parse: they remove line
// breaks, and read \ as /.
func parse(text string) (*url.URL, bool) {
	odd := func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune("\\\"<>`", r)
	}
	if text == "" || len(text) > maxBytes || strings.ContainsFunc(text, odd) {
		return nil, false
	}
	u, err := url.Parse(text)
	return u, err == nil && u.Opaque == ""
}

// reserved are last parts of the API's paths, such as /stores/popular.
var reserved = []string{"all", "popular", "latest", "discounted", "recommended", "suggest", "top-rated"}

// IsReserved reports whether no record may have the slug, because a path of the API ends
// with it.
func IsReserved(slug string) bool { return slices.Contains(reserved, slug) }

// IsNumber reports whether a slug is digits alone. An address with it leads to the record
// with that id.
func IsNumber(slug string) bool { return slug != "" && strings.Trim(slug, "0123456789") == "" }

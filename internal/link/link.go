// Package link decides which links of a town's records may be shown: an https
// address, or a path of the storefront. A browser would follow others too, such as
// javascript: or //elsewhere.
package link

import (
	"net/url"
	"strings"
	"unicode"
)

// longest is more than any link has.
const longest = 2048

// IsPath tells whether text is a page of the storefront, such as
// /categories?sort=name.
func IsPath(text string) bool {
	u, ok := parse(text)
	return ok && u.Scheme == "" && strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.Contains(u.Path, "//")
}

// IsHTTPS tells whether text is an address elsewhere, by https and without a user
// or password.
func IsHTTPS(text string) bool {
	u, ok := parse(text)
	return ok && u.Scheme == "https" && u.Hostname() != "" && u.User == nil
}

// Shown is the link, or "" where it is none that may be shown.
func Shown(text string) string {
	if IsPath(text) || IsHTTPS(text) {
		return text
	}
	return ""
}

// parse refuses what browsers read in another way than url.Parse does: they drop
// line breaks, and take \ for /.
func parse(text string) (*url.URL, bool) {
	odd := func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune("\\\"<>`", r)
	}
	if text == "" || len(text) > longest || strings.ContainsFunc(text, odd) {
		return nil, false
	}
	u, err := url.Parse(text)
	return u, err == nil && u.Opaque == ""
}

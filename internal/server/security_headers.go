package server

import (
	"net/http"
	"strings"
)

// contentSecurityPolicy lets a page load only what this server sends. Pictures have the
// public URL also where the page was opened by another. Styles may be inline because
// the component kit writes them; scripts may not. blob: is for the map's worker and for
// pictures before their upload.
func contentSecurityPolicy(origin string, external ExternalSources) string {
	self := func(and ...string) string { return strings.Join(strings.Fields("'self' "+strings.Join(and, " ")), " ") }
	return "default-src 'self'; script-src " + self(external.Scripts...) + "; style-src 'self' 'unsafe-inline'; img-src " + self(append([]string{origin}, external.Images...)...) + " data: blob:; " +
		"font-src 'self'; connect-src " + self(external.Calls...) + "; frame-src " + self(external.Frames...) + "; worker-src 'self' blob:; manifest-src 'self'; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

func securityHeaders(next http.Handler, origin string, external ExternalSources) http.Handler {
	allowed, secure := contentSecurityPolicy(origin, external), strings.HasPrefix(origin, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", allowed)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

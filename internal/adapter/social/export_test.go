package social

import (
	"net/http"
	"time"

	"hawker/internal/adapter/idtoken"
)

// Through sends calls to Google's and Apple's addresses to a test's server.
func Through(road http.RoundTripper, p *OIDC, issuer, clientID string) *OIDC {
	p.tokens = idtoken.Discovering(&http.Client{Transport: road}, issuer, clientID)
	return p
}

// Wait shortens the timeout for a test.
func (f *Facebook) Wait(patience time.Duration) { f.client.Timeout = patience }

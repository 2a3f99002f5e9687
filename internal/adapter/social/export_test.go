package social

import (
	"net/http"
	"time"

	"hawker/internal/adapter/idtoken"
)

// Through has Google's and Apple's own addresses lead to a test's server.
func Through(road http.RoundTripper, p *OIDC, issuer, clientID string) *OIDC {
	p.tokens = idtoken.Discovering(&http.Client{Transport: road}, issuer, clientID)
	return p
}

// Wait shortens what a test would wait for.
func (f *Facebook) Wait(patience time.Duration) { f.client.Timeout = patience }

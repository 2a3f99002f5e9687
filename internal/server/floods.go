package server

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/httprate"
)

// A person at a fast phone makes a few calls a second. Making guests is rarer,
// and each leaves a row behind.
const (
	callsPerMinute  = 900
	guestsPerMinute = 60
)

// byAddress counts by the address of who asks. Behind a proxy that is trusted,
// realAddress has put the shopper's own there.
func byAddress(r *http.Request) (string, error) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return httprate.CanonicalizeIP(host), err
}

// limitFloods refuses more calls from one address than a person makes.
func limitFloods(on bool, next http.Handler) http.Handler {
	if !on {
		return next
	}
	refuse := httprate.WithLimitHandler(func(w http.ResponseWriter, _ *http.Request) {
		const sentence = "Too many requests. Please wait a moment and try again."
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(w, `{"errors":[{"code":"too_many","message":%q}],"message":%q}`, sentence, sentence)
	})
	limit := func(n int) func(http.Handler) http.Handler {
		return httprate.LimitBy(n, time.Minute, byAddress, refuse)
	}
	all := limit(callsPerMinute)(next)
	guests := limit(guestsPerMinute)(all)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == "/api/v1/auth/guest" {
			guests.ServeHTTP(w, r)
			return
		}
		all.ServeHTTP(w, r)
	})
}

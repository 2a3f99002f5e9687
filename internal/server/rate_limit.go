package server

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"hawker/internal/locale"
)

// Limits by client address, of all calls, pages and files together. Those of one operation are
// in internal/api/call. A person on a fast phone makes a few calls a second. New
// guests are rarer, and each inserts a row. Files and pictures are many, and cheap.
const (
	callsPerMinute  = 900
	guestsPerMinute = 60
	pagesPerMinute  = 600
	filesPerMinute  = 6000
)

// byAddress returns the client address. Behind a trusted proxy, realAddress has already
// replaced the proxy's address.
func byAddress(r *http.Request) (string, error) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return httprate.CanonicalizeIP(host), err
}

// limitCalls limits the calls of the API.
func limitCalls(on bool, next http.Handler) http.Handler {
	if !on {
		return next
	}
	all := limit(callsPerMinute, refuseCall)(next)
	guests := limit(guestsPerMinute, refuseCall)(all)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == "/api/v1/auth/guest" {
			guests.ServeHTTP(w, r)
			return
		}
		all.ServeHTTP(w, r)
	})
}

// limitPages limits pages, and separately files and pictures.
func limitPages(on bool, pages, files http.Handler) (limitedPages, limitedFiles http.Handler) {
	if !on {
		return pages, files
	}
	return limit(pagesPerMinute, refusePage)(pages), limit(filesPerMinute, refusePage)(files)
}

func limit(perMinute int, refuse http.HandlerFunc) func(http.Handler) http.Handler {
	return httprate.LimitBy(perMinute, time.Minute, byAddress, httprate.WithLimitHandler(refuse))
}

// sentenceFor returns a sentence in the language that a call asks for (I18N-01).
func sentenceFor(r *http.Request, english string) string {
	return locale.Sentence(r.Header.Get("X-localization"), english)
}

const tooMany = "Too many requests. Please wait a moment and try again."

func refuseCall(w http.ResponseWriter, r *http.Request) {
	sentence := sentenceFor(r, tooMany)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusTooManyRequests)
	fmt.Fprintf(w, `{"errors":[{"code":"too_many","message":%q}],"message":%q}`, sentence, sentence)
}

func refusePage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, tooMany, http.StatusTooManyRequests)
}

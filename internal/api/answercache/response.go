package answercache

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hawker/internal/gzipped"
)

// gzipMinimum is the shortest body that is compressed, in bytes.
const gzipMinimum = 1024

// response is a response as it is sent.
type response struct {
	key     string
	at      time.Time // when rendering began
	changes int64     // how many changes there were then
	status  int
	header  http.Header
	body    []byte
	etag    string
	pattern string  // of the route, for log and metrics
	items   []int64 // that it shows
	evicted bool

	compress   sync.Once
	compressed []byte // gzip; nil: the body is too short
}

// size is how much memory it takes, with its compressed body and its fields.
func (r *response) size() int { return len(r.key) + len(r.body)*5/4 + 8*len(r.items) + 512 }

// write sends the response, compressed where the client accepts that, or 304 where
// the client has it.
func (r *response) write(w http.ResponseWriter, req *http.Request, vary string) {
	h := w.Header()
	for name, values := range r.header {
		h[name] = slices.Clip(values) // shared: an append must copy
	}
	if r.status != http.StatusOK {
		w.WriteHeader(r.status)
		_, _ = w.Write(r.body) // fails when the client has gone
		return
	}
	body, etag := r.body, `"`+r.etag+`"`
	if gzipped.Accepted(req.Header.Get("Accept-Encoding")) {
		if compressed := r.gzip(); compressed != nil {
			body, etag = compressed, `"`+r.etag+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Etag", etag)
	h.Set("Cache-Control", "no-cache") // clients revalidate each time: stock and opening hours change
	h.Set("Vary", vary)
	if known := req.Header.Get("If-None-Match"); known != "" && (known == "*" || strings.Contains(known, r.etag)) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func (r *response) gzip() []byte {
	r.compress.Do(func() {
		if len(r.body) >= gzipMinimum {
			r.compressed = gzipped.Compress(r.body)
		}
	})
	return r.compressed
}

// recorder keeps a response instead of sending it.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

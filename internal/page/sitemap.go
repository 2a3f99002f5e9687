package page

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"hawker/internal/clock"
	"hawker/internal/gzipped"
	"hawker/internal/recent"
)

const (
	maxURLs  = 50_000 // in one file: search engines read no more
	maxFiles = 10

	sitemapAge     = time.Hour
	sitemapTimeout = 10 * time.Second // for reading the paths
)

var fixedPaths = []string{"/", "/home", "/categories"}

// sitemap caches the sitemap for an hour. One request renders it; others wait for
// that one.
type sitemap struct {
	made      *recent.Value[[]document]
	publicURL string
}

// document is a rendered file. Without a configured public URL it has originMark in its
// place, and is not compressed.
type document struct{ plain, compressed []byte }

// originMark is replaced by the public URL. It cannot occur in XML.
const originMark = "\x00"

func newSitemap(c clock.Clock, publicURL string, paths func(context.Context) ([]string, error)) *sitemap {
	s := &sitemap{publicURL: publicURL}
	s.made = recent.New(c, sitemapAge, func(ctx context.Context) ([]document, error) {
		// It does not end with this request, because others wait for it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sitemapTimeout)
		defer cancel()
		all, err := paths(ctx)
		if err != nil {
			return nil, err
		}
		return s.render(append(slices.Clone(fixedPaths), all...)), nil
	})
	return s
}

// render returns one file, or an index and its parts.
func (s *sitemap) render(paths []string) []document {
	var parts []document
	for urls := range slices.Chunk(paths[:min(len(paths), maxFiles*maxURLs)], maxURLs) {
		parts = append(parts, s.document("urlset", "url", urls))
	}
	if len(parts) == 1 {
		return parts
	}
	names := make([]string, len(parts))
	for i := range names {
		names[i] = partPath(i + 1)
	}
	return append([]document{s.document("sitemapindex", "sitemap", names)}, parts...)
}

func partPath(n int) string { return "/sitemap-" + strconv.Itoa(n) + ".xml" }

func (s *sitemap) document(list, entry string, paths []string) document {
	var b bytes.Buffer
	fmt.Fprintf(&b, `%s<%s xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, xml.Header, list)
	origin := cmp.Or(s.publicURL, originMark)
	for _, path := range paths {
		fmt.Fprintf(&b, "<%s><loc>%s", entry, origin)
		_ = xml.EscapeText(&b, []byte(path))
		fmt.Fprintf(&b, "</loc></%s>", entry)
	}
	fmt.Fprintf(&b, "</%s>\n", list)
	d := document{plain: b.Bytes()}
	if s.publicURL != "" {
		d.compressed = gzipped.Compress(d.plain)
	}
	return d
}

// handler serves the file of this number. Number 0 is the sitemap, or the index of the
// others.
func (s *sitemap) handler(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		all, err := s.made.Get(r.Context())
		if err != nil {
			w.Header().Set("Retry-After", "60")
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "The sitemap cannot be read now.", http.StatusServiceUnavailable)
			return
		}
		if n >= len(all) {
			http.NotFound(w, r)
			return
		}
		s.write(w, r, all[n])
	}
}

func (s *sitemap) write(w http.ResponseWriter, r *http.Request, d document) {
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	body := d.plain
	if s.publicURL == "" {
		h.Set("Cache-Control", "no-store") // it contains the host of the request
		body = bytes.ReplaceAll(body, []byte(originMark), []byte(originOf(r)))
	} else {
		h.Set("Cache-Control", "public, max-age=3600")
		h.Set("Vary", "Accept-Encoding")
		if gzipped.Accepted(r.Header.Get("Accept-Encoding")) {
			h.Set("Content-Encoding", "gzip")
			body = d.compressed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // fails when the client has gone
}

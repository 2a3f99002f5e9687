package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"hawker/internal/clock"
	"hawker/internal/recent"
)

// What a sitemap holds. Search engines take no more addresses in one file.
const (
	mostURLs  = 50_000
	mostParts = 10

	sitemapAge  = time.Hour
	sitemapTime = 10 * time.Second // for reading the addresses
)

// MostPaths is how many addresses a town's sitemap may have, beside those of its
// own.
const MostPaths = mostParts*mostURLs - 3

// fixedPaths are in every town.
var fixedPaths = []string{"/", "/home", "/categories"}

// sitemap is the town's for an hour. One request makes it, and others that come
// meanwhile wait for that one.
type sitemap struct {
	made      *recent.Value[[]document]
	publicURL string
}

// document is a finished file. Where only the request knows the town's address,
// a mark stands in its place, and it is not packed.
type document struct{ plain, packed []byte }

// originMark stands for the town's address; no XML can hold it.
const originMark = "\x00"

func newSitemap(c clock.Clock, publicURL string, paths func(context.Context) ([]string, error)) *sitemap {
	s := &sitemap{publicURL: publicURL}
	s.made = recent.New(c, sitemapAge, func(ctx context.Context) ([]document, error) {
		// Who asked may hang up: the next one would have to begin again.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sitemapTime)
		defer cancel()
		all, err := paths(ctx)
		if err != nil {
			return nil, err
		}
		return s.make(append(slices.Clone(fixedPaths), all...)), nil
	})
	return s
}

// make makes one file, or an index and its parts.
func (s *sitemap) make(paths []string) []document {
	var parts []document
	for urls := range slices.Chunk(paths[:min(len(paths), mostParts*mostURLs)], mostURLs) {
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
		d.packed = packed(d.plain)
	}
	return d
}

func packed(plain []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(plain) // memory takes everything
	_ = w.Close()
	return b.Bytes()
}

// handler answers the file of this number: the first is the sitemap, or the index
// of the others.
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
		h.Set("Cache-Control", "no-store") // it repeats what the request says
		body = bytes.ReplaceAll(body, []byte(originMark), []byte(originOf(r)))
	} else {
		h.Set("Cache-Control", "public, max-age=3600")
		h.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			body = d.packed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a client that went away
}

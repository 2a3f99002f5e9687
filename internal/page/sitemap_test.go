package page_test

import (
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/clock"
)

// The addresses are read once an hour, however often and by whomever the sitemap
// is asked for, and no file has more than search engines take.
func TestSitemap_isMadeOnceAnHourInParts(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	c := clock.NewManual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	h := townOf(t, c, "https://shop.example", 120_000, &reads)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { answerTo(h, "/sitemap.xml", "shop.example") })
	}
	wg.Wait()
	index := answerTo(h, "/sitemap.xml", "eve.example")
	if body := index.Body.String(); strings.Count(body, "<sitemap><loc>https://shop.example/sitemap-") != 3 || !strings.Contains(body, "</sitemapindex>") ||
		index.Header().Get("Cache-Control") != "public, max-age=3600" {
		t.Errorf("the index: %v %.400s", index.Header(), body)
	}
	urls := 0
	for n := 1; n <= 3; n++ {
		part := answerTo(h, fmt.Sprintf("/sitemap-%d.xml", n), "eve.example", "Accept-Encoding", "gzip")
		unpacked, err := gzip.NewReader(part.Body)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(unpacked)
		var list struct {
			URLs []struct {
				Loc string `xml:"loc"`
			} `xml:"url"`
		}
		if err != nil || xml.Unmarshal(body, &list) != nil || len(list.URLs) == 0 || len(list.URLs) > 50_000 || !strings.HasPrefix(list.URLs[0].Loc, "https://shop.example/") {
			t.Fatalf("part %d: %v, %d addresses in %.200s", n, err, len(list.URLs), body)
		}
		urls += len(list.URLs)
	}
	if urls != 120_003 || reads.Load() != 1 {
		t.Errorf("%d addresses, read %d times", urls, reads.Load())
	}
	if beyond := answerTo(h, "/sitemap-4.xml", "shop.example"); beyond.Code != http.StatusNotFound {
		t.Errorf("a part that there is not: %d", beyond.Code)
	}
	c.Advance(time.Hour)
	answerTo(h, "/sitemap.xml", "shop.example")
	if reads.Load() != 2 {
		t.Errorf("an hour later: read %d times", reads.Load())
	}
}

func TestSitemap_isReadAgainAfterAFault(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	h := townOf(t, clock.System, "", 0, &reads)
	if w := answerTo(h, "/sitemap.xml", "shop.example"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := answerTo(h, "/sitemap.xml", "shop.example"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<loc>http://shop.example/home</loc>") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

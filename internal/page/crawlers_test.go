package page_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"hawker/internal/clock"
)

// A shopper's own pages are in no search engine: robots.txt keeps crawlers off,
// and the page says it, too.
func TestCrawlers_areKeptOffAShoppersOwnPages(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	_, robots := ask(t, url+"/robots.txt")
	if !strings.Contains(robots, "User-agent: *\nDisallow: /api/\n") {
		t.Errorf("robots.txt: %s", robots)
	}
	for path, rule := range map[string]string{
		"/checkout": "/checkout", "/track-order": "/track-order", "/order/7": "/order/", "/auth": "/auth",
		"/forgot-password": "/forgot-password", "/account": "/account", "/profile": "/profile", "/my-orders": "/my-orders",
		"/settings": "/settings", "/loyalty-points": "/loyalty-points", "/referral-code": "/referral-code", "/wallet": "/wallet", "/interest": "/interest", "/newsletter": "/newsletter", "/rental/cart": "/rental/cart", "/rental/checkout": "/rental/checkout", "/my-trips": "/my-trips", "/trip/7": "/trip/",
	} {
		if !strings.Contains(robots, "\nDisallow: "+rule+"\n") {
			t.Errorf("robots.txt does not disallow %s", rule)
		}
		w, body := ask(t, url+path)
		if w.StatusCode != http.StatusOK {
			t.Errorf("%s returned %d", path, w.StatusCode)
		}
		if !strings.Contains(body, `name="robots" content="noindex"`) || strings.Contains(body, `rel="canonical"`) {
			t.Errorf("%s may be indexed", path)
		}
	}
}

// A client that does not accept gzip gets the plain sitemap, and a cache tells the two apart.
func TestSitemap_isPackedForClientsThatAcceptGzip(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	h := townOf(t, clock.System, "https://shop.example", 1, &reads)
	for accept, encoding := range map[string]string{"": "", "identity": "", "gzip, br": "gzip"} {
		w := answerTo(h, "/sitemap.xml", "shop.example", "Accept-Encoding", accept)
		if w.Header().Get("Content-Encoding") != encoding || w.Header().Get("Vary") != "Accept-Encoding" || strings.HasPrefix(w.Body.String(), "<?xml") != (encoding == "") {
			t.Errorf("for %q: %v %.40q", accept, w.Header(), w.Body)
		}
	}
}

// A client that hangs up does not make others wait until the addresses are read again.
func TestSitemap_isMadeAlsoIfTheClientHangsUp(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	h := townOf(t, clock.System, "https://shop.example", 1, &reads)
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, http.MethodGet, "/sitemap.xml", nil))
	if w := answerTo(h, "/sitemap.xml", "shop.example"); w.Code != http.StatusOK || reads.Load() != 1 {
		t.Errorf("%d, read %d times", w.Code, reads.Load())
	}
}

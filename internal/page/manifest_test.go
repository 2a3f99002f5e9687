package page_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

func TestManifest_carriesTheTownsName(t *testing.T) {
	t.Parallel()
	answer, body := ask(t, newPages(t).URL+"/manifest.webmanifest", "Cookie", "hk_scope=lang%3Dar")
	if kind := answer.Header.Get("Content-Type"); kind != "application/manifest+json" {
		t.Errorf("Content-Type %q", kind)
	}
	if vary := answer.Header.Get("Vary"); vary != "Cookie" { // its words are in the shopper's language
		t.Errorf("Vary %q", vary)
	}
	var m struct {
		Name, Lang, Dir, Display string
		Icons                    []struct{ Sizes, Purpose string }
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	if m.Name != "Kiosk & Sons" || m.Lang != "ar" || m.Dir != "rtl" || m.Display != "standalone" {
		t.Errorf("%+v", m)
	}
	for _, wanted := range []struct{ Sizes, Purpose string }{{"192x192", "any"}, {"512x512", "any"}, {"512x512", "maskable"}} {
		if !slices.Contains(m.Icons, wanted) {
			t.Errorf("lacks the icon %+v in %s", wanted, body)
		}
	}
}

// A worker that a cache held back would keep old builds alive; what it keeps for
// a day without a network is the shop, without anything that is sold.
func TestOffline_isAskedForAnewAndHoldsNoGoods(t *testing.T) {
	t.Parallel()
	h, err := page.New(page.Config{
		Assets: fstest.MapFS{"index.html": assets["index.html"], "sw.js": {Data: []byte("worker")}}, API: api, Media: page.Layers{},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/sw.js", nil))
	if cache, kind := w.Header().Get("Cache-Control"), w.Header().Get("Content-Type"); cache != "no-cache" || kind != "text/javascript; charset=utf-8" {
		t.Errorf("Cache-Control %q, Content-Type %q", cache, kind)
	}
	_, body := ask(t, newPages(t).URL+"/offline")
	_, rest, _ := strings.Cut(body, `id="hk-data">`)
	data, _, _ := strings.Cut(rest, "</script>")
	var blocks []struct{ Operation string }
	if err := json.Unmarshal([]byte(data), &blocks); err != nil {
		t.Fatal(err)
	}
	operations := make([]string, len(blocks))
	for i, b := range blocks {
		operations[i] = b.Operation
	}
	if want := []string{"getConfig", "getLandingPage", "listModules"}; !slices.Equal(operations, want) {
		t.Errorf("holds %v, want %v", operations, want)
	}
}

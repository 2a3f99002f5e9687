package page_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

const persian = `{"common.close":[{"type":0,"value":"بستن"}]}`

// newOwnPages has two languages of its own, of which the town offers one.
func newOwnPages(t *testing.T) http.Handler {
	t.Helper()
	h, err := page.New(page.Config{
		Assets: fstest.MapFS{"index.html": assets["index.html"], "desk.html": assets["desk.html"], "first-views.json": {Data: []byte(views)}},
		API:    api, Media: page.Layers{}, Text: messages(t),
		Languages:    func(context.Context) []string { return []string{"en", "fa"} },
		OwnLanguages: map[string][]byte{"fa": []byte(persian), "pt-BR": []byte(`{}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var ownLanguage = regexp.MustCompile(`<meta name="hk-language-fa" content="(/languages/fa\.[0-9a-f]{8}\.json)">`)

func TestOwnLanguage_I18N01_TRAP_D31_isNamedByThePage(t *testing.T) {
	t.Parallel()
	h := newOwnPages(t)
	for _, path := range []string{"/store/corner", "/desk", "/offline"} {
		english, own := answerOf(t, h, path, ""), answerOf(t, h, path, "lang%3Dfa")
		found := ownLanguage.FindStringSubmatch(own)
		if found == nil || !strings.Contains(english, found[0]) {
			t.Errorf("%s names no file: %.600s", path, own)
			continue
		}
		preload := `<link rel="preload" as="fetch" crossorigin href="` + found[1] + `">`
		if !strings.Contains(own, preload) || strings.Contains(english, preload) {
			t.Errorf("%s: the preload belongs to the page in this language: %.600s", path, own)
		}
		if !strings.Contains(own, `<html lang="fa" dir="rtl"`) {
			t.Errorf("%s is not read from the right: %.600s", path, own)
		}
		if strings.Contains(own, "pt-BR") {
			t.Errorf("%s names a language that the town does not offer: %.600s", path, own)
		}
	}
	if body := answerOf(t, newDrawnPages(t), "/store/corner", ""); strings.Contains(body, "hk-language-") {
		t.Errorf("a town without own languages names some: %.600s", body)
	}
}

// First views are drawn while building, in the languages that Hawker ships.
func TestOwnLanguage_I18N01_BRW01_isDrawnByTheScript(t *testing.T) {
	t.Parallel()
	body := answerOf(t, newOwnPages(t), "/store/corner", "lang%3Dfa")
	if !strings.Contains(body, `<div id="root"></div>`) || !strings.Contains(body, `<link rel="start" crossorigin href="/assets/store-1.js">`) {
		t.Errorf("got %s", body)
	}
}

func TestOwnLanguage_I18N01_TRAP_D31_isServed(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(newOwnPages(t))
	t.Cleanup(server.Close)
	found := ownLanguage.FindStringSubmatch(answerOf(t, newOwnPages(t), "/home", ""))
	if found == nil {
		t.Fatal("the page names no file")
	}
	etag := `"` + strings.Split(found[1], ".")[1] + `"`
	for _, tt := range []struct {
		path, accept, match string
		status              int
		cache, encoding     string
	}{
		{found[1], "identity", "", 200, "public, max-age=31536000, immutable", ""},
		{found[1], "gzip, br", "", 200, "public, max-age=31536000, immutable", "gzip"},
		{found[1], "identity", etag, 304, "public, max-age=31536000, immutable", ""},
		{"/languages/fa.00000000.json", "identity", "", 200, "no-cache", ""}, // another instance has another version
		{"/languages/fr.00000000.json", "identity", "", 404, "", ""},
		{"/languages/", "identity", "", 404, "", ""},
	} {
		answer, body := ask(t, server.URL+tt.path, "Accept-Encoding", tt.accept, "If-None-Match", tt.match)
		if answer.StatusCode != tt.status {
			t.Errorf("%s: %d, want %d", tt.path, answer.StatusCode, tt.status)
		}
		if tt.status == 404 {
			continue
		}
		if got := answer.Header.Get("Cache-Control"); got != tt.cache {
			t.Errorf("%s: Cache-Control %q, want %q", tt.path, got, tt.cache)
		}
		if got := answer.Header.Get("Content-Encoding"); got != tt.encoding && tt.status == 200 {
			t.Errorf("%s: Content-Encoding %q, want %q", tt.path, got, tt.encoding)
		}
		if tt.status == 200 && tt.encoding == "" && body != persian || answer.Header.Get("ETag") != etag {
			t.Errorf("%s: ETag %s, %s", tt.path, answer.Header.Get("ETag"), body)
		}
	}
}

package main

import (
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api"
	"hawker/internal/db"
)

// ask makes a call like a page of another site: with that site's origin, and without a
// token.
func (r *running) ask(t *testing.T, method, path, kind, body string) *http.Response {
	t.Helper()
	call, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	call.Header.Set("Origin", "https://elsewhere.example")
	if kind != "" {
		call.Header.Set("Content-Type", kind)
	}
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

// Another site can make a visitor's browser send a form, or a body without a type, with the
// visitor's cookies. It must change nothing: calls only accept JSON, or need a token or a key
// in a header. Neither can be sent without asking the browser.
func TestBrowser_formsOfOtherSitesChangeNothing(t *testing.T) {
	t.Parallel()
	r := startDemo(t, db.SQLite, "--staff", "off", "--rate-limits", "off")
	for path, item := range api.Document(http.NewServeMux()).Paths {
		if item.Post == nil || item.Post.RequestBody == nil {
			continue
		}
		for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			answer := r.ask(t, http.MethodPost, "/api/v1"+strings.ReplaceAll(path, "{id}", "1"), kind, `{"guest_id":"x"}`)
			s := answer.StatusCode
			if s == http.StatusUnprocessableEntity && needsHeader(item.Post) {
				said, err := io.ReadAll(answer.Body)
				if err != nil || !strings.Contains(string(said), "header") {
					t.Errorf("POST %s as %q: %s, want the header that is missing", path, kind, said)
				}
				continue
			}
			if s != http.StatusUnsupportedMediaType && s != http.StatusUnauthorized {
				t.Errorf("POST %s as %q: %d", path, kind, s)
			}
		}
	}
}

// needsHeader reports whether a call needs a header besides that of a token.
func needsHeader(op *huma.Operation) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "header" && p.Required })
}

// No page of another origin may read a response: no header allows one, and a preflight
// request is not allowed.
func TestBrowser_noOtherOriginIsAllowed(t *testing.T) {
	t.Parallel()
	r := startDemo(t, db.SQLite, "--staff", "off", "--rate-limits", "off")
	for path, item := range api.Document(http.NewServeMux()).Paths {
		methods := []string{http.MethodOptions}
		if item.Get != nil && !strings.HasSuffix(path, "/events") {
			methods = append(methods, http.MethodGet)
		}
		for _, method := range methods {
			answer := r.ask(t, method, "/api/v1"+strings.ReplaceAll(path, "{id}", "1"), "", "")
			for name := range answer.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s %s sends %s: %s", method, path, name, answer.Header.Get(name))
				}
			}
		}
	}
}

// Every response has its content type, with a character set for text, and tells the
// browser not to guess another one.
func TestBrowser_everyBodyHasItsContentType(t *testing.T) {
	t.Parallel()
	r := startDemo(t, db.SQLite, "--staff", "off", "--rate-limits", "off")
	for path, want := range map[string]string{
		"/": "text/html; charset=utf-8", "/home": "text/html; charset=utf-8", "/no/such/page": "text/html; charset=utf-8",
		"/robots.txt": "text/plain; charset=utf-8", "/sitemap.xml": "application/xml; charset=utf-8",
		"/api/v1/config": "application/json", "/api/v1/none": "application/json", "/api/v1/items/nothing": "application/json",
		"/healthz": "text/plain; charset=utf-8", "/demo/outbox": "text/html; charset=utf-8",
	} {
		answer := r.ask(t, http.MethodGet, path, "", "")
		text, _ := io.ReadAll(answer.Body)
		got, params, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
		if wantKind, _, _ := strings.Cut(want, ";"); err != nil || got != wantKind || strings.Contains(want, "charset") && params["charset"] != "utf-8" {
			t.Errorf("%s is %q, want %q", path, answer.Header.Get("Content-Type"), want)
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" || len(text) == 0 {
			t.Errorf("%s: %d bytes, X-Content-Type-Options %q", path, len(text), answer.Header.Get("X-Content-Type-Options"))
		}
	}
}

// No file of the repository or of the data folder is served.
func TestBrowser_noFileOfTheServersIsServed(t *testing.T) {
	t.Parallel()
	r := startDemo(t, db.SQLite, "--staff", "off", "--rate-limits", "off")
	for _, path := range []string{"/.git/config", "/.git/HEAD", "/.svn/entries", "/hawker.db", "/data/hawker.db", "/media/hawker.db", "/..%2fhawker.db", "/go.mod", "/assets/", "/media/"} {
		answer := r.ask(t, http.MethodGet, path, "", "")
		text, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != http.StatusNotFound || strings.Contains(string(text), "SQLite format") {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

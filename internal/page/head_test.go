package page_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"hawker/internal/page"
)

// shopOf returns a shop whose API responses one path with the body given.
func shopOf(t *testing.T, path, body string) http.Handler {
	t.Helper()
	h, err := page.New(page.Config{
		Assets: fstest.MapFS{"index.html": assets["index.html"]}, Media: page.Layers{},
		API: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.TrimPrefix(r.URL.Path, "/api/v1") == path {
				_, _ = w.Write([]byte(body))
				return
			}
			api.ServeHTTP(w, r)
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// What search engines are told of a product is what the shop knows of it.
func TestHead_ITEM01_stockAndRatings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		item        string
		has, hasNot string
	}{
		{`{"slug":"tea","stock":null}`, "schema.org/InStock", "OutOfStock"},
		{`{"slug":"tea","stock":1}`, "schema.org/InStock", "OutOfStock"},
		{`{"slug":"tea","stock":0}`, "schema.org/OutOfStock", "InStock"},
		{`{"slug":"tea","avg_rating":0,"rating_count":0}`, "schema.org/InStock", "aggregateRating"},
		{`{"slug":"tea","avg_rating":4.5,"rating_count":2}`, `"ratingValue":4.5,"reviewCount":2`, `"brand"`},
		{`{"slug":"tea","brand":"Leaf"}`, `"brand":{"@type":"Brand","name":"Leaf"}`, "aggregateRating"},
	} {
		body := answerTo(shopOf(t, "/items/tea", tt.item), "/product/tea", "shop.example").Body.String()
		if !strings.Contains(body, tt.has) {
			t.Errorf("%s: lacks %s", tt.item, tt.has)
		}
		head, _, _ := strings.Cut(body, `id="hk-data"`)
		if strings.Contains(head, tt.hasNot) {
			t.Errorf("%s: has %s", tt.item, tt.hasNot)
		}
	}
}

// A description ends with a word, and where there is none to end with, at its
// length.
func TestHead_descriptionsAreShort(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Short.":                         "Short.",
		strings.Repeat("é", 160):         strings.Repeat("é", 160),
		strings.Repeat("é", 161):         strings.Repeat("é", 159) + "…",
		strings.Repeat("words and ", 20): strings.Repeat("words and ", 15) + "words…",
		"a " + strings.Repeat("é", 200):  "a " + strings.Repeat("é", 157) + "…",
	} {
		body := answerTo(shopOf(t, "/pages/about-us", `{"title":"A","body":"`+text+`"}`), "/about-us", "shop.example").Body.String()
		_, rest, _ := strings.Cut(body, `<meta name="description" content="`)
		got, _, _ := strings.Cut(rest, `"`)
		if got != want || utf8.RuneCountInString(got) > 160 {
			t.Errorf("%.20s… becomes %q, want %q", text, got, want)
		}
	}
}

// Where the owner gave no address, a page's own is that of the request.
func TestHead_canonicalAddressIsTheRequests(t *testing.T) {
	t.Parallel()
	h := shopOf(t, "", "")
	for _, origin := range []string{"http://shop.example", "https://shop.example", "https://shop.example:8443"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, origin+"/home", nil))
		if want := `rel="canonical" href="` + origin + `/home"`; !strings.Contains(w.Body.String(), want) {
			t.Errorf("lacks %s", want)
		}
	}
}

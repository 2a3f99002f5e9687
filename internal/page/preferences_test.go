package page_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

// Under https a page on a sibling host can write the cookie without the prefix:
// the one with it counts.
func TestCookie_LOC14_theOneOfThisHostWins(t *testing.T) {
	t.Parallel()
	_, body := ask(t, newPages(t).URL+"/", "Cookie", "hk_scope=lang%3Dar; __Host-hk_scope=lang%3Dfa")
	if !strings.Contains(body, `<html lang="fa" dir="rtl">`) {
		t.Errorf("%.200s", body)
	}
}

// A page asks the API with the place of the cookie and as nobody: what it holds
// is public.
func TestPage_LOC14_asksWithThePlaceAndWithoutTheShopper(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]http.Header{}
	h, err := page.New(page.Config{
		Assets: fstest.MapFS{"index.html": assets["index.html"]}, Media: page.Layers{},
		API: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[strings.TrimPrefix(r.URL.Path, "/api/v1")] = r.Header.Clone()
			mu.Unlock()
			api.ServeHTTP(w, r)
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ cookie, zone, module, language string }{
		{"lang%3Dar%26zone%3D2%2C1%26module%3D11", "[2,1]", "11", "ar"},
		{"zone%3D2%2Cx%26module%3Dfood", "", "", "en"}, // the default module, as the storefront
	} {
		answerTo(h, "/store/corner", "shop.example", "Cookie", "hk_scope="+tt.cookie, "Authorization", "Bearer x", "X-Guest-Id", "x")
		got := asked["/stores/corner"]
		if got.Get("zoneid") != tt.zone || got.Get("moduleId") != tt.module || got.Get("X-localization") != tt.language {
			t.Errorf("%s: asked with %v", tt.cookie, got)
		}
		for _, own := range []string{"Authorization", "X-Guest-Id", "Cookie"} {
			if got.Get(own) != "" {
				t.Errorf("%s is handed on", own)
			}
		}
	}
}

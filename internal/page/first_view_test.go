package page_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

// views are what the storefront's build might have drawn of a page.
const views = `{
	"/store/{id}": {
		"scripts": ["/assets/store-1.js"], "styles": ["/assets/store-1.css"],
		"drawn": {
			"en new food": "<h1>{{.Word \"getStore.name\"}}</h1>{{if .Word \"getStore.tagline\"}}<p>{{.Word \"getStore.tagline\"}}</p>{{end}}<img src=\"{{.Picture \"getStore.cover_photo_full_url\" 960}}\">{{if .Amount \"getConfig.free_delivery_over\"}}<b>over {{.Amount \"getConfig.free_delivery_over\"}}</b>{{end}}<i>{{.Word \"listModules.modules.0.id\"}}{{.Word \"listModules.modules.7.id\"}}{{.Word \"getStore.name.none\"}}</i>",
			"en placed food": "<h2>welcome back</h2>", "en placed other": "<h2>not hungry</h2>",
			"en placed food customer": "<h2>hello again</h2>"
		}
	},
	"/home": {"scripts": [], "styles": [], "drawn": {"en new food": "<h2>{{.Word \"listBanners.banners.0.title\"}}</h2>"}},
	"/product/{id}": {"scripts": [], "styles": [], "drawn": {"en new food":
		"<h1>{{.Word \"getItem.name\"}}</h1><b>{{.Amount \"getItem.sale_price\"}}</b>{{if .Word \"getItem.organic\"}}<i>organic</i>{{end}}{{if .Word \"getItem.halal\"}}<i>halal</i>{{end}}<p>{{.Word \"getItem.description\"}}</p>"}},
	"/checkout": {"scripts": ["/assets/checkout-1.js"], "styles": [], "drawn": {}}
}`

func newDrawnPages(t *testing.T) http.Handler {
	t.Helper()
	h, err := page.New(page.Config{
		Assets: fstest.MapFS{"index.html": assets["index.html"], "first-views.json": {Data: []byte(views)}},
		API:    api, Media: page.Layers{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestFirstView_BRW01_ITEM01(t *testing.T) {
	t.Parallel()
	h := newDrawnPages(t)
	tests := []struct {
		name, path, cookie string
		has, hasNot        []string
	}{
		{
			"a town's words fill the holes, escaped for where they stand", "/store/corner", "",
			[]string{
				`<div id="root"><div data-drawn><h1>Corner &lt;b&gt;</h1><img src="/media/0/store/c-960.webp"><b>over $25.00</b><i>10</i></div></div>`,
				`<link rel="stylesheet" crossorigin href="/assets/store-1.css">`, `<link rel="start" crossorigin href="/assets/store-1.js">`,
			}, nil,
		},
		{"who has a place sees no question for it", "/store/corner", "lang%3Den%26zone%3D2", []string{"welcome back"}, []string{"<h1>"}},
		{"who shops for something else is not asked about food", "/store/corner", "lang%3Den%26zone%3D2%26module%3D11", []string{"not hungry"}, nil},
		{"who is signed in is not asked to (HDR-01)", "/store/corner", "lang%3Den%26zone%3D2%26signed%3D1", []string{"hello again"}, []string{"welcome back"}},
		{"a parcel has another layout", "/store/corner", "lang%3Den%26module%3D12", []string{`<div id="root"></div>`}, nil},
		{"a module that is not here", "/store/corner", "lang%3Den%26module%3D99", []string{`<div id="root"></div>`}, nil},
		{"a language that was not drawn waits for the script", "/store/corner", "lang%3Dar", []string{`<div id="root"></div>`, "store-1.js"}, nil},
		{
			"title, price and description of a product are read without a script; a flag of 0 is off (ITEM-01)", "/product/shirt", "",
			[]string{`<div data-drawn><h1>Shirt &lt;S&gt;</h1><b>$19.50</b><i>halal</i><p>Cotton</p></div>`, `rel="preload" as="image"`}, nil,
		},
		{"an item of another module opens in its store (D17)", "/product/tea", "", []string{`<div id="root"></div>`}, nil},
		{"a search is another page", "/home?search=category&name=tea", "", []string{`<div id="root"></div>`}, nil},
		{"an unknown store is none", "/store/nowhere", "", []string{`<div id="root"></div>`}, []string{"store-1.js"}},
		{"a page may have files and no view", "/checkout", "", []string{`<div id="root"></div>`, "checkout-1.js"}, nil},
		{"what views are made from is not sent", "/first-views.json", "", []string{`<div id="root"></div>`}, []string{"welcome back"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			body := answerOf(t, h, tt.path, tt.cookie)
			for _, part := range tt.has {
				if !strings.Contains(body, part) {
					t.Errorf("lacks %s in\n%s", part, body)
				}
			}
			for _, part := range tt.hasNot {
				if strings.Contains(body, part) {
					t.Errorf("has %s", part)
				}
			}
		})
	}
}

func TestFirstViews_thatCannotBeReadStopTheStart(t *testing.T) {
	t.Parallel()
	for _, broken := range []string{`[`, `{"/":{"drawn":{"en new":"{{if}}"}}}`} {
		_, err := page.New(page.Config{Assets: fstest.MapFS{"index.html": assets["index.html"], "first-views.json": {Data: []byte(broken)}}, API: api})
		if err == nil {
			t.Errorf("%s was taken", broken)
		}
	}
}

// A guest is drawn with a way in only where there is one (D24).
func TestFirstView_D24(t *testing.T) {
	t.Parallel()
	withLogins := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		api.ServeHTTP(answer, r)
		w.WriteHeader(answer.Code)
		_, _ = w.Write(bytes.Replace(answer.Body.Bytes(), []byte(`{"business_name"`), []byte(`{"centralize_login":{"otp_login_status":1},"business_name"`), 1))
	})
	drawn := strings.ReplaceAll(views, "en placed food customer", "en placed food guest")
	for want, api := range map[string]http.Handler{"welcome back": api, "hello again": withLogins} {
		h, err := page.New(page.Config{
			Assets: fstest.MapFS{"index.html": assets["index.html"], "first-views.json": {Data: []byte(drawn)}},
			API:    api, Media: page.Layers{},
		})
		if err != nil {
			t.Fatal(err)
		}
		if body := answerOf(t, h, "/store/corner", "lang%3Den%26zone%3D2"); !strings.Contains(body, want) {
			t.Errorf("lacks %s in\n%s", want, body)
		}
	}
}

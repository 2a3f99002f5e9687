package page_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"hawker/internal/clock"
	"hawker/internal/notification"
	"hawker/internal/page"
)

var assets = fstest.MapFS{
	"index.html":         {Data: []byte(`<!doctype html><html lang="en"><head><!--head--><link href="/assets/a.css"></head><body><div id="root"><!--root--></div><!--data--></body></html>`)},
	"desk.html":          {Data: []byte(`<!doctype html><html lang="en"><head><!--head--></head><body><div id="root"><!--root--></div><!--data--><script src="/assets/desk-1.js"></script></body></html>`)},
	"assets/app-1.js":    {Data: []byte("console.log(1)")},
	"assets/app-1.js.br": {Data: []byte("brotli")},
	"assets/app-1.js.gz": {Data: []byte("gzip")},
	"boot.js":            {Data: []byte("boot")},
	".keep":              {Data: []byte("")},
}

// responses stand for the API where only what the page makes of an answer is
// looked at; the real pair is tested in cmd/hawker.
var responses = map[string]string{
	"/config":                  `{"business_name":"Kiosk & Sons","digit_after_decimal_point":2,"currency_symbol":"$","currency_symbol_direction":"left","free_delivery_over":25,"default_module_id":10,"module":[{"id":10,"module_type":"food"},{"id":11,"module_type":"pharmacy"},{"id":12,"module_type":"parcel"}]}`,
	"/landing-page":            `{"sub_title":"Everything \"here\"","hero_full_url":"/media/0/hero/x-480.webp"}`,
	"/modules":                 `{"modules":[{"id":10,"module_type":"food"},{"id":11,"module_type":"pharmacy"},{"id":12,"module_type":"parcel"}]}`,
	"/items/tea":               `{"id":7,"slug":"tea","name":"Tea </script><b>","description":"Hot & <i>sweet</i>","image_full_url":"/media/0/item/tea-480.webp","sale_price":1.5,"stock":0,"store_name":"Kiosk"}`,
	"/items/shirt":             `{"id":8,"slug":"shirt","name":"Shirt <S>","module_type":"ecommerce","description":"Cotton","image_full_url":"/media/0/item/s-480.webp","sale_price":19.5,"organic":0,"halal":1,"store_name":"Kiosk"}`,
	"/items/chai":              `{"id":7,"slug":"tea","name":"Tea"}`,
	"/items/7":                 `{"id":7,"slug":"tea","name":"Tea"}`,
	"/stores/nook":             `{"id":3,"slug":"corner","name":"Corner"}`,
	"/categories/hot":          `{"id":2,"slug":"warm","name":"Warm"}`,
	"/stores/nowhere":          ``,
	"/stores/corner":           `{"id":3,"slug":"corner","name":"Corner <b>","module_type":"food","cover_photo_full_url":"/media/0/store/c-480.webp"}`,
	"/items":                   `{"items":[]}`,
	"/banners":                 `{"banners":[{"image_full_url":"/media/0/hero/y-480.webp"}]}`,
	"/rental/vehicles/ridge":   `{"id":5,"slug":"ridge","name":"Ridge","brand":"Tarn","provider":{"name":"Anchor"},"thumbnail_full_url":"/media/0/vehicle/suv-480.webp"}`,
	"/rental/providers/anchor": `{"id":6,"slug":"anchor","name":"Anchor","avg_rating":4.5,"rating_count":2}`,
	"/parcel/categories":       `{"categories":[]}`,
	"/parcel/instructions":     `{"instructions":[]}`,
	"/pages/about-us":          `{"title":"About us","body":"We bring it."}`,
}

var api = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	body, known := responses[strings.TrimPrefix(r.URL.Path, "/api/v1")]
	if !known || body == "" {
		http.Error(w, `{"errors":[]}`, http.StatusNotFound)
		return
	}
	fmt.Fprint(w, body)
})

func newPages(t *testing.T) *httptest.Server {
	t.Helper()
	h, err := page.New(page.Config{
		Assets: assets, API: api, PublicURL: "https://shop.example/",
		Media:     page.Layers{page.FS(fstest.MapFS{"item/tea-480.webp": {Data: []byte("picture")}, "item/tea.svg": {Data: []byte("<svg>")}})},
		Paths:     func(context.Context) ([]string, error) { return []string{"/store/a&b"}, nil },
		Languages: func(context.Context) []string { return []string{"en", "ar"} }, Text: messages(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

// messages returns the texts of the storefront's catalogue.
func messages(t *testing.T) func(language, id string, values ...string) string {
	t.Helper()
	texts, err := notification.ReadTexts(os.DirFS("../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	return texts.Text
}

func ask(t *testing.T, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func answerOf(t *testing.T, h http.Handler, path, cookie string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if cookie != "" {
		r.Header.Set("Cookie", "hk_scope="+cookie)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Body.String()
}

func TestHead(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	tests := []struct {
		name, path  string
		status      int
		has, hasNot []string
	}{
		{"landing", "/", 200, []string{"<title>Kiosk &amp; Sons</title>", `content="Everything &#34;here&#34;"`, `rel="canonical" href="https://shop.example/"`, `"@type":"Organization"`}, nil},
		{"home", "/home", 200, []string{`"operation":"listBanners"`, "y-480.webp"}, nil},
		{"a search has no banners", "/home?search=category&name=tea", 200, []string{`"operation":"getConfig"`}, []string{"listBanners", "y-480.webp"}},
		{"product", "/product/tea?module_id=4", 200, []string{
			`rel="canonical" href="https://shop.example/product/tea"`, `"price":"1.50"`, "OutOfStock", `og:image" content="https://shop.example/media/0/item/tea-480.webp`,
			`"operation":"getItem"`,
		}, []string{"Tea </script><b>", "<i>sweet"}},
		{"store", "/store/corner", 200, []string{`"@type":"Restaurant"`, `"operation":"listItems"`, `"store_id":3`, "c-960.webp 960w"}, nil},
		{"RNT-04 vehicle", "/rental/vehicle-details/ridge?from=from_search", 200, []string{"<title>Ridge · Anchor</title>", `"operation":"getVehicle"`, `rel="canonical" href="https://shop.example/rental/vehicle-details/ridge"`}, nil},
		{"RNT-04 provider", "/rental/provider-details/anchor", 200, []string{"<title>Anchor · Kiosk &amp; Sons</title>", `"@type":"AutoRental"`, `"operation":"getProvider"`}, nil},
		{"RNT-02 search of vehicles", "/rental/vehicle-search?types=SUV", 200, []string{"<title>Vehicles · Kiosk &amp; Sons</title>"}, nil},
		{"PCL-01 form for a parcel", "/parcel/send", 200, []string{"<title>Send a parcel · Kiosk &amp; Sons</title>", `rel="canonical" href="https://shop.example/parcel/send"`}, []string{"noindex", "listParcelCategories"}},
		{"text", "/about-us", 200, []string{"<title>About us · Kiosk &amp; Sons</title>", `"operation":"getPage","params":{"path":{"slug":"about-us"}}`}, nil},
		{"PAGE-01 the contacts without a text", "/help-and-support", 200, []string{"<title>Help &amp; support · Kiosk &amp; Sons</title>", `rel="canonical" href="https://shop.example/help-and-support"`}, []string{"noindex", "getPage"}},
		{"a text that is switched off", "/refund-policy", 404, []string{`content="noindex"`}, nil},
		{"unknown store", "/store/nowhere", 404, []string{`name="robots" content="noindex"`, `id="root"`}, []string{"canonical"}},
		{"unknown address", "/no/such/page", 404, []string{`id="root"`}, nil},
		{"checkout is nobody's business", "/checkout", 200, []string{`content="noindex"`}, []string{"canonical"}},
		{"a hostile id names nothing", "/store/..%2f..%2fconfig", 404, nil, []string{"business_name\":\"..."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answer, body := ask(t, url+tt.path)
			if answer.StatusCode != tt.status {
				t.Errorf("status %d, want %d", answer.StatusCode, tt.status)
			}
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
			if cache := answer.Header.Get("Cache-Control"); cache != "no-cache" || !slices.Contains(answer.Header.Values("Vary"), "Cookie") {
				t.Errorf("Cache-Control %q, Vary %q", cache, answer.Header.Values("Vary"))
			}
		})
	}
}

// Search engines keep a page with the status 200, also one without the shop's name.
func TestPage_API08_saysThatItsDataCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/config", "/landing-page", "/modules"} {
		h, err := page.New(page.Config{
			Assets: assets, Media: page.Layers{}, Text: messages(t),
			API: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, path) {
					http.Error(w, `{"errors":[]}`, http.StatusServiceUnavailable)
					return
				}
				api.ServeHTTP(w, r)
			}),
		})
		if err != nil {
			t.Fatal(err)
		}
		w := answerTo(h, "/", "shop.example")
		body := w.Body.String()
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(body, `id="root"`) || !strings.Contains(body, `content="noindex"`) || strings.Contains(body, "Organization") {
			t.Errorf("without %s: %d %s", path, w.Code, body)
		}
	}
}

func TestCookieSetsThePreferences_LOC14_I18N01(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	tests := []struct{ name, cookie, want string }{
		{"none", "", `<html lang="en" dir="ltr">`},
		{"dark and right to left", "lang%3Dar%26theme%3Ddark%26zone%3D2%2C1%26module%3D10", `<html lang="ar" dir="rtl" data-mantine-color-scheme="dark">`},
		{"a region keeps its direction", "lang%3Dar-XB", `<html lang="ar-XB" dir="rtl">`},
		{"damaged", "%zz", `<html lang="en" dir="ltr">`},
		{"foreign", "lang%3D%22%3E%3Cscript%3E%26theme%3Dpink", `<html lang="en" dir="ltr">`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, name := range []string{"hk_scope", "__Host-hk_scope"} {
				if _, body := ask(t, url+"/", "Cookie", name+"="+tt.cookie); !strings.Contains(body, tt.want) {
					t.Errorf("%s: lacks %s in %.200s", name, tt.want, body)
				}
			}
		})
	}
}

func TestPage_I18N01_TRAP_D31_isInTheLanguageOfWhoAsks(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	for _, tt := range []struct{ path, cookie, want string }{
		{"/campaigns", "lang%3Dar", "<title>الحملات · Kiosk &amp; Sons</title>"},
		{"/campaigns", "lang%3Dde", "<title>Campaigns · Kiosk &amp; Sons</title>"}, // without texts: English
		{"/desk", "lang%3Dar", "<title>لوحة العمل · Kiosk &amp; Sons</title>"},
		{"/home", "", `<meta name="hk-languages" content="en ar">`},
		{"/desk", "", `<meta name="hk-languages" content="en ar">`},
	} {
		if _, body := ask(t, url+tt.path, "Cookie", "hk_scope="+tt.cookie); !strings.Contains(body, tt.want) {
			t.Errorf("%s with %q lacks %s in %.600s", tt.path, tt.cookie, tt.want, body)
		}
	}
}

func TestHome_PCL01_ofParcelsStartsWithItsCategories(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	for path, want := range map[string][]string{
		"/home":        {"<title>Send a parcel · Kiosk &amp; Sons</title>", `"operation":"listParcelCategories"`},
		"/parcel/send": {`"operation":"listParcelCategories"`, `"operation":"listParcelInstructions"`},
	} {
		_, body := ask(t, url+path, "Cookie", "hk_scope=module%3D12")
		for _, part := range want {
			if !strings.Contains(body, part) || strings.Contains(body, "listBanners") {
				t.Errorf("%s lacks %s in %.900s", path, part, body)
			}
		}
	}
}

func TestPage_I18N01_whoHasChosenNoLanguageGetsTheFirst(t *testing.T) {
	t.Parallel()
	h, err := page.New(page.Config{
		Assets: assets, API: api, Media: page.Layers{}, Text: messages(t),
		Languages: func(context.Context) []string { return []string{"ar", "en"} },
	})
	if err != nil {
		t.Fatal(err)
	}
	for cookie, want := range map[string]string{
		"": `<html lang="ar" dir="rtl">`, "theme%3Ddark": `<html lang="ar" dir="rtl" data-`, "lang%3Den": `<html lang="en" dir="ltr">`,
	} {
		if body := answerOf(t, h, "/campaigns", cookie); !strings.Contains(body, want) {
			t.Errorf("with %q lacks %s in %.200s", cookie, want, body)
		}
	}
}

func TestCrawlers(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	if _, body := ask(t, url+"/robots.txt"); !strings.Contains(body, "Sitemap: https://shop.example/sitemap.xml") {
		t.Error(body)
	}
	if _, body := ask(t, url+"/sitemap.xml"); !strings.Contains(body, "<loc>https://shop.example/store/a&amp;b</loc>") {
		t.Error(body)
	}
}

func answerTo(h http.Handler, path, host string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = host
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Where only the request knows the town's address, nobody else is given what it
// says, and what is no host is repeated nowhere.
func TestForeignHosts_areNotKeptForOthers(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	open, own := townOf(t, clock.System, "", 1, &reads), townOf(t, clock.System, "https://shop.example", 1, &reads)
	for _, path := range []string{"/", "/store/corner", "/sitemap.xml", "/robots.txt"} {
		for _, host := range []string{"eve.example:8080", "[::1]:80"} {
			w := answerTo(open, path, host)
			kept := w.Header().Get("Cache-Control")
			if !strings.Contains(w.Body.String(), "http://"+host) || strings.Contains(kept, "public") || kept != "no-store" && !strings.HasPrefix(kept, "private") {
				t.Errorf("%s at %s may be kept: %q", path, host, kept)
			}
		}
		for _, host := range []string{"eve.example/x", `eve"><script>`, "eve.example@shop.example", "eve example", "-eve.example", "eve.example:port", ""} {
			if w := answerTo(open, path, host); host != "" && strings.Contains(w.Body.String(), "eve") {
				t.Errorf("%s repeats %q", path, host)
			}
		}
		if w := answerTo(own, path, "eve.example"); strings.Contains(w.Body.String(), "eve.example") || !strings.Contains(w.Body.String(), "https://shop.example") {
			t.Errorf("%s repeats a foreign host", path)
		}
	}
}

func TestServesWithoutABuild(t *testing.T) {
	t.Parallel()
	h, err := page.New(page.Config{Assets: fstest.MapFS{".keep": {}}, API: http.NotFoundHandler(), Media: page.Layers{}, Paths: nil})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// An address of before a thing was renamed leads on to today's, for good.
func TestPage_TRAP_L2_OldSlugsRedirect(t *testing.T) {
	t.Parallel()
	url := newPages(t).URL
	for path, want := range map[string]string{
		"/product/chai?module_id=12": "/product/tea?module_id=12",
		"/store/nook":                "/store/corner",
		"/category/hot?module_id=12": "/category/warm?module_id=12",
		"/product/tea?module_id=12":  "",
		"/product/7":                 "", // a number is no former slug: the page names its canonical address
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if status := answer.StatusCode; (status == http.StatusMovedPermanently) != (want != "") || answer.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", path, status, answer.Header.Get("Location"), want)
		}
		if got := answer.Header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s may be kept as %q", path, got)
		}
	}
}

// townOf is a town of so many addresses, and counts how often they are read.
func townOf(t *testing.T, c clock.Clock, publicURL string, paths int, reads *atomic.Int64) http.Handler {
	t.Helper()
	h, err := page.New(page.Config{
		Assets: assets, API: api, PublicURL: publicURL, Media: page.Layers{}, Clock: c,
		Paths: func(ctx context.Context) ([]string, error) {
			if reads.Add(1) == 1 && paths == 0 {
				return nil, errors.New("no database")
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			all := make([]string, paths)
			for i := range all {
				all[i] = fmt.Sprintf("/product/a&%d", i)
			}
			return all, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

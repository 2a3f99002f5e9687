package api_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// varies is the Vary header. Without the language in it, a browser or a proxy could
// serve a response in another language.
const varies = "zoneid, moduleId, X-localization, Accept-Encoding"

func TestCache_BRW05_eTagAnd304(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), nil)
	for _, path := range []string{
		"/items", "/items/1", "/items/popular", "/items/suggest?q=item", "/items/1/reviews", "/stores", "/stores/1", "/stores/popular",
		"/categories", "/categories/1", "/search?q=item", "/config", "/modules", "/zones", "/landing-page", "/banners",
	} {
		first := f.Get(t, path)
		etag := first.Header.Get("ETag")
		if first.StatusCode != 200 || !strings.HasPrefix(etag, `"`) || first.Header.Get("Cache-Control") != "no-cache" || first.Header.Get("Vary") != varies {
			t.Errorf("%s: %d, ETag %s, headers %v", path, first.StatusCode, etag, first.Header)
			continue
		}
		for _, known := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
			again := f.Get(t, path, "If-None-Match", known)
			body, _ := io.ReadAll(again.Body)
			if again.StatusCode != http.StatusNotModified || len(body) > 0 || again.Header.Get("ETag") != etag {
				t.Errorf("%s with If-None-Match %s: %d, %d bytes", path, known, again.StatusCode, len(body))
			}
		}
		f.ExpireCaches() // rendered again, and equal
		if again := f.Get(t, path, "If-None-Match", etag); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s made again: %d", path, again.StatusCode)
		}
	}
	etag := f.Get(t, "/items/1").Header.Get("ETag")
	f.Exec(`UPDATE items SET price = 1234 WHERE id = 1`)
	f.ExpireCaches()
	if changed := f.Get(t, "/items/1", "If-None-Match", etag); changed.StatusCode != http.StatusOK {
		t.Errorf("after a change: %d", changed.StatusCode)
	}
}

// Requests share a response unless they differ in what it depends on.
func TestCache_LOC13_keyHasScopeAndQuery(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), nil)
	f.Item(2, f.Store(2, func(s *catalog.Store) { s.ZoneID = catalogtest.Hill }), nil)
	made := func(path string, headers ...string) bool {
		before := f.Rendered
		if answer := f.Get(t, path, headers...); answer.StatusCode != http.StatusOK {
			t.Errorf("%s %v: %d", path, headers, answer.StatusCode)
		}
		return f.Rendered > before
	}
	if !made("/items") || made("/items") {
		t.Error("the second call was not answered from the first")
	}
	for _, headers := range [][]string{{"latitude", "1", "longitude", "2"}, {"X-Software-Id", "web"}, {"Origin", "https://a.example"}, {"Authorization", "Bearer x"}} {
		if made("/items", headers...) {
			t.Errorf("%v parted the answer", headers)
		}
	}
	for _, headers := range [][]string{{"zoneid", "2"}, {"zoneid", "[1,2]"}, {"moduleId", "11"}, {"X-localization", "ar"}} {
		if !made("/items", headers...) {
			t.Errorf("%v did not part the answer", headers)
		}
	}
	if !made("/items?limit=10") || !made("/items?limit=11") {
		t.Error("the query did not part the answer")
	}
	for _, path := range []string{"/stores?sort=distance", "/stores?s%6Frt=dist%61nce"} {
		if !made(path, "latitude", "1", "longitude", "2") || made(path, "latitude", "1", "longitude", "2") || !made(path, "latitude", "1", "longitude", "3") {
			t.Errorf("%s is not parted by the point", path)
		}
	}
	for _, path := range []string{"/items?search=item", "/stores?search=store", "/search?q=item"} {
		if !made(path, "latitude", "1", "longitude", "2") || made(path, "latitude", "1.004", "longitude", "1.996") || !made(path, "latitude", "1", "longitude", "2.006") {
			t.Errorf("%s is not parted by the area", path)
		}
	}
	if !made("/items/suggest?q=item", "latitude", "1", "longitude", "2") || made("/items/suggest?q=item") {
		t.Error("suggestions are parted by the point")
	}
	for _, path := range []string{"/zones/lookup?lat=1&lng=2"} {
		if first, again := made(path), made(path); !first || !again {
			t.Errorf("%s was kept", path)
		}
	}
}

// Malformed headers are refused also when a response is cached (API-02), and errors
// are not cached.
func TestCache_API02_validatesHeadersFirst(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	if f.Get(t, "/items").StatusCode != http.StatusOK {
		t.Fatal("no answer to keep")
	}
	for _, headers := range [][]string{{"latitude", "x", "longitude", "1"}, {"latitude", "1"}, {"latitude", "NaN", "longitude", "1"}, {"longitude", "181", "latitude", "1"}, {"zoneid", "{}"}, {"moduleId", "-1"}, {"X-localization", "<b>"}} {
		for range 2 {
			if answer := f.Get(t, "/items", headers...); answer.StatusCode != http.StatusBadRequest || answer.Header.Get("ETag") != "" {
				t.Errorf("%v: %d, ETag %q", headers, answer.StatusCode, answer.Header.Get("ETag"))
			}
		}
	}
	for range 2 {
		before := f.Rendered
		if answer := f.Get(t, "/items/9"); answer.StatusCode != http.StatusNotFound || f.Rendered == before {
			t.Errorf("an unknown item: %d, kept %v", answer.StatusCode, f.Rendered == before)
		}
	}
}

// An order shows in the stock of the next read, on every page that shows the
// item, and on no other.
// A page waits three seconds for its data, and a slow response would keep it longer.
func TestCache_BRW05_respondsInTheTimeOfItsRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(5 * time.Second) })
		h := api.New(api.Deps{Cache: api.NewCache(clock.System)}).Handler(slow)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/v1/items", http.NoBody))
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "5" || !strings.Contains(w.Body.String(), "takes too long") {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		time.Sleep(5 * time.Second) // it is rendered all the same
	})
}

func TestCache_anOrderInvalidatesItsItems(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	for id := range int64(3) {
		f.Item(id+1, store, nil)
		f.Stock(id+1, 0, 5)
	}
	paths := []string{"/items", "/items/1", "/items/2", "/search?q=item", "/items?related_to=2", "/stores"}
	for _, path := range paths {
		f.Read(t, path)
	}
	f.Exec(`UPDATE stock SET quantity = 4 WHERE item_id = 1`)
	if f.Read(t, "/items/1")["stock"] != 5.0 {
		t.Error("nothing was kept")
	}
	f.StockChanged(99, 1)
	if got := f.Read(t, "/items/1")["stock"]; got != 4.0 {
		t.Errorf("stock on its page = %v", got)
	}
	for path, name := range map[string]string{"/items": "items", "/search?q=item": "items", "/items?related_to=2": "items"} {
		for _, item := range f.Read(t, path).List(name) {
			if item["id"] == 1.0 && item["stock"] != 4.0 {
				t.Errorf("%s shows %v left", path, item["stock"])
			}
		}
	}
	before := f.Rendered
	f.Read(t, "/items/2")
	f.Read(t, "/stores")
	if f.Rendered != before {
		t.Error("answers that do not show the item were dropped too")
	}
}

// Two seconds after a change the response has it, without an invalidation.
func TestCache_isAtMostTwoSecondsOld(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Store(1, nil)
	f.Read(t, "/stores/1")
	f.Clock.Advance(999 * time.Millisecond)
	f.Read(t, "/stores") // rendered from cached rows, and cached itself
	f.Exec(`UPDATE stores SET name = 'New' WHERE id = 1`)
	f.Clock.Advance(2 * time.Second)
	for _, path := range []string{"/stores/1", "/stores"} {
		answer := f.Get(t, path)
		if body, _ := io.ReadAll(answer.Body); !strings.Contains(string(body), `"name":"New"`) {
			t.Errorf("%s: %s", path, body)
		}
	}
}

func TestCache_compressesOnRequest(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	for id := range int64(20) {
		f.Item(id+1, store, nil)
	}
	plain := f.Get(t, "/items")
	want, _ := io.ReadAll(plain.Body)
	for accept, packed := range map[string]bool{"gzip": true, "br, gzip;q=0.5": true, "identity": false, "gzip;q=0": false, "gzip; q=0.0": false, "": false} {
		answer := f.Get(t, "/items", "Accept-Encoding", accept)
		body := io.Reader(answer.Body)
		if is := answer.Header.Get("Content-Encoding") == "gzip"; is != packed {
			t.Errorf("Accept-Encoding %q: packed %v, want %v", accept, is, packed)
		} else if is {
			if body, _ = gzip.NewReader(body); answer.Header.Get("ETag") == plain.Header.Get("ETag") {
				t.Error("two forms have one strong ETag")
			}
		}
		if got, err := io.ReadAll(body); err != nil || string(got) != string(want) {
			t.Errorf("Accept-Encoding %q: %d bytes, want %d, %v", accept, len(got), len(want), err)
		}
		if again := f.Get(t, "/items", "Accept-Encoding", accept, "If-None-Match", answer.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || again.Header.Get("Content-Encoding") != "" {
			t.Errorf("Accept-Encoding %q: %d with its own ETag", accept, again.StatusCode)
		}
	}
	if answer := f.Get(t, "/categories", "Accept-Encoding", "gzip"); answer.Header.Get("Content-Encoding") != "" {
		t.Error("a few bytes were packed")
	}
}

// A response begun before an order is cached when it shows nothing of what was
// ordered, and is not when it does, however the two meet.
func TestCache_keepsOtherItemsDuringAnOrder(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	for id := range int64(2) {
		f.Item(id+1, store, nil)
		f.Stock(id+1, 0, 5)
	}
	for _, ordered := range []int64{1, 2} {
		f.ExpireCaches()
		f.During = func() { f.StockChanged(ordered) }
		f.Read(t, "/items/2")
		f.During = nil
		before := f.Rendered
		f.Read(t, "/items/2")
		if kept := f.Rendered == before; kept != (ordered == 1) {
			t.Errorf("item %d was ordered while item 2 was shown: kept %t", ordered, kept)
		}
	}
}

// BenchmarkStockChanged has an order drop what shows its item while thousands of
// other responses are cached.
func BenchmarkStockChanged(b *testing.B) {
	f := apitest.NewPublicAPI(b, dbtest.Open(b, db.SQLite))
	store := f.Store(1, nil)
	for id := range int64(40) {
		f.Item(id+1, store, nil)
	}
	for n := range 4000 {
		f.Get(b, fmt.Sprintf("/items?limit=%d", 20+n%10), "X-localization", fmt.Sprintf("en-x%d", n))
	}
	for b.Loop() {
		b.StopTimer()
		f.Get(b, "/items/40")
		b.StartTimer()
		f.Cache.StockChanged([]int64{40})
	}
}

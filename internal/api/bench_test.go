package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
)

// large is a town of 10,000 items behind the real routes.
func large(b *testing.B) *apitest.PublicAPI {
	b.Helper()
	d, err := db.Open(b.Context(), db.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	if err := db.Migrate(b.Context(), d); err != nil {
		b.Fatal(err)
	}
	f := apitest.NewPublicAPI(b, d)
	f.Fill(500, 20, rand.New(rand.NewPCG(1, 2)), strings.Fields("mango chicken rice burger curry fish tuna coconut noodle soup salad wrap"))
	return f
}

// benchmarkRead measures a path; with afresh nothing is remembered, not even the town.
func benchmarkRead(b *testing.B, path string, afresh bool) {
	f := large(b)
	r := httptest.NewRequest(http.MethodGet, call.Prefix+path, http.NoBody)
	r.Header.Set("zoneid", fmt.Sprintf("[%d,%d]", catalogtest.Harbour, catalogtest.Hill))
	r.Header.Set("Accept-Encoding", "gzip")
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		if f.Handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
		if afresh {
			f.Clock.Advance(1100 * time.Millisecond)
		}
	}
}

// BenchmarkItemListInEveryLanguage is a list of which nothing but the finished
// response is new: what it is made of is cached for a second.
func BenchmarkItemListInEveryLanguage(b *testing.B) {
	f := large(b)
	r := httptest.NewRequest(http.MethodGet, call.Prefix+"/items", http.NoBody)
	r.Header.Set("zoneid", fmt.Sprintf("[%d,%d]", catalogtest.Harbour, catalogtest.Hill))
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		r.Header.Set("X-localization", fmt.Sprintf("en-x%d", n%9_000_000))
		w := httptest.NewRecorder()
		if f.Handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
	}
}

func BenchmarkItemList(b *testing.B) { benchmarkRead(b, "/items", false) }

func BenchmarkItemListUncached(b *testing.B) { benchmarkRead(b, "/items", true) }

func BenchmarkItemUncached(b *testing.B) { benchmarkRead(b, "/items/77", true) }

func BenchmarkSearchUncached(b *testing.B) { benchmarkRead(b, "/search?q=mango%20chi", true) }

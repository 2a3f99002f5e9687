package public_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/setting"
)

func numbers(n ...float64) []any {
	all := []any{}
	for _, number := range n {
		all = append(all, number)
	}
	return all
}

func TestLists_BRW01_BRW03_eachHasACall(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		hour := time.Hour.Milliseconds()
		low := f.Store(1, func(s *catalog.Store) { s.OrderCount, s.RatingSum, s.RatingCount = 9, 40, 10 })
		f.Store(2, func(s *catalog.Store) {
			s.RatingSum, s.RatingCount, s.CreatedAt, s.Delivery = 50, 10, s.CreatedAt-hour, false
		})
		f.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Food, Slug: "rolls", Name: "Rolls", Featured: true, Position: 1})
		f.Item(1, low, func(i *catalog.Item) { i.SoldCount = 5 })
		f.Item(2, low, func(i *catalog.Item) { i.CreatedAt, i.CategoryID, i.Recommended = i.CreatedAt-hour, 5, true })
		f.Item(3, low, func(i *catalog.Item) { i.CreatedAt, i.Discount, i.SalePrice = i.CreatedAt-2*hour, 1000, 900 })
		tests := []struct {
			path, name string
			want       []any
		}{
			{"/items", "items", numbers(1, 2, 3)},
			{"/items/popular", "items", numbers(1, 2, 3)},
			{"/items/popular?sort=price_asc", "items", numbers(3, 1, 2)},
			{"/items/latest", "items", numbers(1, 2, 3)},
			{"/items/discounted", "items", numbers(3)},
			{"/items/recommended", "items", numbers(2, 1, 3)},
			{"/items?category_id=5", "items", numbers(2)},
			{"/items?related_to=1", "items", numbers(2, 3)},
			{"/items?min_price=9.5&max_price=10", "items", numbers(1, 2)},
			{"/items?search=item%203", "items", numbers(3)},
			{"/items?search=item&sort=newest&limit=1&offset=2", "items", numbers(2)},
			{"/stores", "stores", numbers(1, 2)},
			{"/stores/popular?type=all&offset=1&limit=12", "stores", numbers(1, 2)},
			{"/stores/popular?type=all&offset=2&limit=12", "stores", numbers()}, // endless paging ends here
			{"/stores/popular?type=delivery", "stores", numbers(1)},
			{"/stores/popular?type=take_away", "stores", numbers(1, 2)},
			{"/stores/latest?limit=12", "stores", numbers(1, 2)},
			{"/stores/top-rated", "stores", numbers(2, 1)},
			{"/stores?category_id=5", "stores", numbers(1)},
			{"/stores?search=store+2", "stores", numbers(2)},
			{"/categories", "categories", numbers(1, 5)},
			{"/categories?featured=1", "categories", numbers(5)},
			{"/categories?parent_id=1", "categories", numbers()},
		}
		for _, tt := range tests {
			if got := f.Read(t, tt.path).Column(tt.name, "id"); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", tt.path, got, tt.want)
			}
		}
		for _, path := range []string{"/categories/5", "/categories/rolls"} {
			if got := f.Read(t, path); got["id"] != 5.0 || got["item_count"] != 1.0 {
				t.Errorf("%s: %v", path, got)
			}
		}
	})
}

func TestLists_API06_pagingAndErrors(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	for id := range int64(25) {
		f.Item(id+1, store, nil)
	}
	for id := range int64(3) {
		f.Category(catalog.Category{ID: id + 5, ModuleID: catalogtest.Food, Slug: fmt.Sprint("category-", id), Name: "Rolls"})
	}
	for query, want := range map[string][]any{
		"":                   numbers(25, 20, 1, 20),
		"?limit=10&offset=3": numbers(25, 10, 3, 5),
		"?limit=100":         numbers(25, 100, 1, 25),
		"?offset=100000":     numbers(25, 20, 100000, 0),
	} {
		got := f.Read(t, "/items"+query)
		if is := append([]any{got["total_size"], got["limit"], got["offset"]}, float64(len(got.List("items")))); !slices.Equal(is, want) {
			t.Errorf("/items%s: total_size, limit, offset, items = %v, want %v", query, is, want)
		}
	}
	for query, want := range map[string][]any{
		"":                  numbers(4, 1000, 1, 4), // a short list comes at once
		"?limit=3&offset=2": numbers(4, 3, 2, 1),
		"?offset=100000":    numbers(4, 1000, 100000, 0),
	} {
		got := f.Read(t, "/categories"+query)
		if is := append([]any{got["total_size"], got["limit"], got["offset"]}, float64(len(got.List("categories")))); !slices.Equal(is, want) {
			t.Errorf("/categories%s: total_size, limit, offset, categories = %v, want %v", query, is, want)
		}
	}
	for path, want := range map[string]string{
		"/categories?limit=1001":          `422 "field":"limit"`,
		"/items?limit=0":                  `422 "field":"limit"`,
		"/items?limit=101":                `422 "field":"limit"`,
		"/items?offset=0":                 `422 "field":"offset"`,
		"/items?offset=x":                 `422 "field":"offset"`,
		"/items?nonsense=1":               `422 "field":"nonsense"`,
		"/items?sort=id%3BDROP":           `422 "field":"sort"`,
		"/items?sort=distance":            `422 "field":"sort"`,
		"/items?min_price=1.234":          `422 "field":"min_price"`,
		"/items?max_price=NaN":            `422 "field":"max_price"`,
		"/items?min_rating=NaN":           `422 "field":"min_rating"`,
		"/stores?min_rating=6":            `422 "field":"min_rating"`,
		"/stores?sort=distance":           `422 "field":"sort"`,
		"/search?sort=distance":           `422 "field":"sort"`,
		"/items?max_delivery_time=x":      `422 "field":"max_delivery_time"`,
		"/items?veg=veg":                  `422 "field":"veg"`,
		"/stores?veg=non_veg":             `422 "field":"veg"`,
		"/search?q=a&veg=veg":             `422 "field":"veg"`,
		"/items?search=" + long(101):      `422 "field":"search"`,
		"/items?related_to=1&halal=true":  `422 "field":"related_to"`,
		"/items?related_to=1&sort=newest": `422 "field":"related_to"`,
		"/items?related_to=1&search=a":    `422 "field":"related_to"`,
		"/items?related_to=1&exact=true":  `422 "field":"related_to"`,
		"/items/suggest":                  `422 "field":"q"`,
		"/items/404":                      `404 "code":"not_found"`,
		"/items/404/reviews":              `404 "code":"not_found"`,
		"/stores/nowhere":                 `404 "code":"not_found"`,
		"/stores/nowhere/reviews":         `404 "code":"not_found"`,
		"/categories/nothing":             `404 "code":"not_found"`,
	} {
		answer := f.Get(t, path)
		body, _ := io.ReadAll(answer.Body)
		status, part, _ := strings.Cut(want, " ")
		if fmt.Sprint(answer.StatusCode) != status || !strings.Contains(string(body), part) {
			t.Errorf("%s: %d %s, want %s", path, answer.StatusCode, body, want)
		}
	}
}

func long(n int) string { return strings.Repeat("a", n) }

// BRW-06 and API-08: the filter is there exactly when the owner shows it.
func TestLists_BRW06_API08_vegFilterFollowsItsFlag(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	store := f.Store(1, nil)
	f.Item(1, store, func(i *catalog.Item) { i.Veg = true })
	f.Item(2, store, nil)
	f.Set(t, func(s *setting.Settings) { s.Storefront.VegFilter = true })
	for path, want := range map[string][]any{"/items?veg=veg": numbers(1), "/items?veg=non_veg": numbers(2), "/search?data_type=item&veg=veg": numbers(1)} {
		if got := f.Read(t, path).Column("items", "id"); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	f.Set(t, func(s *setting.Settings) { s.Storefront.VegFilter = false })
	if answer := f.Get(t, "/items?veg=veg"); answer.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("switched off, it answers %d", answer.StatusCode)
	}
}

func TestLists_LOC13_zonesAndModuleInForce(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), nil)
	f.Item(2, f.Store(2, func(s *catalog.Store) { s.ZoneID = catalogtest.Hill }), nil)
	f.Item(3, f.Store(3, func(s *catalog.Store) { s.ModuleID = catalogtest.Grocery }), nil)
	for _, tt := range []struct {
		zones, module string
		want          []any
	}{
		{"1", "10", numbers(1)}, {"[2]", "10", numbers(2)}, {"[2,1]", "10", numbers(1, 2)}, {`["1"]`, "11", numbers(3)}, {"99", "10", numbers()}, {"1", "99", numbers()},
	} {
		for path, name := range map[string]string{"/items": "items", "/stores": "stores", "/items?search=item": "items", "/search": "stores"} {
			if got := f.Read(t, path, "zoneid", tt.zones, "moduleId", tt.module).Column(name, "id"); !slices.Equal(got, tt.want) {
				t.Errorf("%s in zones %s, module %s: %v, want %v", path, tt.zones, tt.module, got, tt.want)
			}
		}
	}
}

// A response that takes too long becomes an error that says to try again.
func TestTimeout_API04_isUnavailable(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	w := httptest.NewRecorder()
	f.Handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, call.Prefix+"/zones/lookup?lat=1&lng=2", http.NoBody))
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), `"code":"unavailable"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

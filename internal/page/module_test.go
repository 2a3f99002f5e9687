package page_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"hawker/internal/page"
)

// modulesAPI is a town of these modules that writes down with which moduleId each of its
// calls is made.
type modulesAPI struct {
	modules   string
	byDefault int64

	mu    sync.Mutex
	calls map[string]string
}

func (a *modulesAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/api/v1")
	a.mu.Lock()
	a.calls[path] = r.Header.Get("moduleId")
	a.mu.Unlock()
	switch path {
	case "/config":
		fmt.Fprintf(w, `{"business_name":"Kiosk","default_module_id":%d,"module":%s}`, a.byDefault, a.modules)
	case "/modules":
		fmt.Fprintf(w, `{"modules":%s}`, a.modules)
	case "/categories/pantry", "/stores/grocer", "/items/tea", "/campaigns/week":
		fmt.Fprint(w, `{"id":3,"name":"Pantry","module_id":11,"module_type":"ecommerce"}`)
	default:
		fmt.Fprint(w, `{}`)
	}
}

const (
	foodFirst   = `[{"id":10,"module_type":"food"},{"id":11,"module_type":"grocery"},{"id":15,"module_type":"rental"}]`
	foodLast    = `[{"id":15,"module_type":"rental"},{"id":11,"module_type":"grocery"},{"id":10,"module_type":"food"}]`
	groceryOnly = `[{"id":11,"module_type":"grocery"},{"id":14,"module_type":"parcel"}]`
	parcelOnly  = `[{"id":14,"module_type":"parcel"}]`
)

// The storefront and the first data of a page are of one module: what the link names, what
// the page is about, the cookie's, or the API's default one (LOC-13).
func TestPage_LOC06_LOC13_BRW02_BRW03_moduleInForce(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, modules string
		byDefault     int64
		path, cookie  string
		call          string // one that must be made
		module        string // its moduleId, "" for the API's default
		adopted       string // what the storefront must change to
	}{
		{"the default one is the API's", foodLast, 10, "/home", "", "/banners", "", ""},
		{"a default one that is not 10", groceryOnly, 11, "/home", "", "/banners", "", ""},
		{"a default one of its own kind", parcelOnly, 14, "/home", "", "/parcel/categories", "", ""},
		{"the cookie's", foodFirst, 10, "/home", "module%3D11", "/banners", "11", ""},
		{"the link's", foodFirst, 10, "/home?module_id=11", "", "/banners", "11", `data-module="11" data-module-type="grocery"`},
		{"of another kind", foodFirst, 10, "/home?module_id=15", "", "/rental/banners", "15", `data-module="15" data-module-type="rental"`},
		{"the link's, not the cookie's", foodFirst, 10, "/home?module_id=15", "module%3D11", "/rental/banners", "15", `data-module="15" data-module-type="rental"`},
		{"a link to what is in force", foodFirst, 10, "/home?module_id=10", "", "/banners", "", ""},
		{"a link to no module", foodFirst, 10, "/home?module_id=99", "", "/banners", "", ""},
		{"a link that is damaged", foodFirst, 10, `/home?module_id=%22%3E`, "", "/banners", "", ""},
		{"the category's", foodFirst, 10, "/category/pantry", "", "/items", "11", `data-module="11" data-module-type="grocery"`},
		{"the category's, as its link says", foodFirst, 10, "/category/pantry?module_id=11", "", "/categories/pantry", "11", `data-module="11" data-module-type="grocery"`},
		{"the category's, not its link's", foodFirst, 10, "/category/pantry?module_id=15", "", "/items", "11", `data-module="11" data-module-type="grocery"`},
		{"a category of the module in force", groceryOnly, 11, "/category/pantry", "", "/items", "", ""},
		{"the store's", foodFirst, 10, "/store/grocer", "", "/items", "11", `data-module="11"`},
		{"the item's", foodFirst, 10, "/product/tea", "module%3D10", "/items/tea", "10", `data-module="11"`},
		{"the campaign's", foodFirst, 10, "/campaign/week", "", "/campaigns/week", "", `data-module="11"`},
		{"a page without a module", foodFirst, 10, "/about-us?module_id=11", "", "/pages/about-us", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			api := &modulesAPI{modules: tt.modules, byDefault: tt.byDefault, calls: map[string]string{}}
			h, err := page.New(page.Config{Assets: assets, API: api, Media: page.Layers{}})
			if err != nil {
				t.Fatal(err)
			}
			body := answerOf(t, h, tt.path, tt.cookie)
			if module, made := api.calls[tt.call]; !made || module != tt.module {
				t.Errorf("%s: made %t, of module %q, want %q", tt.call, made, module, tt.module)
			}
			_, element, _ := strings.Cut(body, `<script type="application/json" id="hk-data"`)
			attributes, _, _ := strings.Cut(element, ">")
			if tt.adopted == "" && attributes != "" || !strings.Contains(attributes, tt.adopted) {
				t.Errorf("adopts %q, want %q", attributes, tt.adopted)
			}
		})
	}
}

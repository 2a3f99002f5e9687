package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/answercache"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/zone"
)

// front is a small town behind the real routes, with its clock at noon.
type front struct {
	*catalogtest.Town
	handler http.Handler
	cache   *answercache.Cache
	catalog *catalog.Service
	during  func() // called while an answer is made, when there is one
	clock   *clock.Manual
	db      *db.DB
	made    int // answers made, not taken from the cache
}

func newFront(t testing.TB, d *db.DB) *front {
	t.Helper()
	c := clock.NewManual(catalogtest.Noon)
	f := &front{Town: catalogtest.New(t, d), cache: api.NewCache(c), clock: c, db: d}
	f.serve()
	return f
}

// serve makes the services and puts the routes before them.
func (f *front) serve() {
	f.catalog = catalog.New(f.db, f.clock)
	server := api.New(api.Deps{
		Settings: setting.New(f.db, f.clock, bus.NewLocal()), Zones: zone.New(f.db, f.clock), Catalog: f.catalog,
		Content: content.New(f.db, f.clock), Cache: f.cache,
	})
	mux := http.NewServeMux()
	server.Register(mux)
	f.handler = server.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.made++
		mux.ServeHTTP(w, r)
		if f.during != nil {
			f.during()
		}
	}))
}

// stockChanged tells all that shows stock from a copy, as an order does.
func (f *front) stockChanged(ids ...int64) {
	f.catalog.StockChanged(ids)
	f.cache.StockChanged(ids)
}

// later moves the clock past what may be remembered.
func (f *front) later() { f.clock.Advance(3 * time.Second) }

// set saves settings and waits until they are in force.
func (f *front) set(t testing.TB, edit func(*setting.Settings)) {
	t.Helper()
	settings, err := setting.Read(t.Context(), f.db.R)
	if err != nil {
		t.Fatal(err)
	}
	edit(&settings)
	if err := db.InTx(t.Context(), f.db, func(tx *db.Tx) error { return setting.Write(t.Context(), tx, settings, f.clock.Now()) }); err != nil {
		t.Fatal(err)
	}
	f.later()
}

// get asks for a path below the prefix, from Harbour in the module Food unless
// headers, in pairs, say otherwise.
func (f *front) get(t testing.TB, path string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, call.Prefix+path, http.NoBody)
	r.Header.Set("zoneid", fmt.Sprint(catalogtest.Harbour))
	r.Header.Set("moduleId", fmt.Sprint(catalogtest.Food))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	apitest.Published().Handler(t, f.handler).ServeHTTP(w, r)
	return w.Result()
}

// read asks and decodes an answer that must be 200.
func (f *front) read(t testing.TB, path string, headers ...string) object {
	t.Helper()
	answer := f.get(t, path, headers...)
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d %s, %v", path, answer.StatusCode, body, err)
	}
	var o object
	if err := json.Unmarshal(body, &o); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return o
}

type object map[string]any

// list is a named list of objects.
func (o object) list(name string) []object {
	var all []object
	for _, entry := range o[name].([]any) {
		all = append(all, entry.(map[string]any))
	}
	return all
}

// column is one field of each object of a list.
func (o object) column(name, field string) []any {
	column := []any{}
	for _, entry := range o.list(name) {
		column = append(column, entry[field])
	}
	return column
}

func numbers(n ...float64) []any {
	all := []any{}
	for _, number := range n {
		all = append(all, number)
	}
	return all
}

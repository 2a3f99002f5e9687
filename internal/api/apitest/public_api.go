package apitest

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
	"hawker/internal/api/call"
	"hawker/internal/booking"
	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/parcel"
	"hawker/internal/setting"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// PublicAPI is the real API of a small catalogue, with its cache. Its clock shows
// noon.
type PublicAPI struct {
	*catalogtest.Town
	Handler        http.Handler
	Cache          *answercache.Cache
	CatalogService *catalog.Service
	During         func() // called after each rendered response; may be nil
	Clock          *clock.Manual
	DB             *db.DB
	Rendered       int // how many responses did not come from the cache
}

// NewPublicAPI returns the API of an empty catalogue.
func NewPublicAPI(t testing.TB, d *db.DB) *PublicAPI {
	t.Helper()
	c := clock.NewManual(catalogtest.Noon)
	f := &PublicAPI{Town: catalogtest.New(t, d), Cache: api.NewCache(c), Clock: c, DB: d}
	f.Start()
	return f
}

// Start makes new services, as a restart does.
func (f *PublicAPI) Start() {
	f.CatalogService = catalog.New(f.DB, f.Clock)
	server := api.New(api.Deps{
		Settings: setting.New(f.DB, f.Clock, bus.NewLocal()), Zones: zone.New(f.DB, f.Clock), Catalog: f.CatalogService, Vehicles: vehicle.New(f.DB, f.Clock, booking.New(f.DB, f.Clock)),
		Content: content.New(f.DB, f.Clock), Parcels: &parcel.Service{DB: f.DB}, Cache: f.Cache,
	})
	mux := http.NewServeMux()
	server.Register(mux)
	f.Handler = server.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.Rendered++
		mux.ServeHTTP(w, r)
		if f.During != nil {
			f.During()
		}
	}))
}

// StockChanged invalidates what caches know of the items' stock, as an order does.
func (f *PublicAPI) StockChanged(ids ...int64) {
	f.CatalogService.StockChanged(ids)
	f.Cache.StockChanged(ids)
}

// ExpireCaches moves the clock until everything cached is too old.
func (f *PublicAPI) ExpireCaches() { f.Clock.Advance(3 * time.Second) }

// Set saves settings and expires what is cached.
func (f *PublicAPI) Set(t testing.TB, edit func(*setting.Settings)) {
	t.Helper()
	settings, err := setting.Read(t.Context(), f.DB.R)
	if err != nil {
		t.Fatal(err)
	}
	edit(&settings)
	if err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return setting.Write(t.Context(), tx, settings, f.Clock.Now()) }); err != nil {
		t.Fatal(err)
	}
	f.ExpireCaches()
}

// Get requests a path below the prefix. Zone and module are Harbour and Food unless
// headers, which are pairs, set others.
func (f *PublicAPI) Get(t testing.TB, path string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, call.Prefix+path, http.NoBody)
	r.Header.Set("zoneid", fmt.Sprint(catalogtest.Harbour))
	r.Header.Set("moduleId", fmt.Sprint(catalogtest.Food))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	Published().Handler(t, f.Handler).ServeHTTP(w, r)
	return w.Result()
}

// Read requests a path and decodes the response, which must be 200.
func (f *PublicAPI) Read(t testing.TB, path string, headers ...string) Object {
	t.Helper()
	answer := f.Get(t, path, headers...)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d %s, %v", path, answer.StatusCode, body, err)
	}
	var o Object
	if err := json.Unmarshal(body, &o); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return o
}

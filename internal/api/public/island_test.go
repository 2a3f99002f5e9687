package public_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hawker/internal/account"
	adapter "hawker/internal/adapter/maps"
	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/booking"
	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/maps"
	"hawker/internal/parcel"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
	"hawker/internal/vehicle"
	"hawker/internal/zone"
)

// island is a town with two zones, Harbour inside Bay, and the default place in
// Harbour. Bay has food and grocery; Harbour has food alone. A third module has
// tariffs and is not active. Along latitude 0.5 runs Harbour Road.
func island() *townfile.Town {
	const onTheRoad, eastEnd = 0.5, 0.502
	at := func(lat, lng float64) townfile.Point { return townfile.Point{Lat: lat, Lng: lng} }
	square := func(from, to float64) townfile.Geometry {
		return townfile.Geometry{Type: townfile.Polygon, Points: []townfile.Point{at(from, from), at(from, to), at(to, to), at(to, from)}}
	}
	module := func(slug string, id int64, kind string, active bool) townfile.Module {
		return townfile.Module{Slug: slug, ID: id, Type: kind, Name: strings.ToUpper(slug), Picture: "module/" + slug, Active: active, Position: int(id)}
	}
	tariffs := func(modules ...string) (list []townfile.Tariff) {
		for _, m := range modules {
			list = append(list, townfile.Tariff{Module: m, PerKm: "0.50", Minimum: "1.90", Maximum: "6.50"})
		}
		return list
	}
	return &townfile.Town{
		Settings: townfile.Settings{
			Business: townfile.Business{
				Name: "Port Test", Email: "hello@example.com", Phone: "+12025550100", Address: "1 Harbour Road", FooterText: "Made here",
				SocialMedia: []townfile.SocialLink{{Name: "facebook", Link: "https://example.com/f"}},
			},
			Currency:   townfile.Currency{Code: "USD", Digits: 2, Symbol: "$", SymbolSide: "left"},
			Location:   townfile.Location{Country: "US", TimeZone: "Indian/Maldives", Default: at(0.5, 0.5), Address: "Harbour"},
			Storefront: townfile.Storefront{VegFilter: true, RefundPolicy: true},
			Checkout:   townfile.Checkout{GuestCheckout: true, FreeDeliveryOver: "35", CashOnDelivery: true},
			Login:      townfile.Login{Manual: true, Social: true, Google: true},
			Landing: townfile.Landing{
				Title: "Hungry?", SubTitle: "We bring it.", Hero: "hero/landing",
				Highlights:        []townfile.Highlight{{Title: "Fast", Text: "Very", Picture: "hero/landing"}},
				FooterDescription: "A footer", NewsletterTitle: "News", NewsletterText: "Weekly",
				AppLinks: townfile.AppLinks{PlayStore: "https://example.com/play", PlayStoreStatus: true},
			},
		},
		Modules: []townfile.Module{module("food", 10, "food", true), module("grocery", 11, "grocery", true), module("parcel", 14, "parcel", false)},
		Zones: []townfile.Zone{
			{Slug: "bay", Name: "Bay", TimeZone: "Indian/Maldives", Area: square(0, 1), Active: true, Tariffs: tariffs("food", "grocery", "parcel")},
			{Slug: "harbour", Name: "Harbour", TimeZone: "Asia/Kathmandu", Area: square(0.4, 0.6), Active: true, Tariffs: tariffs("food", "parcel")},
		},
		Banners: []townfile.Banner{
			{Slug: "a", Module: "food", Style: "mango", Title: "Sale", Button: "Look", Target: townfile.Target{Kind: "module", Value: "grocery"}, SecondLabel: "All", Second: townfile.Target{Kind: "path", Value: "/categories"}, Picture: "hero/landing", Position: 1},
			{Slug: "b", Module: "food", Zone: "bay", Style: "ink", Title: "Fish & chips", Button: "Look", Target: townfile.Target{Kind: "search", Value: "fish & chips"}, Picture: "hero/none", Position: 2},
		},
		Pages: []townfile.Page{
			{Slug: "about-us", Title: "About us", Body: "We."}, {Slug: "refund-policy", Title: "Refunds", Body: "Yes."}, {Slug: "shipping-policy", Title: "Shipping", Body: "Soon."},
		},
		Streets: []townfile.Feature{{Slug: "harbour-road", Name: "Harbour Road", Class: "main", Geometry: townfile.Geometry{Type: townfile.LineString, Points: []townfile.Point{at(onTheRoad, 0.5), at(onTheRoad, eastEnd)}}}},
		Places: []townfile.Place{
			{Slug: "old-town", Name: "Old Town", Kind: "quarter", Point: at(0.5, 0.5)},
			{Slug: "cafe", Name: "Café Sucré", Secondary: "Harbour Road", Kind: "store", Point: at(onTheRoad, eastEnd)},
		},
	}
}

// islandAPI is the island behind the real routes.
type islandAPI struct {
	*httptest.Server
	t     *testing.T
	zones map[string]int64
}

func newIslandAPI(t *testing.T, d *db.DB, edit func(*api.Deps)) *islandAPI {
	t.Helper()
	return newTownAPI(t, d, island(), edit)
}

// newTownAPI is another town behind the real routes.
func newTownAPI(t *testing.T, d *db.DB, town *townfile.Town, edit func(*api.Deps)) *islandAPI {
	t.Helper()
	if err := town.Check(); err != nil {
		t.Fatal(err)
	}
	pictures := townmedia.Index{"hero/landing": {Hash: "0a1b2c3d"}, "module/food": {Hash: "11223344"}}
	if _, err := towndb.Import(t.Context(), d, town, towndb.Options{Now: catalogtest.Noon, Pictures: pictures}); err != nil {
		t.Fatal(err)
	}
	c := clock.System
	deps := api.Deps{
		Settings: setting.New(d, c, bus.NewLocal()), Zones: zone.New(d, c), Catalog: catalog.New(d, c), Vehicles: vehicle.New(d, c, booking.New(d, c)), Content: content.New(d, c), Parcels: &parcel.Service{DB: d},
		Maps: maps.New(adapter.NewTown(d, c), c), Demo: true,
	}
	queue := jobs.New(d, c, slog.New(slog.DiscardHandler))
	deps.Credentials = credential.New(credential.Deps{DB: d, Clock: c, Jobs: queue})
	deps.Accounts = account.New(account.Deps{DB: d, Clock: c, Settings: deps.Settings, Jobs: queue})
	deps.SignIn = signin.New(signin.Deps{DB: d, Settings: deps.Settings, Credentials: deps.Credentials, Accounts: deps.Accounts})
	deps.News = content.NewNewsletter(content.NewsletterDeps{DB: d, Clock: c, Settings: deps.Settings, Jobs: queue})
	if edit != nil {
		edit(&deps)
	}
	mux := http.NewServeMux()
	api.New(deps).Register(mux)
	f := &islandAPI{Server: httptest.NewServer(apitest.Published().Handler(t, mux)), t: t, zones: map[string]int64{}}
	t.Cleanup(f.Close)
	all, err := deps.Zones.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, z := range all {
		f.zones[z.Slug] = z.ID
	}
	return f
}

// ask sends a request, with headers in pairs, and returns status and body.
func (f *islandAPI) ask(method, path, body string, headers ...string) (int, string) {
	f.t.Helper()
	r, err := http.NewRequestWithContext(f.t.Context(), method, f.URL+call.Prefix+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := f.Client().Do(r)
	if err != nil {
		f.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// readIsland gets a path and decodes its body as a T.
func readIsland[T any](f *islandAPI, path string, headers ...string) T {
	f.t.Helper()
	status, body := f.ask(http.MethodGet, path, "", headers...)
	var into T
	if err := json.Unmarshal([]byte(body), &into); err != nil || status != http.StatusOK {
		f.t.Fatalf("GET %s: %d %s", path, status, body)
	}
	return into
}

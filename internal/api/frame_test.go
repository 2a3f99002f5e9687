package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/account"
	adapter "hawker/internal/adapter/maps"
	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/jobs"
	"hawker/internal/maps"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
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

// frame is the island behind the real routes.
type frame struct {
	*httptest.Server
	t     *testing.T
	zones map[string]int64
}

func newFrame(t *testing.T, d *db.DB, edit func(*api.Deps)) *frame {
	t.Helper()
	town := island()
	if err := town.Check(); err != nil {
		t.Fatal(err)
	}
	pictures := towndb.Index{"hero/landing": {Hash: "0a1b2c3d"}, "module/food": {Hash: "11223344"}}
	if err := towndb.Import(t.Context(), d, town, towndb.Options{Now: catalogtest.Noon, Pictures: pictures}); err != nil {
		t.Fatal(err)
	}
	c := clock.System
	deps := api.Deps{
		Settings: setting.New(d, c, bus.NewLocal()), Zones: zone.New(d, c), Catalog: catalog.New(d, c), Content: content.New(d, c),
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
	f := &frame{Server: httptest.NewServer(apitest.Published().Handler(t, mux)), t: t, zones: map[string]int64{}}
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

// ask sends a request, with headers in pairs, and answers status and body.
func (f *frame) ask(method, path, body string, headers ...string) (int, string) {
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

// frameRead gets a path into a T.
func frameRead[T any](f *frame, path string, headers ...string) T {
	f.t.Helper()
	status, body := f.ask(http.MethodGet, path, "", headers...)
	var into T
	if err := json.Unmarshal([]byte(body), &into); err != nil || status != http.StatusOK {
		f.t.Fatalf("GET %s: %d %s", path, status, body)
	}
	return into
}

type modulesAnswer struct {
	Modules []struct {
		ID    int64 `json:"id"`
		Zones []struct {
			ID int64 `json:"id"`
		} `json:"zones"`
		ModuleType  string `json:"module_type"`
		ModuleName  string `json:"module_name"`
		IconFullURL string `json:"icon_full_url"`
	} `json:"modules"`
}

func (m modulesAnswer) ids() []int64 {
	ids := []int64{}
	for _, one := range m.Modules {
		ids = append(ids, one.ID)
	}
	return ids
}

func TestModulesOfTheZonesInForce_LOC06_LOC13_TRAP_D26(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFrame(t, open(t), nil)
		bay, harbour := f.zones["bay"], f.zones["harbour"]
		tests := []struct {
			name    string
			headers []string
			want    []int64
		}{
			{"one zone", []string{"zoneid", fmt.Sprint(harbour)}, []int64{10}},
			{"another", []string{"zoneid", fmt.Sprintf("[%d]", bay)}, []int64{10, 11}},
			{"a list of texts, and another letter case", []string{"ZONEID", fmt.Sprintf(`["%d", %d]`, harbour, bay)}, []int64{10, 11}},
			{"no zone: those of the default place", nil, []int64{10, 11}},
			{"an empty list is none", []string{"zoneId", "[]"}, []int64{10, 11}},
			{"a zone that is gone", []string{"zoneid", "[999]"}, []int64{}},
			{"one that is gone beside one that is not", []string{"zoneid", fmt.Sprintf("[999,%d]", harbour)}, []int64{10}},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				got := frameRead[modulesAnswer](f, "/modules", tt.headers...).ids()
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
		food := frameRead[modulesAnswer](f, "/modules", "zoneid", fmt.Sprintf("[%d,%d]", harbour, bay)).Modules[0]
		if food.ModuleType != "food" || food.ModuleName != "FOOD" || food.IconFullURL != "/media/11223344/module/food-480.webp" {
			t.Errorf("food: %+v", food)
		}
		if len(food.Zones) != 2 || food.Zones[0].ID != harbour {
			t.Errorf("food's zones: %+v", food.Zones)
		}
	})
}

func TestHeadersOfPlace_API02(t *testing.T) {
	t.Parallel()
	f := newFrame(t, dbtest.Open(t, db.SQLite), nil)
	tests := []struct {
		header, value string
		want          int
	}{
		{"zoneid", "1", 200}, {"zoneid", " 1 ", 200}, {"ZoneID", "[1,2]", 200}, {"zoneid", "", 200},
		{"zoneid", "one", 400}, {"zoneid", "1.5", 400}, {"zoneid", "-1", 400}, {"zoneid", "0", 400},
		{"zoneid", "[1,", 400}, {"zoneid", `{"id":1}`, 400}, {"zoneid", "[null]", 400}, {"zoneid", "[[1]]", 400}, {"zoneid", "null", 400},
		{"zoneid", "99999999999999999999", 400}, {"zoneid", "[" + strings.Repeat("1,", 50) + "1]", 400},
		{"moduleId", "10", 200}, {"MODULEID", "10", 200}, {"moduleId", "food", 400}, {"moduleId", "-3", 400}, {"moduleId", "1e3", 400},
		{"X-localization", "en", 200}, {"X-localization", "pt-BR", 200}, {"X-localization", "../../etc", 400}, {"X-localization", strings.Repeat("en-", 99), 400},
		{"Accept", "text/html", 200}, {"X-Software-Id", "web/1.0", 200},
	}
	for _, tt := range tests {
		status, body := f.ask(http.MethodGet, "/modules", "", tt.header, tt.value)
		if status != tt.want {
			t.Errorf("%s: %q: %d %s", tt.header, tt.value, status, body)
		}
		if status != 200 && (!strings.Contains(body, `"code":"malformed"`) || !strings.Contains(body, `"field":"`+tt.header)) {
			t.Errorf("%s: %q: the answer does not name the header: %s", tt.header, tt.value, body)
		}
	}

	for _, tt := range []struct {
		headers, named []string
	}{
		{[]string{"latitude", "north", "longitude", "200"}, []string{"latitude", "longitude"}},
		{[]string{"zoneid", "one", "moduleId", "food", "longitude", "x"}, []string{"zoneid", "moduleId", "latitude", "longitude"}},
	} {
		_, body := f.ask(http.MethodGet, "/modules", "", tt.headers...)
		var refusal struct{ Errors []struct{ Field string } }
		if err := json.Unmarshal([]byte(body), &refusal); err != nil {
			t.Fatal(err)
		}
		var named []string
		for _, e := range refusal.Errors {
			named = append(named, e.Field)
		}
		if !slices.Equal(named, tt.named) {
			t.Errorf("of %q the answer names %q, want %q", tt.headers, named, tt.named)
		}
	}

	points := []struct{ lat, lng, field string }{
		{"0.5", "0.5", ""}, {"-90", "180", ""},
		{"NaN", "0.5", "latitude"}, {"0.5", "NaN", "longitude"}, {"Inf", "0", "latitude"}, {"90.1", "0", "latitude"},
		{"0", "-180.1", "longitude"}, {"north", "0", "latitude"}, {"0.5", "", "longitude"}, {"", "0.5", "latitude"},
	}
	for _, tt := range points {
		status, body := f.ask(http.MethodGet, "/modules", "", "latitude", tt.lat, "longitude", tt.lng)
		if wanted := map[bool]int{true: 200, false: 400}[tt.field == ""]; status != wanted {
			t.Errorf("%q, %q: %d %s", tt.lat, tt.lng, status, body)
		}
		if tt.field != "" && !strings.Contains(body, `"field":"`+tt.field+`"`) {
			t.Errorf("%q, %q: %s", tt.lat, tt.lng, body)
		}
	}
}

func TestZoneLookup_LOC04_TRAP_Z2_TRAP_Z3(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFrame(t, open(t), nil)
		type lookup struct {
			ZoneID  int64   `json:"zone_id"`
			ZoneIDs []int64 `json:"zone_ids"`
			Zones   []struct {
				TimeZone    string      `json:"time_zone"`
				Coordinates []geo.Point `json:"coordinates"`
			} `json:"zones"`
		}
		both := frameRead[lookup](f, "/zones/lookup?lat=0.5&lng=0.5")
		if diff := cmp.Diff([]int64{f.zones["harbour"], f.zones["bay"]}, both.ZoneIDs); diff != "" || both.ZoneID != f.zones["harbour"] {
			t.Errorf("%+v %s", both, diff)
		}
		if both.Zones[0].TimeZone != "Asia/Kathmandu" {
			t.Errorf("the winner's clock: %+v", both.Zones[0])
		}
		if ring := both.Zones[0].Coordinates; len(ring) != 5 || ring[0] != ring[4] {
			t.Errorf("ring %v", ring)
		}
		outside := frameRead[lookup](f, "/zones/lookup?lat=5&lng=5")
		if outside.ZoneID != 0 || outside.ZoneIDs == nil || len(outside.ZoneIDs) != 0 {
			t.Errorf("outside every zone: %+v", outside)
		}
		for _, query := range []string{"", "?lat=0.5", "?lat=91&lng=0", "?lat=NaN&lng=0", "?lat=a&lng=b", "?lat=0&lng=0&city=x"} {
			if status, body := f.ask(http.MethodGet, "/zones/lookup"+query, ""); status != 422 && status != 400 {
				t.Errorf("%q: %d %s", query, status, body)
			}
		}
		all := frameRead[struct {
			Zones []struct {
				Slug string `json:"slug"`
			} `json:"zones"`
		}](f, "/zones")
		if len(all.Zones) != 2 {
			t.Errorf("zones: %+v", all)
		}
	})
}

func TestConfig_API08(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFrame(t, open(t), nil)
		config := frameRead[map[string]any](f, "/config")
		want := map[string]any{
			"business_name": "Port Test", "email": "hello@example.com", "phone": "+12025550100", "address": "1 Harbour Road",
			"logo_full_url": "", "footer_text": "Made here", "country": "US", "country_picker_status": 0.0,
			"currency": "USD", "currency_symbol": "$", "currency_symbol_direction": "left", "digit_after_decimal_point": 2.0,
			"tax_included": 0.0, "toggle_veg_non_veg": 1.0, "guest_checkout_status": 1.0, "free_delivery_over": 35.0,
			"customer_wallet_status": 0.0, "loyalty_point_status": 0.0, "ref_earning_status": 0.0,
			"refund_policy": 1.0, "cancelation_policy": 0.0, "shipping_policy": 0.0,
			"is_mail_active": false, "is_sms_active": false, "firebase_otp_verification": 0.0,
			"cash_on_delivery": true, "cod_maximum_order_amount": 0.0, "demo": true, "time_zone": "Indian/Maldives",
			"base_urls":                  map[string]any{"item_image_url": "/media"},
			"default_location":           map[string]any{"lat": 0.5, "lng": 0.5},
			"map_bounds":                 []any{0.0, 0.0, 1.0, 1.0},
			"active_payment_method_list": []any{}, "apple_login": []any{},
			"social_media": []any{map[string]any{"name": "facebook", "link": "https://example.com/f"}},
			"centralize_login": map[string]any{
				"manual_login_status": 1.0, "otp_login_status": 0.0, "social_login_status": 0.0, "google_login_status": 0.0,
				"facebook_login_status": 0.0, "apple_login_status": 0.0, "phone_verification_status": 0.0, "email_verification_status": 0.0,
				"passkey_login_status": 0.0,
			},
		}
		for i, medium := range []string{"google", "facebook", "apple"} {
			offered := config["social_login"].([]any)[i].(map[string]any)
			if offered["login_medium"] != medium || offered["status"] != false { // on in the settings, and not set up
				t.Errorf("social_login[%d] is %v, want %s switched off", i, offered, medium)
			}
		}
		for name, value := range want {
			if diff := cmp.Diff(value, config[name]); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		if modules := config["module"].([]any); len(modules) != 2 {
			t.Errorf("modules: %v", modules)
		}
	})
}

func TestLanding_API09(t *testing.T) {
	t.Parallel()
	f := newFrame(t, dbtest.Open(t, db.SQLite), nil)
	want := map[string]any{
		"title": "Hungry?", "sub_title": "We bring it.", "hero_full_url": "/media/0a1b2c3d/hero/landing-480.webp",
		"fixed_footer_description": "A footer", "fixed_newsletter_title": "News", "fixed_newsletter_sub_title": "Weekly",
		"download_user_app_links": map[string]any{
			"playstore_url": "https://example.com/play", "playstore_url_status": 1.0, "apple_store_url": "", "apple_store_url_status": 0.0,
		},
		"highlights": []any{map[string]any{"title": "Fast", "text": "Very", "image_full_url": "/media/0a1b2c3d/hero/landing-480.webp"}},
	}
	if diff := cmp.Diff(want, frameRead[map[string]any](f, "/landing-page")); diff != "" {
		t.Error(diff)
	}
}

func TestBannersLeadSomewhere_BRW01(t *testing.T) {
	t.Parallel()
	f := newFrame(t, dbtest.Open(t, db.SQLite), nil)
	type banner struct {
		Title        string `json:"title"`
		Link         string `json:"link"`
		SecondLink   string `json:"second_link"`
		ImageFullURL string `json:"image_full_url"`
	}
	list := func(headers ...string) []banner {
		return frameRead[struct {
			Banners []banner `json:"banners"`
		}](f, "/banners", headers...).Banners
	}
	want := []banner{
		{Title: "Sale", Link: "/home?module_id=11", SecondLink: "/categories", ImageFullURL: "/media/0a1b2c3d/hero/landing-480.webp"},
		{Title: "Fish & chips", Link: "/home?search=category&name=fish+%26+chips"},
	}
	if diff := cmp.Diff(want, list()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want[:1], list("zoneid", fmt.Sprint(f.zones["harbour"]))); diff != "" {
		t.Errorf("a banner of another zone: %s", diff)
	}
	if none := list("moduleId", "11"); none == nil || len(none) != 0 {
		t.Errorf("of another module: %v", none)
	}
}

func TestPagesFollowTheirFlags_PAGE01(t *testing.T) {
	t.Parallel()
	f := newFrame(t, dbtest.Open(t, db.SQLite), nil)
	for slug, want := range map[string]int{"about-us": 200, "refund-policy": 200, "shipping-policy": 404, "cancellation-policy": 404, "nowhere": 404, "%00": 400, "%ff": 400, strings.Repeat("x", 61): 422} {
		if status, body := f.ask(http.MethodGet, "/pages/"+slug, ""); status != want {
			t.Errorf("%s: %d %s", slug, status, body)
		}
	}
}

func TestNewsletterOverHTTP_HDR08(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFrame(t, open(t), nil)
		bad := `{"errors":[{"code":"invalid","message":"Please insert a valid email.","field":"email"}],"message":"Please insert a valid email."}`
		tests := []struct {
			name, body string
			status     int
			want       string
		}{
			{"the first time", `{"email":"asha@example.com"}`, 200, `{"message":"Thank you for subscribing!"}`},
			{"again", `{"email":"Asha@example.com"}`, 200, `{"message":"Thank you for subscribing!"}`},
			{"no address", `{"email":"asha"}`, 422, bad},
			{"an empty one", `{"email":""}`, 422, bad},
			{"one as long as a book", `{"email":"` + strings.Repeat("a", 9000) + `@example.com"}`, 422, bad},
			{"with a zero byte", `{"email":"a\u0000b@example.com"}`, 400, `"code":"malformed"`},
			{"none at all", `{}`, 422, `"errors":`},
			{"not JSON", `{"email"`, 400, `"errors":`},
		}
		for _, tt := range tests {
			status, body := f.ask(http.MethodPost, "/newsletter", tt.body)
			if status != tt.status || !strings.Contains(body, tt.want) {
				t.Errorf("%s: %d %s", tt.name, status, body)
			}
		}
	})
}

// nasty is what people, scripts and broken clients put where a value belongs.
var nasty = []string{
	"", " ", "0", "-1", "1.5", "NaN", "Infinity", "-Inf", "1e309", "99999999999999999999", "null", "undefined", "true", "[]", "{}",
	"'", `"`, "\\", "%", "_", "*", ";--", "a\x00b", "\xff\xfe", "../../etc/passwd", "<script>", "NEAR(", "AND OR NOT", "a:b", "🍜", "ﷺ", strings.Repeat("x", 5000),
}

// Every public read of the town, with every parameter and every header of place
// in turn holding something nasty, answers and is never at fault itself.
func TestMalformedInputIsNeverOurFault_API02(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newFrame(t, open(t), nil)
		asked := 0
		try := func(path string, headers ...string) {
			asked++
			if status, body := f.ask(http.MethodGet, path, "", headers...); status >= 500 {
				t.Errorf("GET %s %q: %d %s", path, headers, status, body)
			}
		}
		for path, item := range api.Document(http.NewServeMux()).Paths {
			if item.Get == nil || strings.HasPrefix(path, "/cart") || strings.HasPrefix(path, "/orders") {
				continue // a shopper's own have tests of their own
			}
			for _, value := range nasty {
				escaped := url.QueryEscape(value)
				filled := pathParameter.ReplaceAllString(path, url.PathEscape(value))
				if value != "" { // an empty part is another address
					try(filled)
				}
				for _, p := range item.Get.Parameters {
					if p.In == "query" {
						try(pathParameter.ReplaceAllString(path, "1") + "?" + url.QueryEscape(p.Name) + "=" + escaped)
					}
				}
			}
		}
		for _, header := range []string{"zoneid", "moduleId", "latitude", "longitude", "X-localization", "X-Software-Id", "Accept"} {
			for _, value := range nasty {
				if !strings.ContainsRune(value, 0) { // no client can send one
					try("/stores", header, value)
				}
			}
		}
		if asked < 1000 {
			t.Errorf("only %d requests were tried", asked)
		}
	})
}

var pathParameter = regexp.MustCompile(`\{[a-z]+\}`)

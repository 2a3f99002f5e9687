package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/bus"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/setting"
)

// mapStandIn responds like Photon and OSRM, or with errors.
type mapStandIn struct {
	*httptest.Server
	failing atomic.Bool
	agent   atomic.Value // the last User-Agent
	lang    atomic.Value // the last language of a search
}

func newMapStandIn(t *testing.T) *mapStandIn {
	t.Helper()
	s := &mapStandIn{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.agent.Store(r.UserAgent())
		switch {
		case s.failing.Load():
			http.Error(w, "hush-failure", http.StatusInternalServerError)
		case strings.HasPrefix(r.URL.Path, "/route/v1/driving/"):
			_, _ = io.WriteString(w, `{"code":"Ok","routes":[{"distance":4321.4,"duration":600,"geometry":"??"}]}`)
		default:
			s.lang.Store(r.URL.Query().Get("lang"))
			_, _ = io.WriteString(w, `{"features":[{"properties":{"osm_type":"W","osm_id":7,"name":"Tower","city":"Elsewhere"},"geometry":{"coordinates":[2.2945,48.85826]}}]}`)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// quoteDistance quotes a dinner at a door that many metres north of the store.
func (r *running) quoteDistance(d dinner, metres float64) (km float64, source string) {
	r.t.Helper()
	var guest struct {
		ID string `json:"guest_id"`
	}
	r.call("POST", "/auth/guest", nil, map[string]any{}, &guest)
	address := map[string]any{}
	for name, value := range d.address {
		address[name] = value
	}
	address["latitude"] = d.address["latitude"].(float64) + metres/111_000
	body := map[string]any{
		"source": "buy_now", "order_type": "delivery", "payment_method": "cash_on_delivery", "address": address,
		"line": map[string]any{"item_id": d.item, "quantity": 5}, "guest_id": guest.ID,
	}
	var quote struct {
		Km     float64 `json:"distance_km"`
		Source string  `json:"distance_source"`
	}
	r.call("POST", "/checkout/quote", nil, body, &quote)
	return quote.Km, quote.Source
}

// A town with Photon and OSRM: they work, fail, work, fail and work.
func TestMapServices_LOC05_MAP02_API02_aTownUsesThem(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		s := newMapStandIn(t)
		r := startDemo(t, engine, "--staff", "off", "--public-url", "https://shop.example",
			"--maps-places", "photon", "--maps-places-url", s.URL, "--maps-routes", "osrm", "--maps-routes-url", s.URL)
		d := r.findDinner()
		for round, fails := range []bool{false, true, false, true, false} {
			s.failing.Store(fails)
			search := fmt.Sprintf("/maps/place-autocomplete?search_text=tower+%d", round)
			status, found := r.try("GET", search, map[string]string{"X-localization": "ar"}, nil)
			km, source := r.quoteDistance(d, float64(10*round))
			if fails {
				if status != 424 || !strings.Contains(string(found), `"code":"map_unavailable"`) || strings.Contains(string(found), "hush") {
					t.Errorf("round %d: search: %d %s", round, status, found)
				}
				if km > 1 || source == "none" {
					t.Errorf("round %d: quote: %v km by %s, want the town's own streets", round, km, source)
				}
				if status, own := r.try("GET", "/maps/place-autocomplete?search_text=1+harbour", nil, nil); status != 200 || !strings.Contains(string(own), "Harbour") {
					t.Errorf("round %d: the town's own places: %d %s", round, status, own)
				}
				continue
			}
			if status != 200 || !strings.Contains(string(found), `"placeId":"photon:W7:48.85826,2.29450"`) || s.lang.Load() != "ar" {
				t.Errorf("round %d: search in %v: %d %s", round, s.lang.Load(), status, found)
			}
			if km != 4.321 || source != "route" {
				t.Errorf("round %d: quote: %v km by %s", round, km, source)
			}
		}
		if status, place := r.try("GET", "/maps/place-details?placeid=photon:W7:48.85826,2.29450", nil, nil); status != 200 || !strings.Contains(string(place), `"latitude":48.85826`) {
			t.Errorf("a place outside of all zones: %d %s", status, place)
		}
		if agent := s.agent.Load().(string); !strings.HasPrefix(agent, "Hawker (") || !strings.HasSuffix(agent, "; https://shop.example)") {
			t.Errorf("User-Agent %q", agent)
		}
	})
}

// A town with Google: no page and no response contains the key, and no log of the settings.
func TestMapServices_LOC05_MAP02_theKeyOfGoogleStaysOnTheServer(t *testing.T) {
	t.Parallel()
	const key = "hush-google-key"
	var keys atomic.Int64
	google := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Goog-Api-Key") == key || r.URL.Query().Get("key") == key {
			keys.Add(1)
		}
		http.Error(w, `{"error":{"message":"`+key+`"},"status":"REQUEST_DENIED"}`, http.StatusForbidden)
	}))
	defer google.Close()
	r := startDemo(t, db.SQLite, "--staff", "off", "--maps-places=google", "--maps-places-url="+google.URL,
		"--maps-routes=google", "--maps-routes-url="+google.URL, "--maps-google-key="+key)
	for path, want := range map[string]int{
		"/config": 200, "/maps/features": 200,
		"/maps/place-autocomplete?search_text=xyzzy": 424,
		"/maps/place-details?placeid=google:x":       424,
		"/maps/geocode?lat=50&lng=50":                424,
		"/maps/distance?origin_lat=-12.4&origin_lng=65.2&destination_lat=-12.5&destination_lng=65.2":   200,
		"/maps/directions?origin_lat=-12.4&origin_lng=65.2&destination_lat=-12.5&destination_lng=65.2": 424,
		"/maps/directions?origin_lat=50&origin_lng=50&destination_lat=50.1&destination_lng=50":         404, // too far from the town
		"/maps/distance?origin_lat=-11.4&origin_lng=65.2&destination_lat=-11.401&destination_lng=65.2": 200,
	} {
		status, body := r.try("GET", path, nil, nil)
		if status != want || strings.Contains(string(body), "hush") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	page, err := http.Get(r.url + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	if text, err := io.ReadAll(page.Body); err != nil || strings.Contains(string(text), "hush") || strings.Contains(page.Header.Get("Content-Security-Policy"), google.URL) {
		t.Errorf("the page contains the key, or may call Google: %v", err)
	}
	if keys.Load() < 3 {
		t.Errorf("%d calls with the key", keys.Load())
	}
	flags := mapFlags{MapsGoogleKey: key, MapsPlacesURL: "https://user:hush@places.example"}
	text, err := json.Marshal(flags)
	if all := fmt.Sprintf("%v %+v %s", flags, flags, text); err != nil || strings.Contains(all, "hush") {
		t.Errorf("the logged settings contain a secret: %s, %v", all, err)
	}
}

func TestMapFlags_LOC05_MAP02_contradictionsAreRefused(t *testing.T) {
	t.Parallel()
	for args, wants := range map[string][]string{
		"--maps-places=photon":                                     {"--maps-places-url"},
		"--maps-routes=valhalla":                                   {"--maps-routes-url"},
		"--maps-places=google --maps-routes=google":                {"--maps-places google needs --maps-google-key", "--maps-routes google needs --maps-google-key"},
		"--maps-google-key=hush":                                   {"--maps-places google or"},
		"--maps-places-url=https://hush.example":                   {"--maps-places-url needs --maps-places"},
		"--maps-places=nominatim --maps-places-url=hush":           {"--maps-places-url is not http(s)://host"},
		"--maps-routes=osrm --maps-routes-url=ftp://hush.example/": {"--maps-routes-url is not http(s)://host"},
		"--maps-routes=crow":                                       {"--maps-routes must be one of"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		all := append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, strings.Fields(args)...)
		err := run(ctx, all, func(string) string { return "" }, io.Discard, nil)
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
				t.Errorf("%s: %v, want %s", args, err, want)
			}
		}
	}
}

func TestUserAgent_LOC05_isAValidHeader(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	settings := setting.New(d, clock.System, bus.NewLocal())
	s, err := settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Business.Name = "Port\r\nSaffron"
	if err := settings.Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if got := userAgent(t.Context(), settings, ""); got != "Hawker (Port  Saffron)" {
		t.Errorf("%q", got)
	}
}

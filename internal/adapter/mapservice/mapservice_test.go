package mapservice_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/adapter/mapservice"
	"hawker/internal/clock"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

var tower = geo.Point{Lat: 48.8582599, Lng: 2.2945006}

func openPlaces(t *testing.T, name string, respond http.HandlerFunc) (*standIn, maps.Places) {
	t.Helper()
	for _, s := range services {
		if s.name == name {
			server, opened := s.start(t, clock.System)
			if respond != nil {
				server.become(respond)
			}
			return server, opened.(maps.Places)
		}
	}
	t.Fatal(name)
	return nil, nil
}

func TestPlaces_LOC05_searchDetailsAndAddress(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		ids     []string // of the valid suggestions
		place   maps.Place
		names   []string
		asks    []string // in the calls of search, details and address, in any order
		uncache bool     // details needs a call
	}{
		{
			"Nominatim", []string{"nominatim:W5013364", "nominatim:N10"},
			maps.Place{Address: "Eiffel Tower, 5, Avenue Anatole France, Paris, 75007, France", Point: tower},
			[]string{"Eiffel Tower, 5, Avenue Anatole France, Paris, 75007, France"},
			[]string{"GET /search?accept-language=de&format=jsonv2&limit=8&q=eiffel+tower&viewbox=13.00000%2C53.00000%2C14.00000%2C52.00000", "GET /reverse?accept-language=de&format=jsonv2&lat=48.8582600&lon=2.2945000"},
			false,
		},
		{
			"Photon", []string{"photon:W5013364:48.85826,2.29450"},
			maps.Place{Address: "Eiffel Tower, 5 Avenue Anatole France, Quartier du Gros-Caillou, Paris, Île-de-France, France", Point: tower},
			[]string{"Eiffel Tower, 5 Avenue Anatole France, Quartier du Gros-Caillou, Paris, Île-de-France, France"},
			[]string{"GET /api?lang=de&lat=52.5000000&limit=8&lon=13.5000000&q=eiffel+tower", "GET /reverse?lang=de&lat=48.8582600&limit=3&lon=2.2945000"},
			false,
		},
		{
			"Google Places", []string{"google:ChIJLU7jZClu5kcR4PcOOO6p3I0"},
			maps.Place{Address: "Av. Gustave Eiffel, 75007 Paris, France", Point: geo.Point{Lat: 48.8583701, Lng: 2.2944813}},
			[]string{"Av. Gustave Eiffel, 75007 Paris, France", "Gros-Caillou, Paris, France"},
			[]string{
				`POST /v1/places:autocomplete {"input":"eiffel tower","languageCode":"de","locationBias":{"rectangle":{"low":{"latitude":52,"longitude":13},"high":{"latitude":53,"longitude":14}}}}`,
				"GET /v1/places/ChIJLU7jZClu5kcR4PcOOO6p3I0?languageCode=de",
				"GET /maps/api/geocode/json?key=hush-key&language=de&latlng=48.8582599%2C2.2945006",
			}, true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server, places := openPlaces(t, tt.name, nil)
			for range 2 {
				found, err := places.Autocomplete(t.Context(), "eiffel tower", "de")
				var ids []string
				for _, f := range found {
					ids = append(ids, f.PlaceID)
				}
				if err != nil || !cmp.Equal(ids, tt.ids) {
					t.Fatalf("%v, %v", ids, err)
				}
				place, err := places.Details(t.Context(), tt.ids[0], "de")
				if err != nil || place != tt.place {
					t.Errorf("details %+v, %v", place, err)
				}
				names, err := places.Address(t.Context(), tower, "de")
				if err != nil || !cmp.Equal(names, tt.names) {
					t.Errorf("address %q, %v", names, err)
				}
			}
			for _, ask := range tt.asks {
				if !strings.Contains(strings.Join(server.asked, "\n")+"\n", ask+"\n") {
					t.Errorf("no call %s in\n%s", ask, strings.Join(server.asked, "\n"))
				}
			}
			if isCached := server.calls() == len(tt.asks); isCached == tt.uncache {
				t.Errorf("%d calls", server.calls())
			}
		})
	}
}

func TestDetails_LOC05_findsAPlaceThatIsNotCached(t *testing.T) {
	t.Parallel()
	_, nominatim := openPlaces(t, "Nominatim", nil)
	if place, err := nominatim.Details(t.Context(), "nominatim:W5013364", "en"); err != nil || place.Point != tower {
		t.Errorf("Nominatim: %+v, %v", place, err)
	}
	_, photon := openPlaces(t, "Photon", nil)
	want := geo.Point{Lat: 48.85826, Lng: 2.2945} // of the id
	if place, err := photon.Details(t.Context(), "photon:W5013364:48.85826,2.29450", "en"); err != nil || place.Point != want || !strings.HasPrefix(place.Address, "Eiffel Tower, ") {
		t.Errorf("Photon: %+v, %v", place, err)
	}
}

func TestDetails_LOC05_anUnknownIdIsNoPlace(t *testing.T) {
	t.Parallel()
	for name, ids := range map[string][]string{
		"Nominatim":     {"", "place:cafe", "nominatim:", "nominatim:W0", "nominatim:W1,N2", "nominatim:X7", "google:x"},
		"Photon":        {"", "place:cafe", "photon:", "photon:W1", "photon:W1:NaN,0", "photon:W1:95,0", "photon:W1:1", "photon:W1:1,2,3"},
		"Google Places": {"", "place:cafe", "google:", "google:../x", "google:a/b", "google:a?b"},
	} {
		server, places := openPlaces(t, name, nil)
		for _, id := range ids {
			if place, err := places.Details(t.Context(), id, "en"); !errors.Is(err, maps.ErrNoPlace) {
				t.Errorf("%s: %q is %+v, %v", name, id, place, err)
			}
		}
		if server.calls() != 0 {
			t.Errorf("%s was called: %v", name, server.asked)
		}
	}
	for name, gone := range map[string]http.HandlerFunc{
		"nominatim:W7": text(200, `[]`), "photon:W7:1.00000,2.00000": text(200, `{"features":[]}`),
		"google:Chgone": text(404, `{"error":{"code":404,"status":"NOT_FOUND"}}`), "google:Chbad": text(400, `{"error":{"code":400,"status":"INVALID_ARGUMENT"}}`),
	} {
		service := map[byte]string{'n': "Nominatim", 'p': "Photon", 'g': "Google Places"}[name[0]]
		_, places := openPlaces(t, service, gone)
		if _, err := places.Details(t.Context(), name, "en"); !errors.Is(err, maps.ErrNoPlace) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, google := openPlaces(t, "Google Places", text(400, `{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`))
	if _, err := google.Details(t.Context(), "google:Ch", "en"); !errors.Is(err, maps.ErrService) {
		t.Errorf("a wrong key: %v", err)
	}
}

func TestAddress_LOC05_nothingIsNear(t *testing.T) {
	t.Parallel()
	for name, sea := range map[string]string{
		"Nominatim": `{"error":"Unable to geocode"}`, "Photon": `{"type":"FeatureCollection","features":[]}`, "Google Places": `{"results":[],"status":"ZERO_RESULTS"}`,
	} {
		_, places := openPlaces(t, name, text(200, sea))
		if names, err := places.Address(t.Context(), tower, "en"); err != nil || names == nil || len(names) != 0 {
			t.Errorf("%s: %v, %v", name, names, err)
		}
	}
	_, google := openPlaces(t, "Google Places", text(200, `{"results":[],"status":"REQUEST_DENIED","error_message":"hush"}`))
	if _, err := google.Address(t.Context(), tower, "en"); !errors.Is(err, maps.ErrService) || strings.Contains(err.Error(), "hush") {
		t.Errorf("a refused key: %v", err)
	}
}

func TestPhoton_LOC05_asksWithoutALanguageThatItLacks(t *testing.T) {
	t.Parallel()
	server, places := openPlaces(t, "Photon", nil)
	server.become(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("lang") == "ar" {
			text(400, `{"message":"Language is not supported. Supported are: default, de, en, fr"}`)(w, r)
			return
		}
		text(200, photonList)(w, r)
	})
	for n, calls := range []int{2, 3} { // the second time it knows
		if found, err := places.Autocomplete(t.Context(), fmt.Sprint("tower ", n), "ar-EG"); err != nil || len(found) != 1 || server.calls() != calls {
			t.Errorf("%v, %v after %d calls", found, err, server.calls())
		}
	}
}

func TestPlaces_LOC05_textsAreBounded(t *testing.T) {
	t.Parallel()
	one := `{"osm_type":"way","osm_id":%d,"lat":"1","lon":"2","name":"A\u0000\nB","display_name":"` + strings.Repeat("ä", 5000) + `"}`
	var all []string
	for n := range 100 {
		all = append(all, fmt.Sprintf(one, n+1))
	}
	_, places := openPlaces(t, "Nominatim", text(200, "["+strings.Join(all, ",")+"]"))
	found, err := places.Autocomplete(t.Context(), "x", "en")
	if err != nil || len(found) != mapservice.MaxResults || found[0].Main != "A B" || len([]rune(found[0].Secondary)) != mapservice.MaxText {
		t.Errorf("%d places, the first %+v, %v", len(found), found[0], err)
	}
}

// transport responds like Nominatim and notes when it was called.
type transport struct{ at []time.Time }

func (tr *transport) RoundTrip(*http.Request) (*http.Response, error) {
	tr.at = append(tr.at, time.Now())
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: http.NoBody}, nil
}

func TestNominatim_LOC05_thePublicServerGetsOneCallASecondAndNoSearch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		places, err := mapservice.NewNominatim(mapservice.Config{URL: "https://nominatim.openstreetmap.org", Clock: clock.NewManual(time.Unix(0, 0))})
		if err != nil {
			t.Fatal(err)
		}
		calls := &transport{}
		mapservice.Through(places, calls)
		if found, err := places.Autocomplete(t.Context(), "tower", "en"); err != nil || len(found) != 0 || len(calls.at) != 0 {
			t.Errorf("search while typing: %v, %v, %d calls", found, err, len(calls.at))
		}
		done := make(chan error)
		for n := range 6 {
			go func() {
				_, err := places.Address(t.Context(), geo.Point{Lat: float64(n)}, "en")
				done <- err
			}()
		}
		for range 6 {
			if err := <-done; !errors.Is(err, maps.ErrService) { // the responses are empty, or the call was not made
				t.Error(err)
			}
		}
		if len(calls.at) != 3 { // at once, after one second, and after two
			t.Errorf("%d calls within the time limit", len(calls.at))
		}
		for n := 1; n < len(calls.at); n++ {
			if gap := calls.at[n].Sub(calls.at[n-1]); gap < time.Second {
				t.Errorf("%s between two calls", gap)
			}
		}
	})
}

func TestRoute_MAP02_modesAndPath(t *testing.T) {
	t.Parallel()
	for _, s := range services[3:] {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			server, opened := s.start(t, clock.System)
			router := opened.(maps.Router)
			route, err := router.Route(t.Context(), shop, door, maps.Driving)
			if err != nil || len(route.Path) != 5 || route.Path[0] != shop || route.Path[4] != door {
				t.Fatalf("%+v, %v", route, err)
			}
			if off := geo.Metres(route.Path[2], geo.Point{Lat: 52.523219, Lng: 13.392111}); off > 1.5 {
				t.Errorf("the middle of the path is off by %.1f m", off)
			}
			calls := server.calls()
			if again, err := router.Route(t.Context(), shop, door, maps.Driving); err != nil || !cmp.Equal(again, route) {
				t.Errorf("again: %+v, %v", again, err)
			}
			if isCached := server.calls() == calls; isCached == (s.name == "Google Routes") {
				t.Errorf("%d calls, then %d", calls, server.calls())
			}
			_, err = router.Route(t.Context(), shop, door, maps.Walking)
			last, _ := server.last()
			if isOSRM := s.name == "OSRM"; errors.Is(err, maps.ErrNoRoute) != isOSRM {
				t.Errorf("on foot: %v, %s", err, last)
			}
		})
	}
}

func TestRoute_MAP02_asksAsDocumented(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"OSRM":          "GET /route/v1/driving/13.3888599,52.5170365;13.3976000,52.5295000?geometries=polyline6&overview=full&radiuses=1500%3B1500",
		"Valhalla":      `POST /route {"locations":[{"lat":52.5170365,"lon":13.3888599,"search_cutoff":1500},{"lat":52.5295,"lon":13.3976,"search_cutoff":1500}],"costing":"auto","units":"kilometers","directions_type":"none"}`,
		"Google Routes": `POST /directions/v2:computeRoutes {"origin":{"location":{"latLng":{"latitude":52.5170365,"longitude":13.3888599}}},"destination":{"location":{"latLng":{"latitude":52.5295,"longitude":13.3976}}},"travelMode":"DRIVE"}`,
	} {
		for _, s := range services {
			if s.name != name {
				continue
			}
			server, opened := s.start(t, clock.System)
			if _, err := s.call(t.Context(), opened, 0); err != nil {
				t.Error(err)
			}
			if got, _ := server.last(); got != want {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

func TestRoute_MAP02_noRouteIsNoFailure(t *testing.T) {
	t.Parallel()
	for name, texts := range map[string][]http.HandlerFunc{
		"OSRM":          {text(400, `{"code":"NoRoute","message":"Impossible route between points"}`), text(400, `{"code":"NoSegment","message":"Could not find a matching segment for coordinate 0"}`)},
		"Valhalla":      {text(400, `{"error_code":442,"error":"No path could be found for input","status_code":400,"status":"Bad Request"}`), text(400, `{"error_code":171,"error":"No suitable edges near location","status_code":400,"status":"Bad Request"}`)},
		"Google Routes": {text(200, "{}\n"), text(200, `{"routes":[{"duration":"0s"}]}`)}, // no route, and one that leads nowhere
	} {
		for _, s := range services {
			if s.name != name {
				continue
			}
			server := newStandIn(t, texts[0])
			opened, err := s.open(server.config(clock.System))
			if err != nil {
				t.Fatal(err)
			}
			for n := range 2 * mapservice.MaxFailures {
				server.become(texts[n%len(texts)])
				to := geo.Point{Lat: 53.5 + float64(n)/100, Lng: 13}
				if _, err := opened.(maps.Router).Route(t.Context(), shop, to, maps.Driving); !errors.Is(err, maps.ErrNoRoute) {
					t.Errorf("%s: %v", name, err)
				}
			}
			if server.calls() != 2*mapservice.MaxFailures {
				t.Errorf("%s: %d calls", name, server.calls())
			}
		}
	}
}

func TestOSRM_MAP02_hasAServerForEachMode(t *testing.T) {
	t.Parallel()
	server := newStandIn(t, text(200, osrmText))
	config := server.config(clock.System)
	config.URL += "/routed-{mode}?token=abc"
	router, err := mapservice.NewOSRM(config)
	if err != nil {
		t.Fatal(err)
	}
	for mode, name := range map[maps.Mode]string{maps.Driving: "car", maps.Walking: "foot", maps.Bicycling: "bike"} {
		if _, err := router.Route(t.Context(), shop, door, mode); err != nil {
			t.Error(err)
		}
		if got, _ := server.last(); !strings.HasPrefix(got, "GET /routed-"+name+"/route/v1/driving/") || !strings.HasSuffix(got, "&token=abc") {
			t.Errorf("%s: %s", mode, got)
		}
	}
}

func TestNew_refusesAddresses(t *testing.T) {
	t.Parallel()
	for _, s := range services {
		for _, address := range []string{"hush.example", "ftp://hush.example", "https://", "https://hush.example/#part", "https://hush.example:port"} {
			if _, err := s.open(mapservice.Config{URL: address, Clock: clock.System}); err == nil || strings.Contains(err.Error(), "hush") {
				t.Errorf("%s: %s: %v", s.name, address, err)
			}
		}
	}
}

func FuzzPath_MAP02(f *testing.F) {
	f.Add("mfp_I__vpAue@uSye@oa@")
	f.Add("~~~~~~~~")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		path, err := mapservice.DecodePath(text)
		if err == nil && len(path) > len(text)/2 {
			t.Errorf("%d points in %d bytes", len(path), len(text))
		}
		for _, p := range path {
			if _, err := geo.NewPoint(p.Lat, p.Lng); err != nil {
				t.Error(err)
			}
		}
	})
}

package public_test

import (
	"net/http"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestMapCalls_LOC05_MAP02(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newIslandAPI(t, open(t), nil)
		const near = "origin_lat=0.5&origin_lng=0.5&destination_lat=0.5&destination_lng=0.502"
		const far = "origin_lat=0.5&origin_lng=0.5&destination_lat=0.9&destination_lng=0.5"
		tests := []struct {
			name, path string
			status     int
			want       string
		}{
			{"search", "/maps/place-autocomplete?search_text=cafe+suc", 200,
				`{"suggestions":[{"placePrediction":{"placeId":"place:cafe","structuredFormat":{"mainText":{"text":"Café Sucré"},"secondaryText":{"text":"Harbour Road"}}}}]}`},
			{"nothing found", "/maps/place-autocomplete?search_text=zzz", 200, `{"suggestions":[]}`},
			{"details", "/maps/place-details?placeid=place:cafe", 200, `{"formattedAddress":"Café Sucré, Harbour Road","location":{"latitude":0.5,"longitude":0.502}}`},
			{"an unknown place", "/maps/place-details?placeid=nowhere", 404, `"code":"not_found"`},
			{"geocode", "/maps/geocode?lat=0.50005&lng=0.5005", 200, `{"results":[{"formatted_address":"5 Harbour Road, Old Town"}]}`},
			{"nothing near", "/maps/geocode?lat=50&lng=50", 200, `{"results":[]}`},
			{"distance", "/maps/distance?" + near, 200, `{"distanceMeters":223,"distance_km":0.223,"duration":"21s","source":"route"}`},
			{"on foot", "/maps/distance?mode=walking&" + near, 200, `"duration":"167s"`},
			{"no road: the straight line", "/maps/distance?" + far, 200, `"source":"straight"`},
			{"directions", "/maps/directions?" + near, 200, `"path":[{"lat":0.5,"lng":0.5},{"lat":0.5,"lng":0.502}]`},
			{"no way", "/maps/directions?" + far, 404, `"code":"not_found"`},
			{"features", "/maps/features", 200, `"geometry":{"coordinates":[[0.5,0.5],[0.502,0.5]],"type":"LineString"}`},
			{"a mode nobody has", "/maps/directions?mode=flying&" + near, 422, `"field":"mode"`},
			{"off the globe", "/maps/geocode?lat=95&lng=0", 422, `"field":"lat"`},
			{"no text", "/maps/place-autocomplete", 422, `"field":"search_text"`},
			{"a text of 201 letters", "/maps/place-autocomplete?search_text=" + strings.Repeat("a", 201), 422, `"errors":`},
			{"a text of signs", "/maps/place-autocomplete?search_text=%25_%27%22%5C", 200, `{"suggestions":[]}`},
			{"a text that is none", "/maps/place-autocomplete?search_text=caf%e9", 400, `"code":"malformed"`},
			{"an end that is not a number", "/maps/distance?origin_lat=0&origin_lng=NaN&destination_lat=0&destination_lng=0", 400, `[{"code":"malformed","message":"This is not a position on earth.","field":"origin_lng"}]`},
			{"another", "/maps/directions?origin_lat=0&origin_lng=0&destination_lat=nan&destination_lng=0", 400, `"field":"destination_lat"`},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				status, body := f.ask(http.MethodGet, tt.path, "")
				if status != tt.status || !strings.Contains(body, tt.want) {
					t.Errorf("%d %s", status, body)
				}
			})
		}
	})
}

func TestMapCalls_areLimitedByAddress(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	f := newIslandAPI(t, d, func(deps *api.Deps) { deps.RateLimits = true })
	var refused *http.Response
	for n := 0; n < 400 && refused == nil; n++ {
		answer, err := f.Client().Get(f.URL + call.Prefix + "/maps/geocode?lat=0.5&lng=0.5")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusTooManyRequests {
			refused = answer
		} else if answer.StatusCode != http.StatusOK {
			t.Fatal(answer.Status)
		}
	}
	if refused == nil {
		t.Fatal("400 calls in a moment were answered")
	}
	if refused.Header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", refused.Header.Values("Retry-After"))
	}
	status, body := f.ask(http.MethodGet, "/maps/distance?origin_lat=0&origin_lng=0&destination_lat=0&destination_lng=0", "")
	if status != 429 || !strings.Contains(body, `"code":"too_many"`) {
		t.Errorf("the calls share one limit: %d %s", status, body)
	}
	if status, _ := f.ask(http.MethodGet, "/modules", ""); status != 200 {
		t.Errorf("other calls have nothing to do with it: %d", status)
	}

	calm := newIslandAPI(t, d, nil)
	for range 300 {
		if status, body := calm.ask(http.MethodGet, "/maps/geocode?lat=0.5&lng=0.5", ""); status != 200 {
			t.Fatalf("limits are off: %d %s", status, body)
		}
	}
}

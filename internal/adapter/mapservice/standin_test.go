package mapservice_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/adapter/mapservice"
	"hawker/internal/clock"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

const key = "hush-key"

var (
	shop = geo.Point{Lat: 52.5170365, Lng: 13.3888599}
	door = geo.Point{Lat: 52.5295, Lng: 13.3976}
)

// standIn is a map service of a test. It notes what it was asked.
type standIn struct {
	*httptest.Server
	mu      sync.Mutex
	respond http.HandlerFunc
	asked   []string // method, path, query and body
	headers []http.Header
}

func newStandIn(t *testing.T, respond http.HandlerFunc) *standIn {
	t.Helper()
	s := &standIn{respond: respond}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.asked = append(s.asked, strings.TrimSpace(r.Method+" "+r.URL.String()+" "+string(body)))
		s.headers = append(s.headers, r.Header)
		now := s.respond
		s.mu.Unlock()
		now(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// become changes how the service responds.
func (s *standIn) become(respond http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.respond = respond
}

func (s *standIn) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

// last returns the last call.
func (s *standIn) last() (string, http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.asked) == 0 {
		return "", nil
	}
	return s.asked[len(s.asked)-1], s.headers[len(s.headers)-1]
}

func (s *standIn) config(c clock.Clock) mapservice.Config {
	return mapservice.Config{
		URL: s.URL, Key: key, Clock: c,
		Agent: func(context.Context) string { return "Hawker (Port Saffron; https://shop.example)" },
		Area:  func(context.Context) (geo.Box, bool) { return geo.Box{West: 13, South: 52, East: 14, North: 53}, true },
	}
}

// text responds with a status and a text.
func text(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// byPath responds to each path with its text, and to others with 404.
func byPath(texts map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for path, body := range texts {
			if strings.HasPrefix(r.URL.Path, path) {
				text(http.StatusOK, body)(w, r)
				return
			}
		}
		http.NotFound(w, r)
	}
}

// hangs responds only when the client has left.
func hangs(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// tooMuch is valid JSON of more than the largest response.
func tooMuch(w http.ResponseWriter, _ *http.Request) {
	fmt.Fprint(w, `[`+strings.Repeat(" ", 2<<20)+`]`)
}

// service is a map service with a call and what the call should return.
type service struct {
	name  string
	open  func(mapservice.Config) (any, error)
	good  http.HandlerFunc
	call  func(ctx context.Context, opened any, n int) (string, error) // n: different calls are not cached
	wants string
}

func places(make func(mapservice.Config) (maps.Places, error)) func(mapservice.Config) (any, error) {
	return func(c mapservice.Config) (any, error) { return make(c) }
}

func router(make func(mapservice.Config) (maps.Router, error)) func(mapservice.Config) (any, error) {
	return func(c mapservice.Config) (any, error) { return make(c) }
}

func search(ctx context.Context, opened any, n int) (string, error) {
	found, err := opened.(maps.Places).Autocomplete(ctx, fmt.Sprintf("tower %d", n), "en")
	if err != nil || len(found) == 0 {
		return "nothing", err
	}
	return found[0].Main + " | " + found[0].Secondary, nil
}

func measure(ctx context.Context, opened any, n int) (string, error) {
	to := door
	to.Lat += float64(n) * 1e-5
	route, err := opened.(maps.Router).Route(ctx, shop, to, maps.Driving)
	return fmt.Sprintf("%.1f m, %s", route.Metres, route.Duration), err
}

// services are all services.
var services = []service{
	{"Nominatim", places(mapservice.NewNominatim), byPath(nominatimTexts), search, "Eiffel Tower | 5, Avenue Anatole France, Paris, 75007, France"},
	{"Photon", places(mapservice.NewPhoton), byPath(photonTexts), search, "Eiffel Tower | 5 Avenue Anatole France, Quartier du Gros-Caillou, Paris, Île-de-France, France"},
	{"Google Places", places(mapservice.NewGooglePlaces), byPath(googleTexts), search, "Eiffel Tower | Av. Gustave Eiffel, Paris, France"},
	{"OSRM", router(mapservice.NewOSRM), byPath(map[string]string{"/route/v1/driving/": osrmText}), measure, "1884.8 m, 4m21s"},
	{"Valhalla", router(mapservice.NewValhalla), byPath(map[string]string{"/route": valhallaText}), measure, "1891.0 m, 4m5s"},
	{"Google Routes", router(mapservice.NewGoogleRoutes), byPath(googleTexts), measure, "1902.0 m, 4m58s"},
}

// start opens a service at a stand-in that responds well.
func (s service) start(t *testing.T, c clock.Clock) (*standIn, any) {
	t.Helper()
	server := newStandIn(t, s.good)
	opened, err := s.open(server.config(c))
	if err != nil {
		t.Fatal(err)
	}
	mapservice.Limit(opened, time.Second)
	return server, opened
}

package mapservice_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/adapter/mapservice"
	"hawker/internal/clock"
	"hawker/internal/geo"
	"hawker/internal/maps"
)

func TestService_LOC05_MAP02_failsInEveryWayAndWorksAgain(t *testing.T) {
	t.Parallel()
	failures := map[string]http.HandlerFunc{
		"hangs":         hangs,
		"status 500":    text(500, `{"error":"`+key+`"}`),
		"status 429":    text(429, `{}`),
		"a refused key": text(403, `{"error":{"code":403,"message":"`+key+`","status":"PERMISSION_DENIED"}}`),
		"a redirect":    http.RedirectHandler("https://elsewhere.example/"+key, http.StatusFound).ServeHTTP,
		"a page":        text(200, `<html>Sorry</html>`),
		"other JSON":    text(200, `{"routes":[{"distance":"far"}],"features":7,"suggestions":7,"trip":{}}`),
		"nothing":       text(200, ``),
		"null":          text(200, `[null]`),
		"too much":      tooMuch,
		"half a response": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99")
			_, _ = w.Write([]byte(`[{`))
		},
		"distance and no time": text(200, `{"code":"Ok","routes":[{"distance":5,"distanceMeters":5}],"trip":{"summary":{"length":5},"legs":[]},"suggestions":{},"features":{}}`),
		"a route without path": text(200, `{"code":"Ok","routes":[{"distance":2500,"duration":5}],"trip":{"summary":{"length":2.5,"time":5},"legs":[]},"suggestions":{},"features":{}}`),
		"a negative distance":  text(200, `{"code":"Ok","routes":[{"distance":-5,"distanceMeters":-5,"duration":5}],"trip":{"summary":{"length":-5,"time":5}},"suggestions":{},"features":{}}`),
		"an impossible path":   text(200, `{"code":"Ok","routes":[{"distance":5000,"duration":5,"geometry":"~~~~~~~~~~"}],"trip":{"summary":{"length":5,"time":5},"legs":[{"shape":"~~~~~~~~~~"}]},"suggestions":{},"features":{}}`),
	}
	for _, s := range services {
		for how, failure := range failures {
			t.Run(s.name+" "+how, func(t *testing.T) {
				t.Parallel()
				server, opened := s.start(t, clock.System)
				for n, step := range []struct {
					respond http.HandlerFunc
					ok      bool
				}{{s.good, true}, {failure, false}, {failure, false}, {s.good, true}, {failure, false}, {s.good, true}} {
					server.become(step.respond)
					mapservice.Limit(opened, time.Second)
					if how == "hangs" && !step.ok {
						mapservice.Limit(opened, 100*time.Millisecond)
					}
					began := time.Now()
					got, err := s.call(t.Context(), opened, n)
					switch {
					case step.ok && (err != nil || got != s.wants):
						t.Fatalf("call %d: %q, %v; want %q", n, got, err, s.wants)
					case !step.ok && !errors.Is(err, maps.ErrService):
						t.Fatalf("call %d: %q, %v; want a failure", n, got, err)
					case !step.ok && (strings.Contains(err.Error(), key) || strings.Contains(err.Error(), server.URL)):
						t.Errorf("the error contains the key or the address: %v", err)
					case time.Since(began) > 3*time.Second:
						t.Errorf("call %d took %s", n, time.Since(began))
					}
				}
			})
		}
	}
}

func TestService_MAP02_isLeftAloneAfterFailures(t *testing.T) {
	t.Parallel()
	for _, s := range services {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			c := clock.NewManual(time.Unix(0, 0))
			server, opened := s.start(t, c)
			server.become(text(500, ""))
			for n := range mapservice.MaxFailures + 5 {
				if _, err := s.call(t.Context(), opened, n); !errors.Is(err, maps.ErrService) {
					t.Fatal(err)
				}
			}
			if server.calls() != mapservice.MaxFailures {
				t.Errorf("%d calls, want %d and then none", server.calls(), mapservice.MaxFailures)
			}
			c.Advance(mapservice.Pause)
			if _, err := s.call(t.Context(), opened, 100); err == nil || server.calls() != mapservice.MaxFailures+1 {
				t.Errorf("after the pause: %d calls, %v", server.calls(), err)
			}
			server.become(s.good)
			if _, err := s.call(t.Context(), opened, 101); err == nil {
				t.Error("one more failure did not start the next pause")
			}
			c.Advance(mapservice.Pause)
			for n := range 3 {
				if got, err := s.call(t.Context(), opened, 200+n); err != nil || got != s.wants {
					t.Errorf("working again: %q, %v", got, err)
				}
			}
		})
	}
}

// Anybody may ask for a route that is too long. Others must still get theirs.
func TestRoute_MAP02_aRouteThatIsTooLongDelaysNoOthers(t *testing.T) {
	t.Parallel()
	points := strings.Repeat("??", 60_000)
	long := `{"code":"Ok","routes":[{"distance":5,"distanceMeters":5,"duration":5,"geometry":"` + points + `","polyline":{"encodedPolyline":"` + points + `"}}],
		"trip":{"summary":{"length":5,"time":5},"legs":[{"shape":"` + points + `"}]}}`
	for _, s := range services[3:] {
		if s.name == "Google Routes" {
			long = strings.Replace(long, `"duration":5`, `"duration":"5s"`, 1)
		}
		for how, respond := range map[string]http.HandlerFunc{"too much": tooMuch, "too many points": text(200, long)} {
			t.Run(s.name+" "+how, func(t *testing.T) {
				t.Parallel()
				server, opened := s.start(t, clock.System)
				server.become(respond)
				for n := range mapservice.MaxFailures + 1 {
					if _, err := s.call(t.Context(), opened, n); !errors.Is(err, maps.ErrService) {
						t.Fatal(err)
					}
				}
				server.become(s.good)
				if got, err := s.call(t.Context(), opened, 100); err != nil || got != s.wants {
					t.Errorf("%q, %v", got, err)
				}
			})
		}
	}
}

func TestRoute_MAP02_farFromTheTownIsNoneAndNoCall(t *testing.T) {
	t.Parallel()
	for _, s := range services[3:] {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			server, opened := s.start(t, clock.System)
			moscow, hamburg := geo.Point{Lat: 55.75, Lng: 37.62}, geo.Point{Lat: 53.55, Lng: 10}
			for _, way := range [][2]geo.Point{{shop, moscow}, {moscow, shop}} {
				if _, err := opened.(maps.Router).Route(t.Context(), way[0], way[1], maps.Driving); !errors.Is(err, maps.ErrNoRoute) {
					t.Errorf("%v: %v", way, err)
				}
			}
			if n := server.calls(); n != 0 {
				t.Errorf("%d calls", n)
			}
			_, _ = opened.(maps.Router).Route(t.Context(), shop, hamburg, maps.Driving)
			if server.calls() == 0 {
				t.Error("no call for a place that is not far")
			}
		})
	}
}

func TestService_MAP02_runsFewCallsAtOnce(t *testing.T) {
	t.Parallel()
	for _, s := range services {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			server, opened := s.start(t, clock.System)
			mapservice.Limit(opened, 10*time.Second)
			var running, most atomic.Int64
			server.become(func(w http.ResponseWriter, r *http.Request) {
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(10 * time.Millisecond)
				running.Add(-1)
				s.good(w, r)
			})
			var all sync.WaitGroup
			for n := range 5 * mapservice.MaxCalls {
				all.Go(func() {
					if _, err := s.call(t.Context(), opened, n); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if most.Load() > mapservice.MaxCalls {
				t.Errorf("%d calls at once", most.Load())
			}
		})
	}
}

func TestService_MAP02_aCallerWhoLeavesIsNotItsFault(t *testing.T) {
	t.Parallel()
	for _, s := range services {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			server, opened := s.start(t, clock.System)
			server.become(hangs)
			left, leave := context.WithCancel(t.Context())
			leave()
			for n := range mapservice.MaxFailures + 1 {
				if _, err := s.call(left, opened, n); !errors.Is(err, maps.ErrService) {
					t.Fatal(err)
				}
			}
			server.become(s.good)
			if got, err := s.call(t.Context(), opened, 100); err != nil || got != s.wants {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestService_LOC05_MAP02_namesTheTown(t *testing.T) {
	t.Parallel()
	for _, s := range services {
		server, opened := s.start(t, clock.System)
		if _, err := s.call(t.Context(), opened, 0); err != nil {
			t.Fatal(err)
		}
		call, header := server.last()
		if header.Get("User-Agent") != "Hawker (Port Saffron; https://shop.example)" {
			t.Errorf("%s: User-Agent %q", s.name, header.Get("User-Agent"))
		}
		isGoogle := strings.HasPrefix(s.name, "Google")
		if got := header.Get("X-Goog-Api-Key"); (got == key) != isGoogle || strings.Contains(call, key) {
			t.Errorf("%s: key %q, call %s", s.name, got, call)
		}
	}
}

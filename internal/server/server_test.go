package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"hawker/internal/server"
)

// behind serves one handler behind everything a request meets.
func behind(t *testing.T, c server.Config, ping error) (*httptest.Server, *server.Health) {
	t.Helper()
	health := server.NewHealth()
	health.Require("database", func(context.Context) error { return ping })
	if c.Page == nil {
		c.Page = http.NotFoundHandler()
	}
	s := httptest.NewServer(server.Handler(c, health, server.NewMetrics()))
	t.Cleanup(s.Close)
	return s, health
}

func get(t *testing.T, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func TestACrashIsOneRequestsOwn_API04(t *testing.T) {
	t.Parallel()
	s, _ := behind(t, server.Config{API: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret cause") })}, nil)
	for range 2 {
		answer, body := get(t, s.URL+"/api/v1/anything")
		if answer.StatusCode != 500 || !strings.Contains(body, `"code":"internal"`) || strings.Contains(body, "secret") {
			t.Errorf("%d %s", answer.StatusCode, body)
		}
		if len(answer.Header.Get("X-Request-Id")) < 10 {
			t.Error("a fault without a request id cannot be found in the log")
		}
	}
}

func TestEveryAnswerIsFramed(t *testing.T) {
	t.Parallel()
	s, _ := behind(t, server.Config{API: http.NotFoundHandler(), Origin: "https://shop.example"}, nil)
	answer, _ := get(t, s.URL+"/", "X-Request-Id", "chosen-by-somebody")
	for name, part := range map[string]string{
		"Content-Security-Policy":   "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https://shop.example data: blob:;",
		"X-Content-Type-Options":    "nosniff",
		"Referrer-Policy":           "strict-origin",
		"Strict-Transport-Security": "max-age=",
	} {
		if got := answer.Header.Get(name); !strings.Contains(got, part) {
			t.Errorf("%s is %q, want %q in it", name, got, part)
		}
	}
	if answer.Header.Get("X-Request-Id") == "chosen-by-somebody" {
		t.Error("the id came from outside")
	}
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	s, health := behind(t, server.Config{API: http.NotFoundHandler()}, nil)
	if answer, _ := get(t, s.URL+"/readyz"); answer.StatusCode != 200 {
		t.Errorf("ready: %d", answer.StatusCode)
	}
	health.Drain()
	health.Drain() // a second signal is no fault
	if answer, _ := get(t, s.URL+"/readyz"); answer.StatusCode != 503 {
		t.Errorf("draining: %d", answer.StatusCode)
	}
	if answer, _ := get(t, s.URL+"/healthz"); answer.StatusCode != 200 {
		t.Errorf("alive while draining: %d", answer.StatusCode)
	}
	broken, _ := behind(t, server.Config{API: http.NotFoundHandler()}, errors.New("no database"))
	if answer, body := get(t, broken.URL+"/readyz"); answer.StatusCode != 503 || !strings.Contains(body, "database") {
		t.Errorf("without a database: %d %s", answer.StatusCode, body)
	}
}

func TestForwardedAddressesCountOnlyFromTrustedProxies(t *testing.T) {
	t.Parallel()
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.RemoteAddr) })
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	tests := []struct {
		name      string
		trusted   []netip.Prefix
		forwarded string
		want      string
	}{
		{"nobody is trusted", nil, "203.0.113.7", "127.0.0.1:"},
		{"the proxy is", loopback, "203.0.113.7", "203.0.113.7:"},
		{"what the shopper wrote before it is not", loopback, "198.51.100.1, 203.0.113.7", "203.0.113.7:"},
		{"a proxy behind a proxy", loopback, "203.0.113.7, 127.0.0.2", "203.0.113.7:"},
		{"an address of the fourth version in the sixth", loopback, "::ffff:203.0.113.7", "203.0.113.7:"},
		{"no address at all", loopback, "unknown", "127.0.0.1:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, _ := behind(t, server.Config{API: echo, TrustedProxies: tt.trusted}, nil)
			if _, got := get(t, s.URL+"/api/x", "X-Forwarded-For", tt.forwarded); !strings.HasPrefix(got, tt.want) {
				t.Errorf("the address is %s, want %s", got, tt.want)
			}
		})
	}
}

func TestFloodsAreRefused(t *testing.T) {
	t.Parallel()
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	s, _ := behind(t, server.Config{API: ok, RateLimits: true}, nil)
	refused := 0
	for range 1000 {
		answer, body := get(t, s.URL+"/api/x")
		if answer.StatusCode == http.StatusTooManyRequests {
			refused++
			if !strings.Contains(body, `"code":"too_many"`) || answer.Header.Get("Retry-After") == "" {
				t.Fatalf("%v %s", answer.Header, body)
			}
		}
	}
	if refused == 0 || refused > 200 {
		t.Errorf("%d of 1000 were refused", refused)
	}
	if answer, _ := get(t, s.URL+"/healthz"); answer.StatusCode != 200 {
		t.Error("a flood of calls silenced the health check")
	}
}

// Making guests leaves rows behind, so it is bounded below all other calls.
func TestAFloodOfGuestsIsRefused_CART01(t *testing.T) {
	t.Parallel()
	made := 0
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { made++; w.WriteHeader(http.StatusNoContent) })
	h := server.Handler(server.Config{API: ok, Page: http.NotFoundHandler(), RateLimits: true}, server.NewHealth(), server.NewMetrics())
	send := func(method, path, from string) int {
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	for range 200 {
		send(http.MethodPost, "/api/v1/auth/guest", "192.0.2.1")
	}
	// The limit is a minute's; the test may meet the end of one.
	if made < 60 || made > 120 {
		t.Errorf("%d of 200 guests were made from one address", made)
	}
	if code := send(http.MethodPost, "/api/v1/auth/guest", "192.0.2.2"); code != http.StatusNoContent {
		t.Errorf("somebody elsewhere is refused: %d", code)
	}
	if code := send(http.MethodGet, "/api/v1/items", "192.0.2.1"); code != http.StatusNoContent {
		t.Errorf("another call of the same address is refused: %d", code)
	}
}

// Nobody waits for ever for an answer; events last.
func TestAnswersHaveTheirTime(t *testing.T) {
	t.Parallel()
	s, _ := behind(t, server.Config{API: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, limited := r.Context().Deadline()
		_, _ = fmt.Fprint(w, limited)
	})}, nil)
	for path, want := range map[string]string{"/api/v1/items": "true", "/api/v1/orders/7/events": "false"} {
		if _, body := get(t, s.URL+path); body != want {
			t.Errorf("%s: a limit: %s, want %s", path, body, want)
		}
	}
}

// Pages are bounded as calls are, their files more generously; neither counts
// for the other.
func TestFloodsOfPagesAreRefused(t *testing.T) {
	t.Parallel()
	var timed atomic.Int64
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, limited := r.Context().Deadline(); limited {
			timed.Add(1)
		}
		w.WriteHeader(http.StatusNoContent)
	})
	s, _ := behind(t, server.Config{API: http.NotFoundHandler(), Page: pages, RateLimits: true}, nil)
	taken := 0
	for _, tt := range []struct {
		path    string
		asked   int
		refused bool
	}{{"/store/corner", 400, false}, {"/sitemap.xml", 600, true}, {"/assets/app-1.js", 1000, false}, {"/media/0/item/tea-480.webp", 6500, true}} {
		before := taken
		for range tt.asked {
			answer, body := get(t, s.URL+tt.path)
			switch {
			case answer.StatusCode == http.StatusNoContent:
				taken++
			case answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" || !strings.Contains(body, "Too many requests"):
				t.Fatalf("%s: %d %v %s", tt.path, answer.StatusCode, answer.Header, body)
			}
		}
		if some := taken-before < tt.asked; some != tt.refused {
			t.Errorf("%s: %d of %d were taken", tt.path, taken-before, tt.asked)
		}
		if tt.path == "/sitemap.xml" && timed.Load() != int64(taken) {
			t.Errorf("%d of %d pages had their time", timed.Load(), taken)
		}
	}
}

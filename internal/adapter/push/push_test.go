package push_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hawker/internal/adapter/push"
	"hawker/internal/errs"
	"hawker/internal/notification"
)

// endpoint has the name of the test server's certificate.
const endpoint = "https://example.com/send/hush-endpoint"

var hello = notification.PushMessage{Body: []byte(`{"title":"Grüße & <b>"}`), Topic: "topic-1", TTL: 90 * time.Second, Urgent: true}

func TestPush_PROF06_isEncryptedForTheBrowserAndSignedByTheShop(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.client(t)
	for range 2 {
		if err := c.Push(t.Context(), s.subscription(), hello); err != nil {
			t.Fatal(err)
		}
	}
	all := s.received()
	if len(all) != 2 {
		t.Fatalf("%d messages", len(all))
	}
	one := all[0]
	if one.Text != string(hello.Body) || one.Key != c.PublicKey() {
		t.Errorf("%q with the key %s", one.Text, one.Key)
	}
	if one.Claims.Aud != "https://example.com" || one.Claims.Sub != "mailto:me@shop.example" {
		t.Errorf("%+v", one.Claims)
	}
	for name, want := range map[string]string{"Ttl": "90", "Urgency": "high", "Topic": "topic-1", "Content-Encoding": "aes128gcm"} {
		if got := one.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestPush_PROF06_saysWhatToDoAboutEachStatus(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.client(t)
	for status, want := range map[int]errs.Code{
		200: "", 201: "", 202: "", 404: errs.NotFound, 410: errs.NotFound, 301: errs.Invalid, 307: errs.Invalid, 400: errs.Invalid, 401: errs.Invalid,
		403: errs.Invalid, 413: errs.Invalid, 408: errs.Unavailable, 429: errs.Unavailable, 500: errs.Unavailable, 503: errs.Unavailable,
	} {
		s.responds(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://example.com/elsewhere")
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, strings.Repeat("hush-response", 1<<16))
		})
		before := len(s.received())
		err := c.Push(t.Context(), s.subscription(), hello)
		if want == "" && err != nil || want != "" && !errs.Is(err, want) {
			t.Errorf("%d: %v", status, err)
		}
		if n := len(s.received()) - before; n != 1 {
			t.Errorf("%d: called %d times", status, n)
		}
		if e, ok := errors.AsType[*errs.Error](err); ok && want == errs.Unavailable && e.RetryAfter != 2*time.Minute {
			t.Errorf("%d: again after %s", status, e.RetryAfter)
		}
		if text := fmt.Sprintf("%v %+v", err, errors.Unwrap(err)); strings.Contains(text, "hush") {
			t.Errorf("%d: the error has a secret: %s", status, text)
		}
	}
}

func TestPush_PROF06_endsInTimeAndSaysWhetherItMayHaveArrived(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.client(t)
	c.SetTimeout(300 * time.Millisecond)
	over := make(chan struct{})
	defer close(over)
	s.responds(func(http.ResponseWriter, *http.Request) { <-over })
	began := time.Now()
	err := c.Push(t.Context(), s.subscription(), hello)
	if _, known := errors.AsType[*errs.Error](err); err == nil || known || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a response: %v", err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %s", took)
	}
	if strings.Contains(err.Error(), "hush") {
		t.Errorf("the error has the endpoint: %v", err)
	}
	down := newService(t)
	client := down.client(t)
	down.Close()
	err = client.Push(t.Context(), down.subscription(), hello)
	if !errs.Is(err, errs.Unavailable) || strings.Contains(fmt.Sprint(err, errors.Unwrap(err)), "hush") {
		t.Errorf("a service that is down: %v", err)
	}
	if push.Timeout > 10*time.Second {
		t.Errorf("a job waits for %s", push.Timeout)
	}
}

func TestPush_PROF06_readsRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "x": 0, "-5": 0, "7": 7 * time.Second, "999999999": time.Hour, "99999999999999999999": 0,
		"Sun, 01 Mar 2026 12:02:00 GMT": 2 * time.Minute, "Sun, 01 Mar 2026 11:00:00 GMT": 0, "Mon, 02 Mar 2026 12:00:00 GMT": time.Hour,
	} {
		if got := push.Pause(header, now); got != want {
			t.Errorf("%q: %s", header, got)
		}
	}
}

// The address of a push service comes from a stranger.
func TestPush_PROF06_callsOnlyPublicAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"142.250.74.10:443": true, "[2a00:1450:4001:80e::200a]:443": true, "[::ffff:142.250.74.10]:443": true,
		"142.250.74.10:80": false, "142.250.74.10:8443": false, "[2a00:1450:4001:80e::200a]:22": false,
		"127.0.0.1:443": false, "127.8.9.1:443": false, "0.0.0.0:443": false, "0.1.2.3:443": false, "10.0.0.1:443": false, "172.16.0.1:443": false, "172.31.255.1:443": false,
		"192.168.1.1:443": false, "169.254.169.254:443": false, "100.64.0.1:443": false, "192.0.0.1:443": false, "192.0.2.1:443": false, "198.18.0.1:443": false,
		"198.51.100.1:443": false, "203.0.113.1:443": false, "224.0.0.1:443": false, "240.0.0.1:443": false, "255.255.255.255:443": false,
		"[::]:443": false, "[::1]:443": false, "[::ffff:127.0.0.1]:443": false, "[::ffff:10.0.0.1]:443": false, "[::7f00:1]:443": false, "[fe80::1]:443": false, "[fe80::1%25eth0]:443": false,
		"[fc00::1]:443": false, "[fd12:3456::1]:443": false, "[fec0::1]:443": false, "[ff02::1]:443": false, "[64:ff9b::7f00:1]:443": false, "[64:ff9b:1::1]:443": false,
		"[2001::1]:443": false, "[2001:db8::1]:443": false, "[2002:7f00:1::]:443": false, "[100::1]:443": false,
	} {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := push.IsPublic(to); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// A public name may resolve to anything, and to something else at the next call: the
// address is checked when it is called.
func TestPush_PROF06_checksWhatANameResolvesTo(t *testing.T) {
	s := newService(t)
	key, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	c, err := push.New(push.Config{Key: key, Contact: "https://shop.example"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HTTPS_PROXY", s.URL) // a proxy would connect to anything
	to := s.subscription()
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	for _, endpoint := range []string{"https://localhost/x", "https://localhost" + port + "/x", "https://127.0.0.1" + port + "/x", "https://[::1]/x", "https://[::ffff:127.0.0.1]" + port + "/x"} {
		to.Endpoint = endpoint
		if err := c.Push(t.Context(), to, hello); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	if got := s.received(); len(got) != 0 {
		t.Errorf("it was called: %+v", got)
	}
}

// One key in 64 would begin with '-': `hawker serve --vapid-key KEY` refused to start then.
func TestNewKey_PROF06_isNeverTakenForAnOption(t *testing.T) {
	t.Parallel()
	for range 1000 {
		if key, err := push.NewKey(); err != nil || key[0] == '-' {
			t.Fatal(key, err)
		}
	}
}

func TestNew_PROF06_refusesKeysAndContactsThatPushServicesRefuse(t *testing.T) {
	t.Parallel()
	key, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	other, err := push.NewKey()
	if err != nil || other == key {
		t.Fatalf("%v, two keys are the same", err)
	}
	for _, c := range []push.Config{
		{"", "mailto:me@shop.example"}, {"hush", "mailto:me@shop.example"}, {key + "AAAA", "mailto:me@shop.example"},
		{base64.RawURLEncoding.EncodeToString(make([]byte, 32)), "mailto:me@shop.example"},
		{key, ""}, {key, "me@shop.example"}, {key, "mailto:me"}, {key, "mailto:Me <me@shop.example>"}, {key, "http://shop.example"}, {key, "https://"},
	} {
		_, err := push.New(c)
		if err == nil || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", c.Contact, err)
		}
	}
	for _, contact := range []string{"mailto:me@shop.example", "https://shop.example"} {
		if _, err := push.New(push.Config{Key: key, Contact: contact}); err != nil {
			t.Errorf("%s: %v", contact, err)
		}
	}
}

package sms_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/adapter/sms"
	"hawker/internal/errs"
)

const phone = "+12025550123"

// nasty is a text with everything that must be escaped.
const nasty = "code 123456 & to=+666 \"},{\"to\":\"+666\" ?x=#/../%00\r\nX-Evil: 1\n{phone} {text} $1 رمز 🍜 +"

// call is a call that the gateway received.
type call struct {
	method, path, user, password, body string
	query                              url.Values
	header                             http.Header
}

// gateway starts a gateway that responds with status and records the calls.
func gateway(t *testing.T, status int) (address string, calls func() []call) {
	t.Helper()
	var all []call
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c := call{method: r.Method, path: r.URL.Path, body: string(body), query: r.URL.Query(), header: r.Header}
		c.user, c.password, _ = r.BasicAuth()
		all = append(all, c)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		fmt.Fprint(w, "you sent hush to "+phone+": 123456")
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []call { return all }
}

func open(t *testing.T, c sms.Config) *sms.Gateway {
	t.Helper()
	g, err := sms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTemplate_escapesPhoneAndText(t *testing.T) {
	t.Parallel()
	address, calls := gateway(t, http.StatusAccepted)
	withUser := strings.Replace(address, "http://", "http://me:hush@", 1)
	gateways := map[string]*sms.Gateway{
		"query": open(t, sms.Config{URL: withUser + "/send?to={phone}&body={text}&key=k%26k"}),
		"path":  open(t, sms.Config{URL: address + "/send/{phone}/{text}?key=k"}),
		"json":  open(t, sms.Config{URL: address + "/send", ContentType: "json", Header: "Authorization: Bearer hush", Body: `{"messages":[{"to":"{phone}","body":"Hawker: {text}"}]}`}),
		"form":  open(t, sms.Config{URL: address + "/send?key={phone}", ContentType: "form", Header: "X-Key:hush", Body: `to={phone}&body={text}&from=Hawker`}),
	}
	ctx := t.Context()
	check := func(t rapid.TB, text string) {
		for place, g := range gateways {
			if err := g.Send(ctx, phone, text); err != nil {
				t.Fatalf("%s: %v", place, err)
			}
			all := calls()
			if problem := read(place, all[len(all)-1], text); problem != "" {
				t.Fatalf("%s, text %q: %s", place, text, problem)
			}
		}
	}
	check(t, nasty)
	rapid.Check(t, func(r *rapid.T) { check(r, rapid.String().Draw(r, "text")) })
}

// read parses a call like a gateway, and returns what is wrong with it.
func read(place string, c call, text string) string {
	var got, want any
	switch place {
	case "query":
		got = []any{c.method, c.path, c.query, c.user, c.password, c.body}
		want = []any{"GET", "/send", url.Values{"to": {phone}, "body": {text}, "key": {"k&k"}}, "me", "hush", ""}
	case "path":
		got = []any{c.method, c.path, c.query, c.body}
		want = []any{"GET", "/send/" + phone + "/" + text, url.Values{"key": {"k"}}, ""}
	case "json":
		var sent any
		if err := json.Unmarshal([]byte(c.body), &sent); err != nil {
			return err.Error()
		}
		got = []any{c.method, c.path, c.header.Get("Content-Type"), c.header.Get("Authorization"), sent}
		want = []any{"POST", "/send", "application/json", "Bearer hush",
			map[string]any{"messages": []any{map[string]any{"to": phone, "body": "Hawker: " + text}}}}
	case "form":
		sent, err := url.ParseQuery(c.body)
		if err != nil {
			return err.Error()
		}
		got = []any{c.method, c.query, c.header.Get("Content-Type"), c.header.Get("X-Key"), sent}
		want = []any{"POST", url.Values{"key": {phone}}, "application/x-www-form-urlencoded", "hush",
			url.Values{"to": {phone}, "body": {text}, "from": {"Hawker"}}}
	}
	if a, b := fmt.Sprintf("%q", got), fmt.Sprintf("%q", want); a != b {
		return a + ", not " + b
	}
	if c.header.Get("X-Evil") != "" {
		return "the text added a header"
	}
	return ""
}

func TestSend_statusesOfTheGateway(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]errs.Code{
		200: "", 202: "", 204: "",
		301: errs.Unavailable, 307: errs.Unavailable,
		400: errs.Invalid, 401: errs.Unavailable, 402: errs.Unavailable, 403: errs.Unavailable, 404: errs.Unavailable, 408: errs.Unavailable, 422: errs.Invalid, 429: errs.Unavailable,
		500: errs.Unavailable, 503: errs.Unavailable,
	} {
		address, calls := gateway(t, status)
		err := open(t, sms.Config{URL: address + "/hush/{phone}?t={text}", Header: "Authorization: hush"}).Send(t.Context(), phone, nasty)
		if want == "" && err != nil || want != "" && !errs.Is(err, want) {
			t.Errorf("%d: %v", status, err)
		}
		if len(calls()) != 1 {
			t.Errorf("%d: %d calls, a redirect among them", status, len(calls()))
		}
		hasNoSecrets(t, err)
	}
}

// hasNoSecrets checks that an error may be logged.
func hasNoSecrets(t *testing.T, err error) {
	t.Helper()
	for _, hidden := range []string{"hush", phone, phone[1:], "123456"} {
		if err != nil && strings.Contains(fmt.Sprintf("%v %+v", err, err), hidden) {
			t.Errorf("the error contains %q: %v", hidden, err)
		}
	}
}

func TestSend_gatewayIsUnreachable(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer hanging.Close()
	defer close(hang)
	huge := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}))
	defer huge.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()

	for name, address := range map[string]string{"hangs": hanging.URL, "never ends": huge.URL, "is gone": gone.URL} {
		g := open(t, sms.Config{URL: address + "/hush?to={phone}&t={text}"})
		g.Wait(300 * time.Millisecond)
		began := time.Now()
		err := g.Send(t.Context(), phone, nasty)
		if took := time.Since(began); !errs.Is(err, errs.Unavailable) || took > 5*time.Second {
			t.Errorf("%s: %v after %s", name, err, took)
		}
		hasNoSecrets(t, err)
	}
}

func TestNew_refusesAWrongConfig(t *testing.T) {
	t.Parallel()
	right := sms.Config{URL: "https://gw.example/send?k=hush", Body: `{"to":"{phone}","t":"{text}"}`, ContentType: "json", Header: "Authorization: hush"}
	if _, err := sms.New(right); err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string]func(*sms.Config){
		"no address":                   func(c *sms.Config) { c.URL = "" },
		"another scheme":               func(c *sms.Config) { c.URL = "ftp://gw.example/hush" },
		"no host":                      func(c *sms.Config) { c.URL = "https:///hush" },
		"a placeholder in the host":    func(c *sms.Config) { c.URL = "https://{text}.example/hush" },
		"a placeholder as the host":    func(c *sms.Config) { c.URL = "https://{text}" },
		"a placeholder in the user":    func(c *sms.Config) { c.URL = "https://{text}:hush@gw.example/" },
		"a fragment":                   func(c *sms.Config) { c.URL = "https://gw.example/#hush" },
		"control characters":           func(c *sms.Config) { c.URL = "https://gw.example/\nhush" },
		"no placeholder for the text":  func(c *sms.Config) { c.Body = `{"to":"{phone}","hush":""}` },
		"no placeholder for the phone": func(c *sms.Config) { c.Body = `{"t":"{text}","hush":""}` },
		"not JSON":                     func(c *sms.Config) { c.Body = `{"to":"{phone}","t":"{text}"`; c.Header = "" },
		"a placeholder outside quotes": func(c *sms.Config) { c.Body = `{"to":{phone},"t":"{text}"}` },
		"the text outside quotes":      func(c *sms.Config) { c.Body = `{"to":"{phone}","t":{text}}` },
		"an unknown type":              func(c *sms.Config) { c.ContentType = "hush" },
		"no type":                      func(c *sms.Config) { c.ContentType = "" },
		"a header of two lines":        func(c *sms.Config) { c.Header = "X: hush\r\nY: hush" },
		"a header without value":       func(c *sms.Config) { c.Header = "hush:" },
		"a header without colon":       func(c *sms.Config) { c.Header = "hush" },
		"a header with a space":        func(c *sms.Config) { c.Header = "hu sh: x" },
	} {
		c := right
		edit(&c)
		_, err := sms.New(c)
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
		hasNoSecrets(t, err)
	}
	_, err := sms.New(sms.Config{Body: "x", Header: "x"})
	if n := strings.Count(fmt.Sprint(err), "\n") + 1; n != 5 {
		t.Errorf("%d of 5 mistakes are reported: %v", n, err)
	}
}

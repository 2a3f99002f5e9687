package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/db"
)

// hostile is a request that no honest client sends. The response must be a 4xx in the
// documented shape.
type hostile struct {
	name, kind string
	body       []byte
	header     map[string]string
}

func hostiles() []hostile {
	deep := bytes.Repeat([]byte(`{"line":`), 50_000)
	var unknown strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&unknown, `"f%d":1,`, i)
	}
	long := []byte(`{"guest_id":"` + strings.Repeat("x", 10<<20) + `"}`)
	return []hostile{
		{name: "no body", kind: "application/json"},
		{name: "not JSON", kind: "application/json", body: []byte(`{"guest_id"`)},
		{name: "an array", kind: "application/json", body: []byte(`[1,2,3]`)},
		{name: "null", kind: "application/json", body: []byte(`null`)},
		{name: "another content type", kind: "text/xml", body: []byte(`<order/>`)},
		{name: "a form", kind: "application/x-www-form-urlencoded", body: []byte(`guest_id=1`)},
		{name: "ten megabytes", kind: "application/json", body: long},
		{name: "fifty thousand deep", kind: "application/json", body: deep},
		{name: "five thousand unknown fields", kind: "application/json", body: []byte("{" + unknown.String() + `"x":1}`)},
		{name: "a field twice", kind: "application/json", body: []byte(`{"guest_id":"x","Guest_ID":"` + strings.Repeat("x", 900_000) + `"}`)},
		{name: "a list of wrong types", kind: "application/json", body: []byte(`{"variation":[` + strings.Repeat("7,", 400_000) + `7]}`)},
		{name: "numbers that are too large", kind: "application/json", body: []byte(`{"item_id":1e999,"quantity":-1e308,"cart_id":99999999999999999999999}`)},
		{name: "wrong types everywhere", kind: "application/json", body: []byte(`{"guest_id":{},"item_id":"1","quantity":[],"address":7,"source":true,"email":5}`)},
		{name: "invalid UTF-8", kind: "application/json", body: []byte("{\"guest_id\":\"\xff\x00\"}")},
		{name: "coordinates that are not on earth", kind: "application/json", body: []byte(`{"source":"cart","order_type":"delivery","address":{"address":"x","latitude":512,"longitude":-999,"contact_person_name":"x","contact_person_number":"1"}}`)},
		{name: "invalid zones", kind: "application/json", body: []byte(`{}`), header: map[string]string{"zoneid": `[1,"two",{}]`}},
		{name: "an invalid point", kind: "application/json", body: []byte(`{}`), header: map[string]string{"latitude": "NaN", "longitude": "Inf"}},
		{name: "an invalid module", kind: "application/json", body: []byte(`{}`), header: map[string]string{"moduleId": "10; DROP TABLE"}},
		{name: "an invalid token", kind: "application/json", body: []byte(`{}`), header: map[string]string{"Authorization": "Bearer " + strings.Repeat("é", 3000)}},
	}
}

// Every call in the document gets every hostile request, so that new calls are tested,
// too.
func TestHostileRequestsAreRefused_API02_API04(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startDemo(t, engine, "--rate-limits", "off", "--staff", "off")
		for path, item := range api.Document(http.NewServeMux()).Paths {
			for method, described := range map[string]bool{"GET": item.Get != nil, "POST": item.Post != nil, "PUT": item.Put != nil, "DELETE": item.Delete != nil} {
				if !described || strings.HasSuffix(path, "/events") {
					continue
				}
				sendHostileIDs(t, r, method, path)
				for _, h := range hostiles() {
					sendHostile(t, r, method, path, "1", h)
				}
			}
		}
		if out, err := r.command("verify"); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
	})
}

// sendHostileIDs sends invalid ids as parameters of the path.
func sendHostileIDs(t *testing.T, r *running, method, path string) {
	t.Helper()
	if !strings.Contains(path, "{") {
		return
	}
	for _, id := range []string{"%00", "-1", "99999999999999999999", "a'b", strings.Repeat("x", 5000)} {
		sendHostile(t, r, method, path, id, hostile{name: "an invalid id", kind: "application/json", body: []byte(`{}`)})
	}
}

var parameter = regexp.MustCompile(`{[^}]*}`)

func sendHostile(t *testing.T, r *running, method, path, id string, h hostile) {
	t.Helper()
	target := parameter.ReplaceAllLiteralString(path, id)
	call, err := http.NewRequestWithContext(t.Context(), method, r.url+"/api/v1"+target, bytes.NewReader(h.body))
	if err != nil {
		t.Fatal(err)
	}
	call.Header.Set("Content-Type", h.kind)
	for name, value := range h.header {
		call.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		// The server may close the connection before it has read the whole body. That is a
		// refusal, too.
		if len(h.body) < 1<<20 {
			t.Errorf("%s %.60s, %s: %v", method, target, h.name, err)
		}
		return
	}
	text, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	checkRefusal(t, fmt.Sprintf("%s %.60s, %s", method, target, h.name), answer, text)
}

// checkRefusal checks that the status is below 500, and that an error has the documented
// shape.
func checkRefusal(t *testing.T, what string, answer *http.Response, text []byte) {
	t.Helper()
	if answer.StatusCode >= 500 {
		t.Errorf("%s: %d %s", what, answer.StatusCode, text)
	}
	if answer.StatusCode < 400 {
		return
	}
	if len(text) > 10_000 {
		t.Errorf("%s: a refusal of %d bytes", what, len(text))
	}
	var body struct {
		Errors []struct{ Code, Message string }
	}
	if err := json.Unmarshal(text, &body); err != nil || len(body.Errors) == 0 || body.Errors[0].Code == "" || body.Errors[0].Message == "" {
		t.Errorf("%s: %d does not have the shape of errors: %.200s", what, answer.StatusCode, text)
	}
}

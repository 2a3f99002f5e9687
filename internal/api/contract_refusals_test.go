package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// hostileBodies are of about so many bytes. None holds the word SECRET but as a
// value.
func hostileBodies(size int) map[string]string {
	repeat := func(text string) string { return strings.Repeat(text, size/len(text)) }
	var unknown, objects strings.Builder
	for i := 0; unknown.Len() < size; i++ {
		fmt.Fprintf(&unknown, `,"f%d":"SECRET"`, i)
	}
	for i := 0; objects.Len() < size; i++ {
		fmt.Fprintf(&objects, `,"o%d":%s`, i, secretFields(150))
	}
	return map[string]string{
		"unknown fields":              "{" + unknown.String()[1:] + "}",
		"unknown fields, 200 at most": strings.ReplaceAll(secretFields(200), "SECRET", strings.Repeat("SECRET", max(size/1200, 1))),
		"objects of unknown fields":   "{" + objects.String()[1:] + "}",
		"a list of wrong kinds":       "[" + repeat(`"SECRET",`) + "1]",
		"wrong kinds in a field":      `{"interest":[` + repeat(`"SECRET",`) + `1],"variation":[` + repeat(`7,`) + `7]}`,
		"lists in lists":              strings.Repeat("[", size),
		"objects in objects":          repeat(`{"line":`),
		"one long text":               `{"guest_id":"` + repeat("SECRET") + `"}`,
		"one long name":               `{"` + strings.Repeat("a", size) + `":"SECRET"}`,
		"one long number":             `{"quantity":` + strings.Repeat("7", size) + `}`,
		"blanks":                      strings.Repeat(" ", size) + "[]",
		"escapes":                     `{"guest_id":"` + repeat(`\u00e9`) + `"}`,
		"bytes that are no text":      `{"guest_id":"` + strings.Repeat("\xff", size) + `"}`,
		"one name again and again":    "{" + repeat(`"guest_id":"SECRET",`) + `"x":1}`,
		"no JSON":                     strings.Repeat("x", size),
	}
}

// Whatever is sent, a refusal is short, says at most twenty things and repeats no
// value of the request.
func TestErrors_API04_areBounded(t *testing.T) {
	t.Parallel()
	c := newContract()
	for id, op := range c.calls() {
		if c.jsonBody(op) == nil {
			continue
		}
		query, header := c.parameters(op)
		for name, body := range hostileBodies(64 << 10) {
			got := c.send(t, op, query, header, "application/json", []byte(body))
			if got.status < 400 || got.status >= 500 {
				t.Errorf("%s, %s: %d", id, name, got.status)
			}
			checkBounds(t, id+", "+name, got)
		}
		many := url.Values{}
		for i := range 90 {
			many.Set(fmt.Sprint("p", i), strings.Repeat("SECRET", 50))
		}
		got := c.send(t, op, many, header, "application/json", []byte("{}"))
		if got.status != 422 {
			t.Errorf("%s, many parameters: %d", id, got.status)
		}
		checkBounds(t, id+", many parameters", got)
	}
}

func checkBounds(t *testing.T, what string, got refusal) {
	t.Helper()
	if len(got.errors) > 20 || got.size > 10_000 {
		t.Errorf("%s: %d errors in %d bytes", what, len(got.errors), got.size)
	}
	if strings.Contains(got.text, "SECRET") {
		t.Errorf("%s: a value is repeated: %.300s", what, got.text)
	}
	for _, e := range got.errors {
		if len(e.Message) > 200 || len(e.Field) > 100 {
			t.Errorf("%s: %d and %d bytes", what, len(e.Message), len(e.Field))
		}
	}
}

// secretFields is an object of so many fields that no call has.
func secretFields(n int) string { return strings.ReplaceAll(fields(n), ":1", `:"SECRET"`) }

// fields is an object of so many fields.
func fields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

package api

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// hostileTwin is a body in which one bounded field is named twice, or by another
// spelling, the last time beyond its bound.
type hostileTwin struct{ field, body string }

// twins are the hostile forms of an object, its nested objects included.
func (c contract) twins(s *huma.Schema) (all []hostileTwin) {
	s = c.schema(s)
	if s.Type == huma.TypeArray {
		for _, inner := range c.twins(s.Items) {
			all = append(all, hostileTwin{inner.field, "[" + inner.body + "]"})
		}
		return all
	}
	members := c.members(s)
	for i, m := range members {
		for _, wrong := range c.beyond(s.Properties[m.name]) {
			for _, spelling := range spellings(m.name) {
				all = append(all, hostileTwin{spelling, object(append(slices.Clone(members), member{spelling, wrong}))})
				if spelling != m.name { // by the other spelling alone
					all = append(all, hostileTwin{spelling, object(slices.Replace(slices.Clone(members), i, i+1, member{spelling, wrong}))})
				}
			}
		}
		for _, inner := range c.twins(s.Properties[m.name]) {
			all = append(all, hostileTwin{inner.field, object(slices.Replace(slices.Clone(members), i, i+1, member{m.name, inner.body}))})
		}
		for _, wrong := range c.broken(s.Properties[m.name]) { // the whole object twice
			all = append(all, hostileTwin{m.name, object(append(slices.Clone(members), member{m.name, wrong}))})
		}
	}
	return all
}

// broken are objects with one field beyond its bound, named once.
func (c contract) broken(s *huma.Schema) (all []string) {
	s = c.schema(s)
	members := c.members(s)
	for i, m := range members {
		for _, wrong := range c.beyond(s.Properties[m.name]) {
			all = append(all, object(slices.Replace(slices.Clone(members), i, i+1, member{m.name, wrong})))
		}
	}
	return all
}

// spellings are names that encoding/json takes for one field.
func spellings(name string) []string {
	all := []string{name, strings.ToUpper(name[:1]) + name[1:], strings.ToUpper(name)}
	for _, odd := range []string{"s\u017f", "k\u212a"} {
		if at := strings.Index(name, odd[:1]); at >= 0 {
			all = append(all, name[:at]+odd[1:]+name[at+1:])
		}
	}
	return slices.Compact(all)
}

func TestBody_API02_API04_noFieldPassesTwice(t *testing.T) {
	t.Parallel()
	c := newContract()
	fields, sent := 0, 0
	for id, op := range c.calls() {
		body := c.jsonBody(op)
		if body == nil {
			continue
		}
		query, header := c.parameters(op)
		twins := c.twins(body)
		if got := c.send(t, op, query, header, "application/json", []byte(c.valid(body))); len(twins) > 0 && got.status >= 400 {
			t.Errorf("%s: a body within all bounds is refused, so this proves nothing: %s", id, got.text)
		}
		last := ""
		for _, twin := range twins {
			sent++
			if !strings.EqualFold(twin.field, last) {
				fields, last = fields+1, twin.field
			}
			got := c.send(t, op, query, header, "application/json", []byte(twin.body))
			if got.status != 400 && got.status != 422 {
				t.Errorf("%s: %s named twice passes: %d %.300s", id, twin.field, got.status, twin.body)
			}
		}
	}
	if fields < 100 {
		t.Errorf("%d bounded fields were found in the document", fields)
	}
	t.Logf("%d requests about %d bounded fields", sent, fields)
}

func TestParameters_API02_nonePassesTwice(t *testing.T) {
	t.Parallel()
	c := newContract()
	sent := 0
	for id, op := range c.calls() {
		var body []byte
		if s := c.jsonBody(op); s != nil {
			body = []byte(c.valid(s))
		}
		for _, p := range op.Parameters {
			good := strings.Trim(c.valid(p.Schema), `"`)
			query, header := c.parameters(op)
			switch p.In {
			case "query":
				query[p.Name] = []string{good, good}
			case "header":
				header[http.CanonicalHeaderKey(p.Name)] = []string{good, good}
			default:
				continue
			}
			sent++
			if got := c.send(t, op, query, header, "application/json", body); got.status != 400 || !got.names(p.Name) {
				t.Errorf("%s: the %s parameter %s passes twice: %d %s", id, p.In, p.Name, got.status, got.text)
			}
			if p.In != "query" {
				continue
			}
			query, _ = c.parameters(op)
			query.Set(p.Name, good)
			query.Set(strings.ToUpper(p.Name), good)
			sent++
			if got := c.send(t, op, query, header, "application/json", body); got.status != 400 && got.status != 422 {
				t.Errorf("%s: %s passes in two letter cases: %d", id, p.Name, got.status)
			}
		}
	}
	if sent < 100 {
		t.Errorf("%d parameters were found in the document", sent)
	}
}

// A form's fields follow the same rule: by name once, and only those there are.
func TestForm_API02_noFieldPassesTwice(t *testing.T) {
	t.Parallel()
	c := newContract()
	forms := 0
	for id, op := range c.calls() {
		if op.RequestBody == nil || op.RequestBody.Content["multipart/form-data"] == nil {
			continue
		}
		forms++
		names := sortedNames(op.RequestBody.Content["multipart/form-data"].Schema.Properties)
		for _, name := range names {
			for _, second := range append(spellings(name), "file:"+name) {
				kind, body := form(t, name, second)
				if got := c.send(t, op, url.Values{}, http.Header{}, kind, body); got.status != 400 && got.status != 422 {
					t.Errorf("%s: %s and %s pass together: %d %s", id, name, second, got.status, got.text)
				}
			}
		}
	}
	if forms == 0 {
		t.Error("the document has no form")
	}
}

// form is a form of some fields; one that begins with "file:" is a file.
func form(t *testing.T, names ...string) (kind string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, name := range names {
		var err error
		if file, is := strings.CutPrefix(name, "file:"); is {
			_, err = w.CreateFormFile(file, "a.png")
		} else {
			err = w.WriteField(name, "a")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
)

// fields is an object of so many fields.
func fields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// contract is every call in the document, with the real decoding but without services: a
// request that reaches a handler is caught there. So a test of the document needs no
// database and no session.
type contract struct {
	http.Handler
	doc *huma.OpenAPI
}

func newContract() contract {
	mux := http.NewServeMux()
	a := call.NewAPI(mux)
	New(Deps{}).registerCalls(a)
	return contract{mux, a.OpenAPI()}
}

// described calls, by "METHOD /path".
func (c contract) calls() map[string]*huma.Operation {
	all := map[string]*huma.Operation{}
	for path, item := range c.doc.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op != nil {
				all[method+" "+path] = op
			}
		}
	}
	return all
}

// refusal is an error response. The zero refusal means that the handler was reached.
type refusal struct {
	status int
	size   int
	text   string
	errors []refusalEntry
}

type refusalEntry struct{ Code, Message, Field string }

func (r refusal) names(field string) bool {
	return slices.ContainsFunc(r.errors, func(e refusalEntry) bool { return strings.EqualFold(e.Field, field) })
}

// send makes a call. Handlers have nothing to work with and panic.
func (c contract) send(t *testing.T, op *huma.Operation, query url.Values, header http.Header, kind string, body []byte) (got refusal) {
	t.Helper()
	defer func() {
		if recover() != nil {
			got = refusal{}
		}
	}()
	path := op.Path
	for _, p := range op.Parameters {
		if p.In == "path" {
			path = strings.Replace(path, "{"+p.Name+"}", strings.Trim(c.valid(p.Schema), `"`), 1)
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), op.Method, call.Prefix+path+"?"+query.Encode(), bytes.NewReader(body))
	r.Header = header.Clone()
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	if w.Code < 400 {
		return refusal{}
	}
	got = refusal{status: w.Code, size: w.Body.Len(), text: w.Body.String()}
	var answer struct{ Errors []refusalEntry }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Errorf("%s %s: %d %.200s", op.Method, path, w.Code, w.Body)
	}
	got.errors = answer.Errors
	return got
}

// parameters are those that a call insists on.
func (c contract) parameters(op *huma.Operation) (url.Values, http.Header) {
	query, header := url.Values{}, http.Header{}
	for _, p := range op.Parameters {
		switch value := strings.Trim(c.valid(p.Schema), `"`); {
		case !p.Required:
		case p.In == "query":
			query.Set(p.Name, value)
		case p.In == "header":
			header.Set(p.Name, value)
		}
	}
	return query, header
}

func (c contract) schema(s *huma.Schema) *huma.Schema {
	for s.Ref != "" {
		s = c.doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// jsonBody is what a call takes as JSON, nil for none.
func (c contract) jsonBody(op *huma.Operation) *huma.Schema {
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return nil
	}
	return c.schema(op.RequestBody.Content["application/json"].Schema)
}

// valid is a value that keeps all rules of a schema, as JSON. An object has all
// its fields.
func (c contract) valid(s *huma.Schema) string {
	s = c.schema(s)
	switch {
	case len(s.Enum) > 0:
		return literal(s.Enum[0])
	case s.Type == huma.TypeObject:
		return object(c.members(s))
	case s.Type == huma.TypeArray:
		return "[" + c.valid(s.Items) + "]"
	case s.Type == huma.TypeBoolean:
		return "true"
	case s.Type == huma.TypeInteger, s.Type == huma.TypeNumber:
		if s.Minimum != nil {
			return literal(*s.Minimum)
		}
		return "1"
	}
	least := 1
	if s.MinLength != nil {
		least = *s.MinLength
	}
	return literal(strings.Repeat("a", least))
}

// beyond is a value for each bound of a schema, over it.
func (c contract) beyond(s *huma.Schema) (values []string) {
	s = c.schema(s)
	if len(s.Enum) > 0 {
		return []string{`"none of these"`}
	}
	if s.MaxLength != nil {
		values = append(values, literal(strings.Repeat("a", *s.MaxLength+1)))
	}
	if s.MinLength != nil && *s.MinLength > 0 {
		values = append(values, `""`)
	}
	if s.Maximum != nil {
		values = append(values, strconv.FormatFloat(*s.Maximum+1, 'f', -1, 64))
	}
	if s.Minimum != nil {
		values = append(values, strconv.FormatFloat(*s.Minimum-1, 'f', -1, 64))
	}
	if s.MaxItems != nil {
		values = append(values, "["+strings.Repeat(c.valid(s.Items)+",", *s.MaxItems)+c.valid(s.Items)+"]")
	}
	return values
}

// member is a field of an object and its value as JSON.
type member struct{ name, value string }

func (c contract) members(s *huma.Schema) (all []member) {
	for _, name := range sortedNames(s.Properties) {
		value, special := parsedByCalls[name]
		if !special {
			value = c.valid(s.Properties[name])
		}
		all = append(all, member{name, value})
	}
	return all
}

// parsedByCalls are texts that the document bounds by length alone, and that the
// calls read more closely.
var parsedByCalls = map[string]string{"schedule_at": `"2026-01-31T12:00:00Z"`}

func sortedNames[V any](of map[string]V) []string {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func object(members []member) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = literal(m.name) + ":" + m.value
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func literal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only plain values come here
	}
	return string(text)
}

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

// Private responses are not stored: every call that may read a token, a guest's id or a
// phone sets no-store, also on errors.
func TestNoStore_P1_isSetOnPrivateResponses(t *testing.T) {
	t.Parallel()
	c := newContract()
	for id, op := range c.calls() {
		for _, token := range []string{"", "Bearer x"} {
			r := httptest.NewRequestWithContext(t.Context(), op.Method, call.Prefix+strings.NewReplacer("{", "", "}", "").Replace(op.Path)+"?unknown=1", nil)
			if token != "" {
				r.Header.Set("Authorization", token)
			}
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			want := op.Method != http.MethodGet || op.OperationID == "trackOrder"
			for _, way := range op.Security {
				want = want || len(way) > 0 && (token != "" || !slices.ContainsFunc(op.Security, func(way map[string][]string) bool { return len(way) == 0 }))
			}
			if got := w.Header().Get("Cache-Control"); want != (got == "no-store") {
				t.Errorf("%s with the token %q: %d, Cache-Control %q", id, token, w.Code, got)
			}
		}
	}
}

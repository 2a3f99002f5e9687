package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
)

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

// calls returns the described calls by "METHOD /path".
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
			want := op.Method != http.MethodGet || op.OperationID == "trackOrder" || op.OperationID == "trackPurchase"
			for _, way := range op.Security {
				want = want || len(way) > 0 && (token != "" || !slices.ContainsFunc(op.Security, func(way map[string][]string) bool { return len(way) == 0 }))
			}
			if got := w.Header().Get("Cache-Control"); want != (got == "no-store") {
				t.Errorf("%s with the token %q: %d, Cache-Control %q", id, token, w.Code, got)
			}
		}
	}
}

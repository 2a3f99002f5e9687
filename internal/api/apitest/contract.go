// Package apitest calls the real API in tests: as anybody (PublicAPI), as a guest
// (GuestAPI), as a customer (CustomerAPI) and as a member of staff (CustomerAPI.AsStaff). It
// checks every response against the published OpenAPI document, so that every test that
// calls the API also tests the contract.
package apitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"hawker/internal/api"
	"hawker/internal/api/call"
)

// Contract checks responses against the OpenAPI document.
type Contract struct {
	calls   []operation
	schemas *jsonschema.Compiler
}

type operation struct {
	method string
	path   []string // segments; a parameter is "{name}"
	op     *huma.Operation
	at     string // where its description stands in the document
}

const document = "openapi.json"

// Published is the contract as `hawker openapi` prints it.
var Published = sync.OnceValue(func() *Contract {
	doc := api.Document(http.NewServeMux())
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err) // the document of our own types
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	c := &Contract{schemas: jsonschema.NewCompiler()}
	c.schemas.DefaultDraft(jsonschema.Draft2020)
	if err := c.schemas.AddResource(document, decoded); err != nil {
		panic(err)
	}
	for path, item := range doc.Paths {
		for method, op := range methodsOf(item) {
			c.calls = append(c.calls, operation{
				method: method, path: strings.Split(path, "/"), op: op,
				at: "#/paths/" + escape(path) + "/" + strings.ToLower(method),
			})
		}
	}
	return c
})

func methodsOf(item *huma.PathItem) map[string]*huma.Operation {
	all := map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodDelete: item.Delete, http.MethodPatch: item.Patch,
	}
	for method, op := range all {
		if op == nil {
			delete(all, method)
		}
	}
	return all
}

// escape writes a path as one step of a JSON pointer inside a URL fragment.
func escape(path string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
}

// Check compares a response with the document: the call must be described, and
// the body must be what is described for its status. It fails the test with
// what differs.
func (c *Contract) Check(t testing.TB, method, target string, status int, header http.Header, body []byte) {
	t.Helper()
	path, below := strings.CutPrefix(target, call.Prefix)
	if !below || status == http.StatusNotModified {
		return
	}
	path, _, _ = strings.Cut(path, "?")
	found := c.find(method, path)
	if found == nil {
		if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s answered %d and is not in the document", method, path, status)
		}
		return
	}
	if err := c.validate(found, status, header.Get("Content-Type"), body); err != nil {
		t.Errorf("%s %s answered %d against the document: %v\n%.500s", method, path, status, err, body)
	}
}

// find is the described call of a path; fixed segments go before parameters.
func (c *Contract) find(method, path string) *operation {
	segments := strings.Split(path, "/")
	var best *operation
	fewest := len(segments) + 1
	for i := range c.calls {
		if parameters, ok := c.calls[i].matches(method, segments); ok && parameters < fewest {
			best, fewest = &c.calls[i], parameters
		}
	}
	return best
}

func (c *operation) matches(method string, segments []string) (parameters int, ok bool) {
	if c.method != method || len(c.path) != len(segments) {
		return 0, false
	}
	for i, segment := range c.path {
		switch {
		case strings.HasPrefix(segment, "{"):
			parameters++
		case segment != segments[i]:
			return 0, false
		}
	}
	return parameters, true
}

func (c *Contract) validate(found *operation, status int, kind string, body []byte) error {
	described := strconv.Itoa(status)
	if found.op.Responses[described] == nil {
		described = "default"
	}
	response := found.op.Responses[described]
	if response == nil {
		return fmt.Errorf("status %d is not described", status)
	}
	kind, _, _ = strings.Cut(kind, ";")
	if response.Content[kind] == nil {
		if len(response.Content) == 0 && len(body) == 0 {
			return nil
		}
		return fmt.Errorf("content type %q is not described", kind)
	}
	if kind != "application/json" {
		return nil
	}
	schema, err := c.compile(fmt.Sprintf("%s%s/responses/%s/content/%s/schema", document, found.at, described, strings.ReplaceAll(kind, "/", "~1")))
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}

var compiling sync.Mutex // a compiler is not safe for concurrent use; its schemas are

func (c *Contract) compile(at string) (*jsonschema.Schema, error) {
	compiling.Lock()
	defer compiling.Unlock()
	return c.schemas.Compile(at)
}

// Handler checks every response of h, except for streams.
func (c *Contract) Handler(t testing.TB, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			h.ServeHTTP(w, r)
			return
		}
		seen := &tee{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(seen, r)
		if w.Header().Get("Content-Encoding") == "" {
			// An escaped slash is part of a parameter, for the router too.
			c.Check(t, r.Method, r.URL.EscapedPath(), seen.status, w.Header(), seen.body.Bytes())
		}
	})
}

type tee struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (s *tee) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

func (s *tee) Write(p []byte) (int, error) {
	s.body.Write(p)
	return s.ResponseWriter.Write(p)
}

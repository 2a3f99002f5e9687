package apitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Response is a response of the API.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Read decodes a response that must be a success.
func Read[T any](t testing.TB, a Response) (v T) {
	t.Helper()
	if a.Status >= 300 {
		t.Fatalf("status %d: %s", a.Status, a.Body)
	}
	if err := json.Unmarshal([]byte(a.Body), &v); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	return v
}

// Text returns a field of the body, which must be a text.
func (a Response) Text(t testing.TB, field string) string {
	t.Helper()
	text, ok := Read[map[string]any](t, a)[field].(string)
	if !ok {
		t.Fatalf("no %s in %s", field, a.Body)
	}
	return text
}

// Errors returns "code: message field" of each error.
func (a Response) Errors(t testing.TB) []string {
	t.Helper()
	var body struct {
		Errors  []struct{ Code, Message, Field string }
		Message string
	}
	if err := json.Unmarshal([]byte(a.Body), &body); err != nil || len(body.Errors) == 0 || body.Message == "" {
		t.Errorf("not the shape of an error (API-04): %d %s", a.Status, a.Body)
	}
	var all []string
	for _, e := range body.Errors {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s: %s %s", e.Code, e.Message, e.Field)))
	}
	return all
}

// Object is a decoded JSON object.
type Object map[string]any

// List returns a field that is a list of objects.
func (o Object) List(name string) []Object {
	var all []Object
	for _, entry := range o[name].([]any) {
		all = append(all, entry.(map[string]any))
	}
	return all
}

// Column returns one field of each object of a list.
func (o Object) Column(name, field string) []any {
	column := []any{}
	for _, entry := range o.List(name) {
		column = append(column, entry[field])
	}
	return column
}

// Fields returns the sorted fields of the errors.
func (a Response) Fields(t testing.TB) []string {
	t.Helper()
	var body struct{ Errors []struct{ Field string } }
	if err := json.Unmarshal([]byte(a.Body), &body); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	var names []string
	for _, e := range body.Errors {
		names = append(names, e.Field)
	}
	slices.Sort(names)
	return names
}

// Package call has what all calls of the API share: the set-up of the HTTP library,
// scope and paging, who calls and who may, the checks of a request before its
// handler runs, the shape of errors, and the rate limits of operations.
package call

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Prefix is the path of every call (API-01).
const Prefix = "/api/v1"

// version changes with the contract, not with the build.
const version = "1"

// NewAPI returns an API without calls on the mux, with every check that is made
// before a handler runs. It is the one place where the HTTP library is set up.
func NewAPI(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig("Hawker", version)
	config.Info.Description = "Order food, groceries, medicine and goods from the stores of a town."
	config.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	config.Servers = []*huma.Server{{URL: Prefix}}
	config.OpenAPIPath = "/openapi"
	config.DocsPath = "" // its page fetches scripts from other hosts; package api has its own
	config.SchemasPath = ""
	config.CreateHooks = nil // no $schema links in responses
	config.RejectUnknownQueryParameters = true
	config.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	config.Components.SecuritySchemes = securitySchemes()
	a := humago.NewWithPrefix(mux, Prefix, config)
	a.UseMiddleware(setNoStore, setLanguage, checkText(a), checkParameters(a), checkBodies)
	return a
}

// Get registers a read that anybody may make.
func Get[I, O any](a huma.API, id, path string, h func(context.Context, *I) (*O, error)) {
	huma.Register(a, huma.Operation{OperationID: id, Method: http.MethodGet, Path: path}, h)
}

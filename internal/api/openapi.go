package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Prefix is the path under which every call lives (API-01).
const Prefix = "/api/v1"

// version is the API's own, not the build's: it changes with the contract.
const version = "1"

// newAPI is the one place where the HTTP library is set up.
func newAPI(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig("Hawker", version)
	config.Info.Description = "Order food, groceries, medicine and goods from the stores of a town."
	config.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	config.Servers = []*huma.Server{{URL: Prefix}}
	config.OpenAPIPath = "/openapi"
	config.DocsPath = "" // its page fetches scripts from elsewhere: docs.go has ours
	config.SchemasPath = ""
	config.CreateHooks = nil // no $schema links in answers
	config.RejectUnknownQueryParameters = true
	config.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	config.Components.SecuritySchemes = securitySchemes()
	a := humago.NewWithPrefix(mux, Prefix, config)
	a.UseMiddleware(forbidStoring, refuseBytes(a), checkParameters(a), checkBodies)
	return a
}

// eventStream describes a stream of events of one name in the document: each
// one's data is the given type.
func eventStream(a huma.API, op huma.Operation, event string, data any) huma.Operation {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Server-sent events: `" + event + "` carries the whole state, first on connect, then after every change.",
		Content: map[string]*huma.MediaType{"text/event-stream": {
			Schema: a.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(data), true, ""),
		}},
	}}
	return op
}

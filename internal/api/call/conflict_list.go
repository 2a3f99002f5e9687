package call

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// WithConflictList documents that a call may return 409 with a JSON array of T instead of
// the usual error.
func WithConflictList[T any](a huma.API, op huma.Operation, description string) huma.Operation {
	schemas := a.OpenAPI().Components.Schemas
	usual := schemas.Schema(reflect.TypeFor[errorBody](), true, "Error")
	list := schemas.Schema(reflect.TypeFor[[]T](), true, "")
	answer := func(description string, s *huma.Schema) *huma.Response {
		return &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/json": {Schema: s}}}
	}
	op.Responses = map[string]*huma.Response{
		"409":     answer(description, &huma.Schema{OneOf: []*huma.Schema{list, usual}}),
		"default": answer("Error", usual),
	}
	return op
}

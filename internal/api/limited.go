package api

import "github.com/danielgtaylor/huma/v2"

// mostProfileBytes is a picture of the documented 2 MB and the texts beside it.
const mostProfileBytes = 2<<20 + 64<<10

// limited bounds the body of an operation.
func limited(op huma.Operation, most int64) huma.Operation {
	op.MaxBodyBytes = most
	return op
}

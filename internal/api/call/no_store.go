package call

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// setNoStore forbids browsers and proxies to store a private response, also an error.
func setNoStore(ctx huma.Context, next func(huma.Context)) {
	if isPrivate(ctx.Operation(), ctx.Header("Authorization") != "") {
		ctx.SetHeader("Cache-Control", "no-store")
	}
	next(ctx)
}

// isPrivate reports whether a response belongs to one caller: the call reads a token
// or a secret parameter, or it is not a GET.
func isPrivate(op *huma.Operation, hasToken bool) bool {
	if op.Method != http.MethodGet {
		return true
	}
	for _, p := range op.Parameters {
		if p.In == "header" && (p.Name == "X-Guest-Id" || p.Name == "X-Order-Token" || p.Name == "X-Phone") {
			return true
		}
	}
	open := len(op.Security) == 0
	for _, way := range op.Security {
		open = open || len(way) == 0 && !hasToken
	}
	return !open
}

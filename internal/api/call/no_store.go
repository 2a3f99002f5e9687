package call

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// forbidStoring says on every answer that is somebody's own, refusals included,
// that neither a browser nor a proxy keeps it.
func forbidStoring(ctx huma.Context, next func(huma.Context)) {
	if isPrivate(ctx.Operation(), ctx.Header("Authorization") != "") {
		ctx.SetHeader("Cache-Control", "no-store")
	}
	next(ctx)
}

// isPrivate tells whether a call reads who makes it: by a token, or by a secret
// among its parameters. Whatever is no read is somebody's own, too.
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

package call

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
)

const (
	zoneHeader   = "zoneid"
	moduleHeader = "moduleId"
)

// FindModule returns the module of calls without one, for the zones of their header.
type FindModule func(ctx context.Context, zoneIDs []int64) int64

type findModuleKey struct{}

// SetDefaultModule returns a middleware that gives find to the [Scope] of each call. find
// is called only when a call needs its module: signing in does not read the catalogue.
func SetDefaultModule(find FindModule) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		next(huma.WithValue(ctx, findModuleKey{}, find))
	}
}

// defaultModule returns the module of a call without one, 0 without the middleware.
func defaultModule(ctx context.Context, zoneIDs []int64) int64 {
	if find, ok := ctx.Value(findModuleKey{}).(FindModule); ok {
		return find(ctx, zoneIDs)
	}
	return 0
}

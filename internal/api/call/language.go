package call

import (
	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/translation"
)

// setLanguage makes the language of the response known to whoever builds it (API-02). A
// malformed one is refused later, with the rest of the [Scope].
func setLanguage(ctx huma.Context, next func(huma.Context)) {
	if language := ctx.Header("X-localization"); language != "" {
		ctx = huma.WithContext(ctx, translation.WithLanguage(ctx.Context(), language))
	}
	next(ctx)
}

package call

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/locale"
	"hawker/internal/translation"
)

const languageHeader = "X-localization"

// setLanguage puts the language of the response into the context (API-02). A malformed one
// is refused later, with the rest of the [Scope].
func setLanguage(ctx huma.Context, next func(huma.Context)) {
	if language := ctx.Header(languageHeader); language != "" {
		ctx = huma.WithContext(ctx, translation.WithLanguage(ctx.Context(), language))
	}
	next(ctx)
}

// Say returns a sentence of ours in the language of the response (I18N-01).
func Say(ctx context.Context, english string) string {
	return locale.Sentence(translation.Language(ctx), english)
}

// SayReason returns the reason that somebody gave in the language of the response, if they
// chose one of ours (I18N-01).
func SayReason(ctx context.Context, given string) string {
	return locale.Reason(translation.Language(ctx), given)
}

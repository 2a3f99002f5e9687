package call

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
)

// patience is how long a call waits for its turn.
const patience = 5 * time.Second

// AtOnce returns a middleware that runs so many calls at once, from all addresses, of the
// operations that share it. It is for large forms, each of which is in memory while its call
// runs. Put it before LimitForm, which reads the form.
func AtOnce(a huma.API, most int) huma.Middlewares {
	slots := make(chan struct{}, most)
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		waiting, cancel := context.WithTimeout(ctx.Context(), patience)
		defer cancel()
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
			next(ctx)
		case <-waiting.Done():
			Refuse(a, ctx, errs.New(errs.Unavailable, "Too many pictures are being uploaded just now. Please try again.").After(patience))
		}
	}}
}

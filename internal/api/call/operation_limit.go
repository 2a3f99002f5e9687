package call

import (
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-chi/httprate"

	"hawker/internal/errs"
)

// RateLimiter limits how often one client address calls an operation, or a few that share a
// limit. internal/server limits all calls together.
type RateLimiter struct {
	Enabled bool // false: no limits
}

// PerMinute returns a middleware that lets each address make so many calls a minute
// to the operations that share it.
func (l RateLimiter) PerMinute(a huma.API, limit int) huma.Middlewares {
	return l.Per(a, limit, time.Minute)
}

// Per is PerMinute for another window.
func (l RateLimiter) Per(a huma.API, limit int, window time.Duration) huma.Middlewares {
	if !l.Enabled {
		return nil
	}
	limiter := httprate.NewRateLimiter(limit, window)
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		if limiter.OnLimit(w, r, HostOf(r.RemoteAddr)) {
			Refuse(a, ctx, errs.New(errs.TooMany, "Too many requests. Please wait a moment and try again.").After(window))
			return
		}
		next(ctx)
	}}
}

// More images than a person sends. There are limits because decoding one is expensive,
// and stored ones take space for a day.
const (
	imagesPerMinute = 20
	imagesPerDay    = 300
)

// Images returns a middleware that limits how many images each address sends.
func (l RateLimiter) Images(a huma.API) huma.Middlewares {
	return append(l.PerMinute(a, imagesPerMinute), l.Per(a, imagesPerDay, 24*time.Hour)...)
}

package api

import (
	"net"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-chi/httprate"

	"hawker/internal/errs"
)

// throttled lets one address make so many calls a minute to the operations that
// share the answer. With rate limits off it lets everything pass.
func (s *Server) throttled(a huma.API, perMinute int) huma.Middlewares {
	return s.throttledBy(a, perMinute, address)
}

// throttledBy is throttled by whatever key says of a request.
func (s *Server) throttledBy(a huma.API, perMinute int, key func(*http.Request) string) huma.Middlewares {
	return s.throttledIn(a, perMinute, time.Minute, key)
}

// throttledIn is throttledBy for another stretch of time.
func (s *Server) throttledIn(a huma.API, most int, window time.Duration, key func(*http.Request) string) huma.Middlewares {
	if !s.RateLimits {
		return nil
	}
	limiter := httprate.NewRateLimiter(most, window)
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		if limiter.OnLimit(w, r, key(r)) {
			// What could not be written, the client no longer waits for.
			_ = huma.WriteErr(a, ctx, http.StatusTooManyRequests, "",
				errs.New(errs.TooMany, "Too many requests. Please wait a moment and try again.").After(window))
			return
		}
		next(ctx)
	}}
}

// address is who asks: one host, or one network of the sixth version.
func address(r *http.Request) string { return hostOf(r.RemoteAddr) }

func hostOf(remoteAddr string) string {
	host, _, err := net.SplitHostPort(remoteAddr)
	if err != nil {
		return remoteAddr
	}
	return httprate.CanonicalizeIP(host)
}

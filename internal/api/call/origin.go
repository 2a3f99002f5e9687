package call

import (
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
)

// Return is an input that can say where a payment gateway sends the shopper back.
type Return struct {
	host   string
	secure bool
}

// Resolve notes how the server was reached. The HTTP library calls it before the handler.
func (r *Return) Resolve(ctx huma.Context) []error {
	r.host, r.secure = ctx.Host(), ctx.TLS() != nil
	return nil
}

// URL returns the URL to return to: callback, or the path if there is none. origin is the
// shop's own; "": the one that the server was reached by. Another origin is refused, and
// so is whatever is not http.
func (r *Return) URL(origin, callback, path string) (string, error) {
	if origin == "" {
		origin = "http://" + r.host
		if r.secure {
			origin = "https://" + r.host
		}
	}
	refused := errs.New(errs.Invalid, "This address is not one of this shop.").On("callback")
	if callback == "" {
		callback = path
	}
	own, err := url.Parse(origin)
	if err != nil {
		return "", refused
	}
	back, err := url.Parse(callback)
	if err != nil || back.User != nil || back.Opaque != "" || strings.ContainsAny(callback, "\\\t\n\r") {
		return "", refused
	}
	if back.Scheme == "" && back.Host == "" && strings.HasPrefix(back.Path, "/") {
		back.Scheme, back.Host = own.Scheme, own.Host
	}
	if back.Scheme != own.Scheme || back.Host != own.Host {
		return "", refused
	}
	return back.String(), nil
}

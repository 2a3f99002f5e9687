package call

import (
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hawker/internal/errs"
)

// maxParameters is far more than any call takes.
const maxParameters = 100

// checkParameters refuses a query or header parameter that is given twice: two
// readers of one request could use different values.
func checkParameters(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(ctx)
		err := checkQuery(r.URL.RawQuery)
		if err == nil {
			err = checkHeaders(ctx.Operation(), r.Header)
		}
		if err != nil {
			Refuse(a, ctx, err)
			return
		}
		next(ctx)
	}
}

func checkQuery(query string) error {
	if strings.Count(query, "&") >= maxParameters {
		return malformed("The address has more than %d parameters.", maxParameters)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return malformed("The parameters of the address could not be read.")
	}
	seen := map[string]bool{}
	for name, given := range values {
		if len(given) > 1 || seen[foldName(name)] {
			return givenTwice(name)
		}
		seen[foldName(name)] = true
	}
	return nil
}

// checkHeaders checks only the headers that the call reads. Others, such as those
// that a proxy adds, may be repeated.
func checkHeaders(op *huma.Operation, header http.Header) error {
	for _, name := range []string{"Authorization", "Content-Type"} {
		if len(header[name]) > 1 {
			return givenTwice(name)
		}
	}
	for _, p := range op.Parameters {
		if p.In == "header" && len(header[textproto.CanonicalMIMEHeaderKey(p.Name)]) > 1 {
			return givenTwice(p.Name)
		}
	}
	return nil
}

func givenTwice(name string) *errs.Error { return malformed("This is given twice.").On(name) }

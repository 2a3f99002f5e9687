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

// mostParameters is how many an address may have. No call takes nearly as many.
const mostParameters = 100

// checkParameters refuses a query or header parameter that is given twice: two
// readers of one request could each believe another of the values.
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
	if strings.Count(query, "&") >= mostParameters {
		return malformed("The address has more than %d parameters.", mostParameters)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return malformed("The parameters of the address could not be read.")
	}
	seen := map[string]bool{}
	for name, given := range values {
		if len(given) > 1 || seen[fold(name)] {
			return givenTwice(name)
		}
		seen[fold(name)] = true
	}
	return nil
}

// checkHeaders looks at the headers that the call reads. Others, such as those
// that a proxy adds, may well come twice.
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

package call

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
)

// Text of a request is UTF-8 without a zero byte: nobody means anything else,
// and PostgreSQL keeps nothing else. So it is refused here, for every field at
// once.

// refuseBytes refuses an address or a header that holds what is no text.
func refuseBytes(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		where := ""
		u := ctx.URL()
		if query, err := url.QueryUnescape(u.RawQuery); err != nil || !isText(query) || !isText(u.Path) {
			where = "address"
		}
		ctx.EachHeader(func(name, value string) {
			if !isText(value) {
				where = "header " + name
			}
		})
		if where == "" {
			next(ctx)
			return
		}
		Refuse(a, ctx, errs.New(errs.Malformed, "The %s holds bytes that are no text.", where))
	}
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// jsonFormat is the library's JSON. What stands in a body has been checked by
// checkBodies; an error here is about a number of the wrong kind, and says so
// without the names of our types.
func jsonFormat() huma.Format {
	format := huma.DefaultJSONFormat
	format.Unmarshal = func(body []byte, into any) error {
		err := json.Unmarshal(body, into)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return fmt.Errorf("the value of %s is of the wrong kind", wrong.Field)
		}
		return err
	}
	return format
}

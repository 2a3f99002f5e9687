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

// The texts of a request must be UTF-8 without zero bytes, because PostgreSQL stores
// nothing else. They are checked here once, for all fields.

// checkText refuses a URL or a header that is not valid text.
func checkText(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		where := ""
		u := ctx.URL()
		if query, err := url.QueryUnescape(u.RawQuery); err != nil || !isValidText(query) || !isValidText(u.Path) {
			where = "address"
		}
		ctx.EachHeader(func(name, value string) {
			if !isValidText(value) {
				where = "header " + name
			}
		})
		if where == "" {
			next(ctx)
			return
		}
		Refuse(a, ctx, errs.New(errs.Malformed, "The %s is not valid UTF-8 or contains a zero byte.", where))
	}
}

func isValidText(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// jsonFormat is the library's JSON format. checkBodies has checked the body, so an
// error here is a value of the wrong type. Its message does not name our Go types.
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

package call

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
)

// Bounds of every JSON body, checked before anything else reads it. No real request
// comes near them. They keep the cost of a refusal linear in the size of the
// request: the HTTP library's own validation may be quadratic in the number of
// fields.
const (
	maxDepth      = 32
	maxFields     = 200  // of one object
	maxValues     = 5000 // in all
	maxNameLength = 100  // bytes
	maxDigits     = 100  // digits
)

// checkBodies checks each JSON body before the library decodes it. It only wraps
// the body, so a caller who may not make the call is refused before it is read.
func checkBodies(ctx huma.Context, next func(huma.Context)) { next(checkedBody{ctx}) }

// humaContext renames huma.Context: an embedded field called Context would hide the
// method of that name.
type humaContext = huma.Context

type checkedBody struct{ humaContext }

var errNoJSONType = errs.New(errs.UnsupportedMedia, "This call takes a body of the type application/json.")

func (c checkedBody) Unwrap() huma.Context { return c.humaContext }

// BodyReader returns the whole body once it has been checked, or a reader that
// fails with the reason for the refusal.
func (c checkedBody) BodyReader() io.Reader {
	kind := c.Header("Content-Type")
	if kind != "" && !isJSON(kind) {
		return errorReader{errNoJSONType}
	}
	limit := c.Operation().MaxBodyBytes
	body, err := io.ReadAll(io.LimitReader(c.humaContext.BodyReader(), limit))
	if err == nil {
		err = c.Context().Err() // the client has gone
	}
	// The library refuses a body of the maximum size, and a missing one.
	if err == nil && len(body) > 0 && int64(len(body)) < limit {
		err = errNoJSONType // a page of another site can send a body without a type, and the browser makes no CORS preflight
		if kind != "" {
			err = checkJSON(body)
		}
	}
	return io.MultiReader(bytes.NewReader(body), errorReader{err})
}

// errorReader ends a reader with an error; without one, with io.EOF.
type errorReader struct{ err error }

func (f errorReader) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// isJSON reports whether a body is JSON. Any other type is refused, because the
// library decodes some of them as JSON, unchecked.
func isJSON(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	kind = strings.TrimSpace(kind)
	return kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// checkJSON refuses a body that is not one JSON value in UTF-8, exceeds a bound,
// has a field twice, or has a text with a zero byte. The error names the field. It
// reads the body once and stops at the first error.
func checkJSON(body []byte) error {
	if !utf8.Valid(body) {
		return malformed("The body is not valid UTF-8.")
	}
	c := bodyChecker{in: json.NewDecoder(bytes.NewReader(body))}
	c.in.UseNumber()
	if err := c.value(0); err != nil {
		return err
	}
	if _, err := c.in.Token(); !errors.Is(err, io.EOF) {
		return malformed("There is something after the end of the body.")
	}
	return nil
}

type bodyChecker struct {
	in     *json.Decoder
	values int
}

func malformed(format string, args ...any) *errs.Error {
	return errs.New(errs.Malformed, format, args...)
}

// errNotJSON does not quote the body.
var errNotJSON = malformed("The body is not valid JSON.")

// value checks the next value, which is nested depth levels deep. It returns error,
// not *errs.Error, because a nil *errs.Error in an error is not nil.
func (c *bodyChecker) value(depth int) error {
	token, err := c.in.Token()
	if err != nil {
		return errNotJSON
	}
	if c.values++; c.values > maxValues {
		return malformed("The body has more than %d values.", maxValues)
	}
	if depth > maxDepth {
		return malformed("The body is nested more than %d levels deep.", maxDepth)
	}
	switch token := token.(type) {
	case string:
		if strings.Contains(token, "\x00") {
			return malformed("A text contains a zero byte.")
		}
	case json.Number:
		if _, err := strconv.ParseFloat(string(token), 64); err != nil || len(token) > maxDigits {
			return malformed("This number is too large.")
		}
	case json.Delim:
		if token == '{' {
			return c.object(depth + 1)
		}
		return c.list(depth + 1)
	}
	return nil
}

func (c *bodyChecker) list(depth int) error {
	for i := 0; c.in.More(); i++ {
		if err := c.value(depth); err != nil {
			return prefixField("["+strconv.Itoa(i)+"]", err)
		}
	}
	return c.end()
}

func (c *bodyChecker) object(depth int) error {
	seen := map[string]bool{}
	for c.in.More() {
		token, err := c.in.Token()
		name, ok := token.(string)
		switch {
		case err != nil || !ok:
			return errNotJSON
		case len(name) > maxNameLength:
			return malformed("The name of a field has more than %d bytes.", maxNameLength)
		case strings.Contains(name, "\x00"):
			return malformed("The name of a field contains a zero byte.")
		case len(seen) == maxFields:
			return malformed("An object has more than %d fields.", maxFields)
		case seen[foldName(name)]:
			return malformed("This field is given twice.").On(name)
		}
		seen[foldName(name)] = true
		if err := c.value(depth); err != nil {
			return prefixField(name, err)
		}
	}
	return c.end()
}

// end reads the closing bracket.
func (c *bodyChecker) end() error {
	if _, err := c.in.Token(); err != nil {
		return errNotJSON
	}
	return nil
}

// prefixField puts the name of the enclosing field before the field of an error.
func prefixField(name string, err error) error {
	e := errs.From(err)
	switch {
	case e.Field == "":
		return e.On(name)
	case strings.HasPrefix(e.Field, "["):
		return e.On(name + e.Field)
	}
	return e.On(name + "." + e.Field)
}

// foldName returns the same text for all names that encoding/json reads as one
// field: it ignores the case of letters, also beyond ASCII (ſ is s).
func foldName(name string) string { return strings.Map(smallestFold, name) }

func smallestFold(r rune) rune {
	for {
		other := unicode.SimpleFold(r)
		if other <= r { // SimpleFold has wrapped around to the smallest
			return other
		}
		r = other
	}
}

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

// Bounds of every JSON body, checked before anything else reads it. No form of
// ours comes near them. They keep the cost of a refusal linear in the size of
// the request: the library's own check may look at the rest of an object for
// each of its fields.
const (
	mostDepth     = 32
	mostFields    = 200  // of one object
	mostValues    = 5000 // in all
	longestName   = 100  // bytes
	longestNumber = 100  // digits
)

// checkBodies checks each JSON body before the library decodes it. It only wraps
// the request's body, so who may not make the call is refused before anything is
// read.
func checkBodies(ctx huma.Context, next func(huma.Context)) { next(checkedBody{ctx}) }

// request is another name of huma.Context: an embedded field called Context would
// hide the method of that name.
type request = huma.Context

type checkedBody struct{ request }

func (c checkedBody) Unwrap() huma.Context { return c.request }

// BodyReader returns the whole body once it has been checked, or a reader that
// fails with the reason for the refusal.
func (c checkedBody) BodyReader() io.Reader {
	if !isJSON(c.Header("Content-Type")) {
		return failing{errs.New(errs.UnsupportedMedia, "This call takes a body of the type application/json.")}
	}
	most := c.Operation().MaxBodyBytes
	body, err := io.ReadAll(io.LimitReader(c.request.BodyReader(), most))
	if err == nil {
		err = c.Context().Err() // nobody waits for the answer any more
	}
	// The library refuses a body of the greatest size, and one that is missing.
	if err == nil && len(body) > 0 && int64(len(body)) < most {
		err = checkJSON(body)
	}
	return io.MultiReader(bytes.NewReader(body), failing{err})
}

// failing is the end of what was read, or the reason why there is no more.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// isJSON refuses every other type here: what the library would decode all the
// same must not pass unchecked.
func isJSON(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	kind = strings.TrimSpace(kind)
	return kind == "" || kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// checkJSON returns why a body is refused: it is not one JSON value in UTF-8, it
// is beyond a bound, it names a field twice, or a text holds a zero byte. The
// error names the field. It reads the body once and stops at the first fault.
func checkJSON(body []byte) error {
	if !utf8.Valid(body) {
		return malformed("The body holds bytes that are no text.")
	}
	c := bodyCheck{in: json.NewDecoder(bytes.NewReader(body))}
	c.in.UseNumber()
	if err := c.value(0); err != nil {
		return err
	}
	if _, err := c.in.Token(); !errors.Is(err, io.EOF) {
		return malformed("There is something after the end of the body.")
	}
	return nil
}

type bodyCheck struct {
	in     *json.Decoder
	values int
}

func malformed(format string, args ...any) *errs.Error {
	return errs.New(errs.Malformed, format, args...)
}

// errNotJSON does not repeat what was sent.
var errNotJSON = malformed("The body is not valid JSON.")

// value checks the next value, which stands depth objects and lists deep. It
// returns error, not *errs.Error, so that no nil pointer becomes an error.
func (c *bodyCheck) value(depth int) error {
	token, err := c.in.Token()
	if err != nil {
		return errNotJSON
	}
	if c.values++; c.values > mostValues {
		return malformed("The body has more than %d values.", mostValues)
	}
	if depth > mostDepth {
		return malformed("The body is nested more than %d levels deep.", mostDepth)
	}
	switch token := token.(type) {
	case string:
		if strings.Contains(token, "\x00") {
			return malformed("A text holds a zero byte.")
		}
	case json.Number:
		if _, err := strconv.ParseFloat(string(token), 64); err != nil || len(token) > longestNumber {
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

func (c *bodyCheck) list(depth int) error {
	for i := 0; c.in.More(); i++ {
		if err := c.value(depth); err != nil {
			return within("["+strconv.Itoa(i)+"]", err)
		}
	}
	return c.end()
}

func (c *bodyCheck) object(depth int) error {
	seen := map[string]bool{}
	for c.in.More() {
		token, err := c.in.Token()
		name, ok := token.(string)
		switch {
		case err != nil || !ok:
			return errNotJSON
		case len(name) > longestName:
			return malformed("The name of a field has more than %d bytes.", longestName)
		case strings.Contains(name, "\x00"):
			return malformed("The name of a field holds a zero byte.")
		case len(seen) == mostFields:
			return malformed("An object has more than %d fields.", mostFields)
		case seen[fold(name)]:
			return malformed("This field is given twice.").On(name)
		}
		seen[fold(name)] = true
		if err := c.value(depth); err != nil {
			return within(name, err)
		}
	}
	return c.end()
}

// end reads the closing bracket.
func (c *bodyCheck) end() error {
	if _, err := c.in.Token(); err != nil {
		return errNotJSON
	}
	return nil
}

// within puts the name of what holds a field before the field of an error.
func within(name string, err error) error {
	e := errs.From(err)
	switch {
	case e.Field == "":
		return e.On(name)
	case strings.HasPrefix(e.Field, "["):
		return e.On(name + e.Field)
	}
	return e.On(name + "." + e.Field)
}

// fold returns the same text for all names that encoding/json takes for one
// field: it ignores the letter case, also of letters beyond ASCII (ſ is s).
func fold(name string) string { return strings.Map(smallestCase, name) }

func smallestCase(r rune) rune {
	for {
		other := unicode.SimpleFold(r)
		if other <= r { // the round of cases begins again at its smallest
			return other
		}
		r = other
	}
}

package call

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
	"hawker/internal/translation"
)

// errorBody is the body of every error response (API-04).
type errorBody struct {
	Errors  []errorEntry `json:"errors"`
	Message string       `json:"message" doc:"A text for the person. With one entry in errors, it is the text of that entry."`
	Detail  any          `json:"detail,omitempty" doc:"What the client needs besides the text, such as the new quote of a 409."`

	status int
	header http.Header
}

type errorEntry struct {
	Code    string `json:"code" doc:"The code by which a client decides what to do."`
	Message string `json:"message" doc:"A text for the person."`
	Field   string `json:"field,omitempty" doc:"The field of the request that is wrong, as the request spells it."`
}

func (e *errorBody) Error() string { return e.Message }

func (e *errorBody) GetStatus() int { return e.status }

func (e *errorBody) ContentType(string) string { return "application/json" }

// init makes errors of the HTTP library have the same body as our own.
func init() {
	huma.DefaultArrayNullable = false
	huma.ValidateStrictCasing = true // otherwise "Address" would pass the bounds of "address"
	huma.NewError = func(status int, msg string, causes ...error) huma.StatusError {
		return newErrorBody(context.Background(), status, msg, causes)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, causes ...error) huma.StatusError {
		if ctx == nil {
			return newErrorBody(context.Background(), status, msg, causes)
		}
		body := newErrorBody(ctx.Context(), status, msg, causes)
		if body.status >= http.StatusInternalServerError {
			logError(ctx, msg, causes)
		}
		// The library sends the headers of the original error, not of this one.
		for name := range body.header {
			ctx.SetHeader(name, body.header.Get(name))
		}
		return body
	}
}

// newErrorBody turns errors of the library or of a concept into a body, in the
// language of the response. An internal error becomes one fixed sentence.
func newErrorBody(ctx context.Context, status int, msg string, causes []error) *errorBody {
	if own := ownErrors(causes); own != nil {
		return viewErrors(ctx, own)
	}
	if status >= http.StatusInternalServerError {
		return viewErrors(ctx, errs.List{errs.From(errors.Join(append(causes, errors.New(msg))...))})
	}
	body := &errorBody{status: status}
	for _, cause := range causes[:min(len(causes), maxErrors)] {
		body.Errors = append(body.Errors, viewInputError(ctx, status, cause))
	}
	if len(body.Errors) == 0 {
		body.Errors = []errorEntry{newEntry(ctx, codeOf(status), sentence(msg), "")}
	}
	body.Message = body.Errors[0].Message
	return body
}

// ownErrors returns every error of our own among the causes.
func ownErrors(causes []error) errs.List {
	var own errs.List
	for _, cause := range causes {
		if _, ok := errors.AsType[*errs.Error](cause); ok {
			own = append(own, errs.All(cause)...)
		}
	}
	return own
}

// viewErrors returns the body for errors of our own. The first one decides the status.
func viewErrors(ctx context.Context, list errs.List) *errorBody {
	first := list[0]
	body := &errorBody{status: first.Status(), Detail: first.Detail, header: http.Header{}}
	for _, e := range list[:min(len(list), maxErrors)] {
		body.Errors = append(body.Errors, newEntry(ctx, e.Code, e.Message, e.Field))
	}
	body.Message = body.Errors[0].Message
	if first.RetryAfter > 0 {
		body.header.Set("Retry-After", strconv.Itoa(int(math.Ceil(first.RetryAfter.Seconds()))))
	}
	return body
}

// viewInputError returns the entry for an error of the library's validation. It does
// not use the error's own text, which contains the value that was sent.
func viewInputError(ctx context.Context, status int, cause error) errorEntry {
	if detail, ok := errors.AsType[*huma.ErrorDetail](cause); ok {
		return newEntry(ctx, codeOf(status), sentence(detail.Message), fieldOf(detail.Location))
	}
	return newEntry(ctx, codeOf(status), sentence(cause.Error()), "")
}

// Bounds of an error response. Lengths are in bytes.
const (
	maxErrors        = 20
	maxMessageLength = 200
	maxFieldLength   = 100
)

func newEntry(ctx context.Context, code errs.Code, message, field string) errorEntry {
	text, limit := Say(ctx, message), maxMessageLength
	if text != message {
		limit *= 2 // letters of other alphabets have two bytes
	}
	return errorEntry{Code: string(code), Message: truncate(text, limit), Field: truncate(field, maxFieldLength)}
}

// truncate cuts a text to so many bytes, between two characters.
func truncate(text string, limit int) string {
	const ellipsis = "…"
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit-len(ellipsis)], "") + ellipsis
}

// fieldOf drops where a value came from: body.price is price to a client.
func fieldOf(location string) string {
	if _, field, found := strings.Cut(location, "."); found {
		return field
	}
	return location
}

// sentence makes the library's lower-case phrase readable.
func sentence(phrase string) string {
	if phrase == "" {
		return "The request could not be read."
	}
	phrase = strings.ToUpper(phrase[:1]) + phrase[1:]
	if !strings.HasSuffix(phrase, ".") {
		phrase += "."
	}
	return phrase
}

// codeOf returns the code for a status of the library's.
func codeOf(status int) errs.Code {
	switch status {
	case http.StatusUnauthorized:
		return errs.Unauthorized
	case http.StatusForbidden:
		return errs.Forbidden
	case http.StatusNotFound:
		return errs.NotFound
	case http.StatusMethodNotAllowed:
		return errs.MethodNotAllowed
	case http.StatusRequestEntityTooLarge:
		return errs.TooLarge
	case http.StatusUnsupportedMediaType:
		return errs.UnsupportedMedia
	case http.StatusUnprocessableEntity:
		return errs.Invalid
	case http.StatusTooManyRequests:
		return errs.TooMany
	}
	return errs.Malformed
}

// logError logs an internal error with its causes. It names the operation and not
// the URL, since a query may contain a secret. A client that cancels its request, as
// a search box does while somebody types, is no error.
func logError(ctx huma.Context, msg string, causes []error) {
	level := slog.LevelError
	if errors.Is(ctx.Context().Err(), context.Canceled) {
		level = slog.LevelDebug
	}
	slog.Log(ctx.Context(), level, "request failed",
		"operation", ctx.Operation().OperationID, "message", msg, "cause", errors.Join(causes...))
}

// Refuse writes an error of our own from a middleware; any other becomes a 500.
func Refuse(a huma.API, ctx huma.Context, err error) {
	_ = huma.WriteErr(a, ctx, http.StatusInternalServerError, "", err) // fails when the client has gone
}

// WriteError writes an error outside the HTTP library.
func WriteError(w http.ResponseWriter, r *http.Request, e *errs.Error) {
	body := viewErrors(translation.WithLanguage(r.Context(), r.Header.Get(languageHeader)), errs.List{e})
	maps.Copy(w.Header(), body.header)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(body.status)
	_ = json.NewEncoder(w).Encode(body) // fails when the client has gone
}

// Package errs is the error that may be shown to a person. It has a code for the
// client, a message for the shopper, the field at fault, and a cause for the log.
// It maps each code to one HTTP status.
//
// Where a fact is known, create the error with New. Everywhere else wrap what was
// returned: fmt.Errorf("insert order: %w", err). The API calls From or All, which
// turn any other error into one fixed message.
package errs

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Error is a failure that is shown to a person. Message is for the person and
// cause is for the log; neither is ever shown in place of the other.
type Error struct {
	Code       Code
	Message    string
	Field      string        // the input at fault, as the API spells it, when there is one
	RetryAfter time.Duration // how long to wait before the next try, if that helps
	Detail     any           // what the client needs besides the message, such as a new quote; encoded as JSON
	cause      error
}

// New returns an error with a message for the person. Without args the format is
// used as it is, so that a finished text may contain a percent sign.
func New(code Code, format string, args ...any) *Error {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &Error{Code: code, Message: format}
}

// On returns a copy that names the field at fault. It is a copy because an Error
// may be shared.
func (e *Error) On(field string) *Error {
	c := *e
	c.Field = field
	return &c
}

// Because returns a copy with the cause, which only the log shows.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// After returns a copy that says how long to wait before the next try.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// With returns a copy with data that the client needs besides the message.
func (e *Error) With(detail any) *Error {
	c := *e
	c.Detail = detail
	return &c
}

// Error returns the text for the log: code, message and cause. Message is what a
// person reads.
func (e *Error) Error() string {
	s := string(e.Code) + ": " + e.Message
	if e.Field != "" {
		s = e.Field + ": " + s
	}
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap returns the cause, so that errors.Is finds the driver's error.
func (e *Error) Unwrap() error { return e.cause }

// Status returns the HTTP status of the code.
func (e *Error) Status() int { return e.Code.Status() }

// From returns the Error in err, the first one when err has several. Any other
// error, such as a driver's, becomes Internal with a fixed message, or Unavailable
// when its deadline has passed, so that its text never reaches a person. From(nil)
// is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok && e != nil {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return New(Unavailable, "This takes too long just now. Please try again.").After(5 * time.Second).Because(err)
	}
	return New(Internal, "Something went wrong. Please try again.").Because(err)
}

// Is reports whether err contains an Error of this code.
func Is(err error, code Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e != nil && e.Code == code
}

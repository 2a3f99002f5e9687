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

// Error is a failure we chose to tell someone about. Message is for the person
// and cause is for the log; neither is ever shown in the other's place.
type Error struct {
	Code       Code
	Message    string
	Field      string        // the input at fault, as the API spells it, when there is one
	RetryAfter time.Duration // how long to wait before asking again, when it helps
	Detail     any           // what the client needs beside the words, such as a new quote; encoded as JSON
	cause      error
}

// New says what went wrong in words for the person. Without args the format is
// taken as it stands, so that a ready text may hold a percent sign.
func New(code Code, format string, args ...any) *Error {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &Error{Code: code, Message: format}
}

// On names the input at fault. It answers a copy: an Error may be shared.
func (e *Error) On(field string) *Error {
	c := *e
	c.Field = field
	return &c
}

// Because keeps what really happened, for the log alone.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// After says how long to wait before asking again.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// With attaches what the client needs beside the words.
func (e *Error) With(detail any) *Error {
	c := *e
	c.Detail = detail
	return &c
}

// Error is the log's text: code, message and cause. What a person reads is
// Message.
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

// Unwrap gives the cause, so that errors.Is sees through to the driver.
func (e *Error) Unwrap() error { return e.cause }

// Status is the HTTP status of the code.
func (e *Error) Status() int { return e.Code.Status() }

// From finds the Error in err, the first one when err holds several. Whatever
// else it was, such as a driver's text, becomes Internal with a fixed message,
// or Unavailable when the time for it ran out, and cannot reach a person.
// From(nil) is nil.
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

// Is tells whether err carries an Error of this code.
func Is(err error, code Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e != nil && e.Code == code
}

package errs

import (
	"errors"
	"strings"
)

// List is several errors for one response, in the order they were found.
type List []*Error

// Add appends an error.
func (l *List) Add(e *Error) { *l = append(*l, e) }

// Err returns nil for an empty list: collect, then return l.Err().
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Error returns the text for the log, of all errors.
func (l List) Error() string {
	texts := make([]string, len(l))
	for i, e := range l {
		texts[i] = e.Error()
	}
	return strings.Join(texts, "; ")
}

// Unwrap lets errors.Is and errors.As see each of them.
func (l List) Unwrap() []error {
	all := make([]error, len(l))
	for i, e := range l {
		all[i] = e
	}
	return all
}

// All returns every Error in err, at least one unless err is nil. The API shows
// this list; the first one decides the status.
func All(err error) List {
	if err == nil {
		return nil
	}
	if l, ok := errors.AsType[List](err); ok && len(l) > 0 {
		return l
	}
	return List{From(err)}
}

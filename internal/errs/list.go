package errs

import (
	"errors"
	"strings"
)

// List is several problems told in one answer, in the order they were found.
type List []*Error

// Add notes a problem.
func (l *List) Add(e *Error) { *l = append(*l, e) }

// Err is nil for an empty list: collect, then return l.Err().
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Error is the log's text of all of them.
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

// All is every problem err carries, at least one unless err is nil; the first
// decides the status. It is what the edge shows.
func All(err error) List {
	if err == nil {
		return nil
	}
	if l, ok := errors.AsType[List](err); ok && len(l) > 0 {
		return l
	}
	return List{From(err)}
}

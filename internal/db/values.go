package db

import (
	"fmt"
	"strings"
)

// Values are the rows of one small INSERT: after VALUES comes String. All rows begin
// with the same values.
type Values struct {
	first string // the parameters that every row begins with
	text  strings.Builder
	args  []any
}

// NewValues makes an empty list of rows that begin with these values.
func NewValues(first ...any) *Values {
	v := &Values{args: first}
	for n := range first {
		v.first += fmt.Sprintf("$%d, ", n+1)
	}
	return v
}

// Add adds a row: what follows the first values.
func (v *Values) Add(rest ...any) {
	separator := "(" + v.first
	if v.text.Len() > 0 {
		separator = ", " + separator
	}
	for _, value := range rest {
		v.args = append(v.args, value)
		fmt.Fprintf(&v.text, "%s$%d", separator, len(v.args))
		separator = ", "
	}
	v.text.WriteByte(')')
}

// String is the text of the rows: ($1, $2, $3), ($1, $4, $5).
func (v *Values) String() string { return v.text.String() }

// Args are the arguments to the text.
func (v *Values) Args() []any { return v.args }

// List writes values as a list of parameters for IN: ($1, $2). It repeats the last
// value until their number is a power of two, so that few different texts are
// prepared.
func List[T any](values []T) (text string, args []any) {
	var b strings.Builder
	separator := "("
	for n := 0; n < len(values) || n&(n-1) != 0; n++ {
		fmt.Fprintf(&b, "%s$%d", separator, n+1)
		separator = ", "
		args = append(args, values[min(n, len(values)-1)])
	}
	b.WriteByte(')')
	return b.String(), args
}

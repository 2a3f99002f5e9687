package db

import (
	"fmt"
	"strings"
)

// Values builds the rows of a small INSERT. All rows begin with the same values. The
// statement is "… VALUES " + String().
type Values struct {
	first string // the parameters that every row begins with
	text  strings.Builder
	args  []any
}

// NewValues returns no rows yet. All rows will begin with these values.
func NewValues(first ...any) *Values {
	v := &Values{args: first}
	for n := range first {
		v.first += fmt.Sprintf("$%d, ", n+1)
	}
	return v
}

// Add adds a row: its values after the first ones.
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

// String returns the rows: ($1, $2, $3), ($1, $4, $5).
func (v *Values) String() string { return v.text.String() }

// Args returns the arguments of the rows.
func (v *Values) Args() []any { return v.args }

// InList returns values as a list of parameters for IN: ($1, $2). It repeats the last
// value until their number is a power of two, so that few different statements are
// prepared.
func InList[T any](values []T) (text string, args []any) {
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

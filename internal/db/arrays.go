package db

import (
	"fmt"
	"strings"
)

// arrays turns rows into one array for each column, for PostgreSQL. It returns what
// to select, from where, and the arrays. A column without any value is selected as
// NULL and has no array.
func arrays(columns []string, rows [][]any) (values, from string, args []any, err error) {
	var selected, names, types []string
	for j, column := range columns {
		array, of, err := arrayOf(rows, j)
		if err != nil {
			return "", "", nil, fmt.Errorf("column %s: %w", column, err)
		}
		if array == nil {
			selected = append(selected, "NULL")
			continue
		}
		args = append(args, array)
		selected, names = append(selected, column), append(names, column)
		types = append(types, fmt.Sprintf("$%d::%s[]", len(args), of))
	}
	from = fmt.Sprintf("unnest(%s) AS given (%s)", strings.Join(types, ", "), strings.Join(names, ", "))
	return strings.Join(selected, ", "), from, args, nil
}

// arrayOf returns the values of a column and its type, or nil when no row has a value.
func arrayOf(rows [][]any, column int) (array any, of string, err error) {
	plain := make([]any, len(rows))
	var first any
	for i, row := range rows {
		if plain[i], err = Plain(row[column]); err != nil {
			return nil, "", err
		}
		if first == nil {
			first = plain[i]
		}
	}
	switch first.(type) {
	case nil:
		return nil, "", nil
	case string:
		array, err = typed[string](plain)
		return array, "text", err
	case int64:
		array, err = typed[int64](plain)
		return array, "bigint", err
	case float64:
		array, err = typed[float64](plain)
		return array, "double precision", err
	case bool:
		array, err = typed[bool](plain)
		return array, "boolean", err
	}
	return nil, "", fmt.Errorf("there is no array of %T", first)
}

// typed returns the values as a []T, or as a []*T when one of them is nil.
func typed[T any](values []any) (any, error) {
	all, pointers, some := make([]T, len(values)), make([]*T, len(values)), false
	for i, v := range values {
		if v == nil {
			some = true
			continue
		}
		value, ok := v.(T)
		if !ok {
			return nil, fmt.Errorf("%T and %T in one column", v, value)
		}
		all[i], pointers[i] = value, &all[i]
	}
	if some {
		return pointers, nil
	}
	return all, nil
}

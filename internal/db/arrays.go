package db

import (
	"fmt"
	"strings"
)

// arrays turns rows into one array a column for PostgreSQL: what to select, from
// where, and the arrays. A column without a value is NULL, and no array.
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

// arrayOf returns a column of rows and its type; nil when no row has a value.
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
	return nil, "", fmt.Errorf("no array holds %T", first)
}

// typed returns the values as Ts, or as pointers when there is a nil among them.
func typed[T any](values []any) (any, error) {
	all, pointers, some := make([]T, len(values)), make([]*T, len(values)), false
	for i, v := range values {
		if v == nil {
			some = true
			continue
		}
		value, ok := v.(T)
		if !ok {
			return nil, fmt.Errorf("%T beside %T", v, value)
		}
		all[i], pointers[i] = value, &all[i]
	}
	if some {
		return pointers, nil
	}
	return all, nil
}

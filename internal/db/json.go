package db

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// JSON is a column with a document: TEXT in the table, T in Go.
type JSON[T any] struct{ V T }

// Scan parses the column's text.
func (j *JSON[T]) Scan(src any) error {
	switch text := src.(type) {
	case string:
		return json.Unmarshal([]byte(text), &j.V)
	case []byte:
		return json.Unmarshal(text, &j.V)
	}
	return fmt.Errorf("a document column is %T, not text", src)
}

// Value returns the column's text.
func (j JSON[T]) Value() (driver.Value, error) {
	text, err := json.Marshal(j.V)
	return string(text), err
}

// Plain converts a value to what a driver accepts: nil, a bool, an int64, a
// float64 or a string.
func Plain(v any) (any, error) { return driver.DefaultParameterConverter.ConvertValue(v) }

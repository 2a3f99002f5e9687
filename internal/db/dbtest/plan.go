package dbtest

import (
	"strings"
	"testing"

	"hawker/internal/db"
)

// Plan returns how the engine would run a query, a line for each step.
func Plan(t testing.TB, q db.Q, d db.Dialect, query string, args ...any) string {
	t.Helper()
	explain, into := "EXPLAIN ", []any{new(string)}
	if d == db.SQLite {
		explain, into = "EXPLAIN QUERY PLAN ", []any{new(int64), new(int64), new(int64), new(string)}
	}
	step, _ := into[len(into)-1].(*string)
	var steps []string
	err := db.Each(t.Context(), q, func(scan func(...any) error) error {
		err := scan(into...)
		steps = append(steps, *step)
		return err
	}, explain+query, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	return strings.Join(steps, "\n")
}

package verify

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/backup"
	"hawker/internal/db"
)

// checkEngine runs the engine's checks of its pages, indexes and references.
func checkEngine(ctx context.Context, q db.Q, d db.Dialect) ([]string, error) {
	if d == db.Postgres {
		return constraintsValid(ctx, q)
	}
	errors, err := db.Many[string](ctx, q, fmt.Sprintf(`PRAGMA integrity_check(%d)`, findings))
	if err != nil {
		return errors, err
	}
	if len(errors) == 1 && errors[0] == "ok" {
		errors = nil
	}
	dangling, err := danglingReferences(ctx, q)
	return append(errors, dangling...), err
}

func danglingReferences(ctx context.Context, q db.Q) ([]string, error) {
	type reference struct {
		Table  string
		Rowid  *int64
		Parent string
		Fkid   int64
	}
	rows, err := db.Many[reference](ctx, q, `PRAGMA foreign_key_check`)
	var found []string
	for _, r := range rows[:min(len(rows), findings)] {
		found = append(found, fmt.Sprintf("a row of %s refers to a missing row of %s", r.Table, r.Parent))
	}
	return found, err
}

// constraintsValid finds constraints that PostgreSQL does not enforce on existing rows.
func constraintsValid(ctx context.Context, q db.Q) ([]string, error) {
	return db.Many[string](ctx, q, `
		SELECT 'constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked'
		FROM pg_constraint WHERE NOT convalidated`)
}

// checkTables: every table that a backup copies exists.
func checkTables(ctx context.Context, q db.Q, d db.Dialect) ([]string, error) {
	query := `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	if d == db.SQLite {
		query = `SELECT name FROM sqlite_master WHERE type = 'table'`
	}
	there, err := db.Many[string](ctx, q, query)
	var missing []string
	for _, table := range backup.Tables() {
		if err == nil && !slices.Contains(there, table) {
			missing = append(missing, fmt.Sprintf("table %s is missing", table))
		}
	}
	return missing[:min(len(missing), findings)], err
}

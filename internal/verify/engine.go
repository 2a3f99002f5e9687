package verify

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/backup"
	"hawker/internal/db"
)

// engineIntegrity runs the checks of the engine on its own pages, indexes and
// references.
func engineIntegrity(ctx context.Context, q db.Q, d db.Dialect) ([]string, error) {
	if d == db.Postgres {
		return constraintsValid(ctx, q)
	}
	said, err := db.Many[string](ctx, q, fmt.Sprintf(`PRAGMA integrity_check(%d)`, findings))
	if err != nil {
		return said, err
	}
	if len(said) == 1 && said[0] == "ok" {
		said = nil
	}
	dangling, err := danglingReferences(ctx, q)
	return append(said, dangling...), err
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
		found = append(found, fmt.Sprintf("a row of %s refers to no row of %s", r.Table, r.Parent))
	}
	return found, err
}

// constraintsValid finds constraints that PostgreSQL does not enforce on existing rows.
func constraintsValid(ctx context.Context, q db.Q) ([]string, error) {
	return db.Many[string](ctx, q, `
		SELECT 'constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked'
		FROM pg_constraint WHERE NOT convalidated`)
}

// tablesThere reads a row of every table that a backup would copy.
func tablesThere(ctx context.Context, q db.Q, d db.Dialect) ([]string, error) {
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

package db

import (
	"context"
	"fmt"
)

// Lock locks names until the transaction ends: of those who lock the same name one
// goes on and the others wait. It guards what no single row stands for, such as a
// count. On SQLite the one writer has everything locked.
func Lock(ctx context.Context, tx *Tx, names ...string) error {
	if tx.Dialect != Postgres {
		return nil
	}
	// In one sequence for everybody, so that no two wait for each other.
	_, err := Exec(ctx, tx, `
		SELECT pg_advisory_xact_lock(key) FROM (
			SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key
		) AS keys`, names)
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

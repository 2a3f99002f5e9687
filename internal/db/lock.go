package db

import (
	"context"
	"fmt"
)

// Lock locks names until the transaction ends. Other transactions that lock one of
// these names wait. It protects what no single row represents, such as a count. On
// SQLite the one writer has locked everything.
func Lock(ctx context.Context, tx *Tx, names ...string) error {
	if tx.Dialect != Postgres {
		return nil
	}
	// Always in the same order, so that two transactions cannot deadlock.
	_, err := Exec(ctx, tx, `
		SELECT pg_advisory_xact_lock(key) FROM (
			SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key
		) AS keys`, names)
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

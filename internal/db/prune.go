package db

import (
	"context"
	"fmt"
)

// How many rows Prune deletes in one transaction, and in how many transactions of
// one call. The limits keep a call short, and other writers do not wait long.
const (
	pruneBatch  = 500
	mostBatches = 1000
)

// Prune deletes the rows of a table that match where, in many small transactions.
// The column in where should have an index.
func Prune(ctx context.Context, d *DB, table, where string, args ...any) error {
	row := d.Dialect.rowID()
	// The condition is there twice: a row may change between the SELECT and the DELETE.
	query := fmt.Sprintf(`DELETE FROM %s WHERE %s AND %s IN (SELECT %s FROM %s WHERE %s LIMIT %d)`,
		table, where, row, row, table, where, pruneBatch)
	for range mostBatches {
		var deleted int64
		err := InTx(ctx, d, func(tx *Tx) (err error) {
			deleted, err = Exec(ctx, tx, query, args...)
			return err
		})
		if err != nil {
			return fmt.Errorf("prune %s: %w", table, err)
		}
		if deleted < pruneBatch {
			return nil
		}
	}
	return nil
}

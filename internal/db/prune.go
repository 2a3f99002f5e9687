package db

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
)

// How many rows Prune and Clear change in one transaction, and in how many transactions of
// one call. The limits keep a call short, and other writers do not wait long.
const (
	pruneBatch = 500
	maxBatches = 1000
)

// Prune deletes the rows of a table that match where, in many small transactions.
// The column in where should have an index.
func Prune(ctx context.Context, d *DB, table, where string, args ...any) error {
	return prune(ctx, d, table, `DELETE FROM `+table, where, args)
}

// Clear is Prune for columns: set is what it writes into the rows that match where. They must
// not match any more then.
func Clear(ctx context.Context, d *DB, table, set, where string, args ...any) error {
	return prune(ctx, d, table, `UPDATE `+table+` SET `+set, where, args)
}

func prune(ctx context.Context, d *DB, table, change, where string, args []any) error {
	// Mostly no row is due. Then no other writer should wait for the search.
	due, err := One[bool](ctx, d.R, `SELECT EXISTS (SELECT 1 FROM `+table+` WHERE `+where+`)`, args...)
	if err != nil {
		return fmt.Errorf("prune %s: %w", table, err)
	}
	if !due {
		return nil
	}
	all, err := inBatches(ctx, d, maxBatches, table, change, where, args)
	if err != nil {
		return fmt.Errorf("prune %s: %w", table, err)
	}
	if !all {
		slog.WarnContext(ctx, "more rows are due to be pruned than one call may; the next call goes on", "table", table, "pruned", maxBatches*pruneBatch)
	}
	return nil
}

// inBatches changes the rows that match where, and returns false if some are left.
func inBatches(ctx context.Context, d *DB, limit int, table, change, where string, args []any) (all bool, err error) {
	row := d.Dialect.rowID()
	// The condition is there twice: a row may change between the SELECT and the change.
	query := change + ` WHERE ` + where + ` AND ` + row + ` IN (SELECT ` + row + ` FROM ` + table + ` WHERE ` + where + ` LIMIT ` + strconv.Itoa(pruneBatch) + `)`
	for range limit {
		var changed int64
		err := InTx(ctx, d, func(tx *Tx) (err error) {
			changed, err = Exec(ctx, tx, query, args...)
			return err
		})
		if err != nil {
			return false, err
		}
		if changed < pruneBatch {
			return true, nil
		}
	}
	return false, nil
}

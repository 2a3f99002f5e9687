package towndb

import (
	"context"
	"fmt"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// pending is the revision of the items and vehicles that a transaction has written, until
// revise. Nobody else sees it.
const pending int64 = -1

// revise takes the next revision of the catalogue, and sets it on what the transaction has
// written. It comes last: the revision stays locked until the commit, and whoever changes
// the hours of any store, or adds one, waits for it.
func revise(ctx context.Context, tx *db.Tx) error {
	revision, err := catalog.NextRevision(ctx, tx)
	if err != nil {
		return err
	}
	for _, table := range []string{itemTable.name, vehicleTable.name} {
		if _, err := db.Exec(ctx, tx, `UPDATE `+table+` SET revision = $1 WHERE revision = $2`, revision, pending); err != nil {
			return fmt.Errorf("stamp %s: %w", table, err)
		}
	}
	return nil
}

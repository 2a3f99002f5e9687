package catalog

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// NextRevision increases the revision of the catalogue and returns it. Code that writes
// zones, modules, tariffs, categories, stores, items, former slugs, offers or media calls
// it in that transaction, and sets items.revision of the items that it wrote. Other
// instances read the rows with a higher revision than their last.
//
// Only sales and ratings change without a revision: items.sold_count,
// stores.order_count, the rating sums and counts of both, and the units that offers
// have sold.
//
// It locks the counter until the transaction ends, so that revisions are committed in
// order. So call it last: everybody else who writes the catalogue waits.
func NextRevision(ctx context.Context, tx *db.Tx) (int64, error) {
	return raiseRevision(ctx, tx, 0)
}

// nextRevisionOfHours is NextRevision for a transaction that writes nothing of the catalogue
// but the hours of stores. Instances then read only those again.
func nextRevisionOfHours(ctx context.Context, tx *db.Tx) error {
	_, err := raiseRevision(ctx, tx, 1)
	return err
}

func raiseRevision(ctx context.Context, tx *db.Tx, hoursChanges int64) (int64, error) {
	revision, err := db.One[int64](ctx, tx, `
		INSERT INTO catalog_revision (id, revision, hours_changes) VALUES (1, 1, $1)
		ON CONFLICT (id) DO UPDATE SET revision = catalog_revision.revision + 1, hours_changes = catalog_revision.hours_changes + $1
		RETURNING revision`, hoursChanges)
	if err != nil {
		return 0, fmt.Errorf("raise the revision of the catalogue: %w", err)
	}
	return revision, nil
}

// revision counts how often the catalogue was written.
type revision struct {
	Total   int64
	OfHours int64 // how many of them wrote only the hours of stores
}

func readRevision(ctx context.Context, q db.Q) (revision, error) {
	r, err := db.One[revision](ctx, q, `
		SELECT COALESCE(MAX(revision), 0) AS total, COALESCE(MAX(hours_changes), 0) AS of_hours FROM catalog_revision`)
	if err != nil {
		return revision{}, fmt.Errorf("read the revision of the catalogue: %w", err)
	}
	return r, nil
}

// isOnlyHoursAfter reports whether nothing but hours was written since an earlier revision.
func (r revision) isOnlyHoursAfter(earlier revision) bool {
	return r.Total-r.OfHours == earlier.Total-earlier.OfHours
}

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
	revision, err := db.One[int64](ctx, tx, `
		INSERT INTO catalog_revision (id, revision) VALUES (1, 1)
		ON CONFLICT (id) DO UPDATE SET revision = catalog_revision.revision + 1 RETURNING revision`)
	if err != nil {
		return 0, fmt.Errorf("raise the revision of the catalogue: %w", err)
	}
	return revision, nil
}

package cart

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// maxOverviews bounds the list. There is one cart a module.
const maxOverviews = 20

// Overview is one of a shopper's carts in short.
type Overview struct {
	ModuleID   int64
	ModuleType string
	StoreID    int64
	StoreSlug  string
	StoreName  string
	Units      int64
}

// Overviews returns the shopper's carts of all modules that have lines, the one used
// last first. A cart of a store that is no longer active is left out: its link would
// lead nowhere.
func (s *Service) Overviews(ctx context.Context, shopperID int64) ([]Overview, error) {
	carts, err := db.Many[Overview](ctx, s.db.R, `
		SELECT c.module_id, m.module_type, c.store_id, s.slug AS store_slug, s.name AS store_name,
			CAST(SUM(l.quantity) AS BIGINT) AS units
		FROM carts c JOIN cart_lines l ON l.cart_id = c.id JOIN stores s ON s.id = c.store_id JOIN modules m ON m.id = c.module_id
		WHERE c.shopper_id = $1 AND s.active AND m.active
		GROUP BY c.id, c.updated_at, c.module_id, m.module_type, c.store_id, s.slug, s.name
		ORDER BY c.updated_at DESC, c.id DESC LIMIT $2`, shopperID, maxOverviews)
	if err != nil {
		return nil, fmt.Errorf("list carts: %w", err)
	}
	return carts, nil
}

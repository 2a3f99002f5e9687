package catalog

import (
	"context"
	"fmt"
)

// maxPaths bounds the sitemap.
const maxPaths = 400_000

// Paths lists the pages for search engines: stores, categories, and the items of
// ecommerce, which have pages of their own.
func (s *Service) Paths(ctx context.Context) ([]string, error) {
	paths, err := manyDelayed[string](ctx, s.db, `
		SELECT path FROM (
			SELECT 1 AS part, '/store/' || s.slug AS path
				FROM stores s JOIN modules m ON m.id = s.module_id AND m.active WHERE s.active
			UNION ALL
			SELECT 2, '/category/' || c.slug FROM categories c JOIN modules m ON m.id = c.module_id AND m.active WHERE NOT c.archived
			UNION ALL
			SELECT 3, '/product/' || i.slug
				FROM items i
				JOIN stores s ON s.id = i.store_id AND s.active
				JOIN modules m ON m.id = i.module_id AND m.active AND m.module_type = 'ecommerce'
				WHERE i.active
		) AS pages ORDER BY part, path LIMIT $1`, maxPaths)
	if err != nil {
		return nil, fmt.Errorf("list pages: %w", err)
	}
	return paths, nil
}

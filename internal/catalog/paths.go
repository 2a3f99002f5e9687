package catalog

import (
	"context"
	"fmt"
)

// maxPaths bounds the sitemap.
const maxPaths = 400_000

// Paths lists the pages for search engines: stores, categories, providers, vehicles, and
// the items of ecommerce, which have pages of their own. A category of vehicles has none: its
// address leads to the search.
func (s *Service) Paths(ctx context.Context) ([]string, error) {
	paths, err := manyDelayed[string](ctx, s.db, `
		WITH rented AS (
			SELECT v.slug, v.provider_id
				FROM vehicles v
				JOIN providers p ON p.id = v.provider_id AND NOT p.archived
				JOIN categories c ON c.id = v.category_id
				JOIN modules m ON m.id = c.module_id AND m.active
				WHERE NOT v.archived
		)
		SELECT path FROM (
			SELECT 1 AS part, '/store/' || s.slug AS path
				FROM stores s JOIN modules m ON m.id = s.module_id AND m.active WHERE s.active
			UNION ALL
			SELECT 2, '/category/' || c.slug
				FROM categories c JOIN modules m ON m.id = c.module_id AND m.active AND m.module_type <> 'rental' WHERE NOT c.archived
			UNION ALL
			SELECT 3, '/rental/provider-details/' || slug FROM providers WHERE id IN (SELECT provider_id FROM rented)
			UNION ALL
			SELECT 4, '/rental/vehicle-details/' || slug FROM rented
			UNION ALL
			SELECT 5, '/product/' || i.slug
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

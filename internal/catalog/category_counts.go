package catalog

import (
	"context"
	"fmt"

	"hawker/internal/catalog/index"
)

// CategoryCount is a category with the number of items in it and below it.
type CategoryCount struct {
	*Category
	Items    int
	Children []CategoryCount
}

// CountCategories counts the items of categories in the zones.
func (s *Service) CountCategories(ctx context.Context, directory *Directory, zones []int64, categories []*Category) ([]CategoryCount, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, fmt.Errorf("count the items of categories: %w", err)
	}
	counts := v.items.Counts()
	counted := make([]CategoryCount, 0, len(categories))
	for _, c := range categories {
		counted = append(counted, directory.countCategory(c, func(id int64) (n int) {
			for _, zone := range zones {
				n += counts[index.CategoryInZone{Category: id, Zone: zone}]
			}
			return n
		}))
	}
	return counted, nil
}

// countCategory adds up a category and those below it.
func (d *Directory) countCategory(c *Category, count func(id int64) int) CategoryCount {
	category := CategoryCount{Category: c, Items: count(c.ID), Children: []CategoryCount{}}
	for _, child := range d.Children(c.ModuleID, c.ID) {
		below := d.countCategory(child, count)
		category.Children = append(category.Children, below)
		category.Items += below.Items
	}
	return category
}

// CountStoreCategories returns the categories in which a store has items, in order,
// with their number.
func (s *Service) CountStoreCategories(ctx context.Context, directory *Directory, store *Store) ([]CategoryCount, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the categories of a store: %w", err)
	}
	items := v.items.CategoriesOf(store.ID)
	counted := []CategoryCount{}
	for _, c := range directory.categories.byModule[store.ModuleID] {
		if n := items[c.ID]; n > 0 {
			counted = append(counted, CategoryCount{Category: c, Items: n, Children: []CategoryCount{}})
		}
	}
	return counted, nil
}

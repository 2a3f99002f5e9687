package catalog

import (
	"context"
	"fmt"

	"hawker/internal/catalog/index"
)

// Shelf is a category with how many items it and those below it hold.
type Shelf struct {
	*Category
	Items    int
	Children []Shelf
}

// Shelves are categories with their counts in the zones, each with those below
// it.
func (s *Service) Shelves(ctx context.Context, town *Town, zones []int64, categories []*Category) ([]Shelf, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, fmt.Errorf("count the items of categories: %w", err)
	}
	counts := v.items.Counts()
	shelves := make([]Shelf, 0, len(categories))
	for _, c := range categories {
		shelves = append(shelves, town.shelf(c, func(id int64) (n int) {
			for _, zone := range zones {
				n += counts[index.Shelf{Category: id, Zone: zone}]
			}
			return n
		}))
	}
	return shelves, nil
}

// shelf adds up a category and those below it.
func (t *Town) shelf(c *Category, count func(id int64) int) Shelf {
	shelf := Shelf{Category: c, Items: count(c.ID), Children: []Shelf{}}
	for _, child := range t.Children(c.ModuleID, c.ID) {
		below := t.shelf(child, count)
		shelf.Children = append(shelf.Children, below)
		shelf.Items += below.Items
	}
	return shelf
}

// StoreShelves are the categories that have items in a store, in their order,
// with how many.
func (s *Service) StoreShelves(ctx context.Context, town *Town, store *Store) ([]Shelf, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the shelves of a store: %w", err)
	}
	items := v.items.ShelvesOf(store.ID)
	shelves := []Shelf{}
	for _, c := range town.categories.byModule[store.ModuleID] {
		if n := items[c.ID]; n > 0 {
			shelves = append(shelves, Shelf{Category: c, Items: n, Children: []Shelf{}})
		}
	}
	return shelves, nil
}

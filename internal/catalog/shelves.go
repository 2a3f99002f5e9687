package catalog

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// shelfCounts is how many items stand on a shelf in a zone, those on the
// shelves below it not counted.
type shelfCounts map[shelfKey]int

type shelfKey struct{ CategoryID, ZoneID int64 }

// Shelf is a category with how many items it and those below it hold.
type Shelf struct {
	*Category
	Items    int
	Children []Shelf
}

// Shelves are categories with their counts in the zones, each with those below
// it.
func (s *Service) Shelves(ctx context.Context, town *Town, zones []int64, categories []*Category) ([]Shelf, error) {
	counts, err := s.counts.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("count the items of categories: %w", err)
	}
	shelves := make([]Shelf, 0, len(categories))
	for _, c := range categories {
		shelves = append(shelves, town.shelf(c, func(id int64) (n int) {
			for _, zone := range zones {
				n += counts[shelfKey{id, zone}]
			}
			return n
		}))
	}
	return shelves, nil
}

func countShelves(ctx context.Context, q db.Q) (shelfCounts, error) {
	type row struct {
		CategoryID, ZoneID int64
		Items              int
	}
	rows, err := db.Many[row](ctx, q, `SELECT category_id, zone_id, COUNT(*) AS items FROM items WHERE active GROUP BY category_id, zone_id`)
	counts := make(shelfCounts, len(rows))
	for _, r := range rows {
		counts[shelfKey{r.CategoryID, r.ZoneID}] = r.Items
	}
	return counts, err
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
	type row struct {
		CategoryID int64
		Items      int
	}
	rows, err := db.Many[row](ctx, s.db.R, `
		SELECT category_id, COUNT(*) AS items FROM items WHERE store_id = $1 AND active GROUP BY category_id`, store.ID)
	if err != nil {
		return nil, fmt.Errorf("list the shelves of a store: %w", err)
	}
	items := make(map[int64]int, len(rows))
	for _, r := range rows {
		items[r.CategoryID] = r.Items
	}
	shelves := []Shelf{}
	for _, c := range town.categories.byModule[store.ModuleID] {
		if n := items[c.ID]; n > 0 {
			shelves = append(shelves, Shelf{Category: c, Items: n, Children: []Shelf{}})
		}
	}
	return shelves, nil
}

package catalog

import (
	"context"
	"fmt"

	"hawker/internal/catalog/index"
	"hawker/internal/db"
	"hawker/internal/hours"
)

// How many items are read at once: a statement should end soon, and what changed
// by more than that is read again as a whole.
const (
	itemsPerRead = 5000
	maxChanges   = 10_000
)

// indexColumns are the columns that the index needs.
const indexColumns = `id, store_id, zone_id, module_id, category_id, sale_price, created_at, sold_count, rating_sum, rating_count,
	available_from, available_to, veg, halal, organic, recommended, discount > 0, brand, search_text, active`

// readAllItems reads all items that are sold.
func readAllItems(ctx context.Context, q db.Q) ([]index.Item, error) {
	var all []index.Item
	last := int64(0)
	for {
		before := len(all)
		err := eachItem(ctx, q, func(i index.Item, _ bool) { all, last = append(all, i), i.ID },
			`SELECT `+indexColumns+` FROM items WHERE id > $1 AND active ORDER BY id LIMIT $2`, last, itemsPerRead)
		if err != nil {
			return nil, err
		}
		if len(all)-before < itemsPerRead {
			return all, nil
		}
	}
}

// readChangedItems reads the items of later revisions: those that are sold, and the ids
// of those that no longer are. It returns false when they are too many.
func readChangedItems(ctx context.Context, q db.Q, after int64) (changed []index.Item, gone []int64, ok bool, err error) {
	err = eachItem(ctx, q, func(i index.Item, active bool) {
		if active {
			changed = append(changed, i)
		} else {
			gone = append(gone, i.ID)
		}
	}, `SELECT `+indexColumns+` FROM items WHERE revision > $1 LIMIT $2`, after, maxChanges+1)
	return changed, gone, len(changed)+len(gone) <= maxChanges, err
}

func eachItem(ctx context.Context, q db.Q, take func(i index.Item, active bool), query string, args ...any) error {
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var i index.Item
		var ratings int64
		var from, to string
		var active bool
		var is [5]bool
		err := scan(&i.ID, &i.Store, &i.Zone, &i.Module, &i.Category, &i.Price, &i.Created, &i.Figures.Sold, &ratings, &i.Figures.RatingCount,
			&from, &to, &is[0], &is[1], &is[2], &is[3], &is[4], &i.Brand, &i.Text, &active)
		if err != nil {
			return err
		}
		i.Figures.Tenths = Tenths(ratings, i.Figures.RatingCount)
		w := window(from, to)
		i.From, i.To = minuteOf(w.From), minuteOf(w.To)
		for n, trait := range []index.Traits{index.Veg, index.Halal, index.Organic, index.Recommended, index.Discounted} {
			if is[n] {
				i.Traits |= trait
			}
		}
		take(i, active)
		return nil
	}, query, args...)
	if err != nil {
		return fmt.Errorf("read items: %w", err)
	}
	return nil
}

func minuteOf(t hours.TimeOfDay) int16 { return int16(t) }

// readItemFigures reads the figures of sales and ratings, from a narrow index.
func readItemFigures(ctx context.Context, q db.Q) ([]index.ItemFigures, error) {
	var all []index.ItemFigures
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var f index.ItemFigures
		var ratings int64
		if err := scan(&f.ID, &f.Sold, &ratings, &f.RatingCount); err != nil {
			return err
		}
		f.Tenths = Tenths(ratings, f.RatingCount)
		all = append(all, f)
		return nil
	}, `SELECT id, sold_count, rating_sum, rating_count FROM items WHERE active`)
	if err != nil {
		return nil, fmt.Errorf("read the figures of items: %w", err)
	}
	return all, nil
}

// storeFigures are the figures of sales and ratings of a store.
type storeFigures struct{ ID, OrderCount, RatingSum, RatingCount int64 }

func readStoreFigures(ctx context.Context, q db.Q) ([]storeFigures, error) {
	figures, err := db.Many[storeFigures](ctx, q, `SELECT id, order_count, rating_sum, rating_count FROM stores`)
	if err != nil {
		return nil, fmt.Errorf("read the figures of stores: %w", err)
	}
	return figures, nil
}

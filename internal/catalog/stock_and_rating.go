package catalog

import (
	"context"
	"fmt"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// stockAndRating is what orders and reviews change of an item. It changes without a
// revision, so lists cache it for a second only. Carts and orders read stock.Of in
// their own transaction.
type stockAndRating struct {
	stock                  stock.Levels // nil: not counted
	ratingSum, ratingCount int64
	flashSold              map[int64]int64 // by the id of the flash item
}

// bytes estimates the memory that it takes.
func (t stockAndRating) bytes() int {
	const row, pool = 128, 64
	return row + pool*(len(t.stock)+len(t.flashSold))
}

// readTrade reads stock and ratings of items, and of those in a flash sale how many
// units are sold there: one statement, or two.
func readTrade(ctx context.Context, q db.Q, directory *Directory, ids []int64) (map[int64]stockAndRating, error) {
	found, err := readStockAndRatings(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	var inSale []int64
	for _, id := range ids {
		if directory.offers.HasFlash(id) {
			inSale = append(inSale, id)
		}
	}
	sold, err := offer.Sold(ctx, q, inSale)
	for id, units := range sold {
		t := found[id]
		t.flashSold = units
		found[id] = t
	}
	return found, err
}

// readStockAndRatings reads stock and ratings of items with one statement.
func readStockAndRatings(ctx context.Context, q db.Q, ids []int64) (map[int64]stockAndRating, error) {
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("i.id", "i.rating_sum", "i.rating_count", "COALESCE(s.variation, '')", "s.quantity")
	b.From("items i" + stock.JoinItems).Where(b.In("i.id", sqlbuilder.List(ids)))
	query, args := b.Build()
	found := make(map[int64]stockAndRating, len(ids))
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var id int64
		var t stockAndRating
		var variation string
		var left *int64 // nil: not counted
		if err := scan(&id, &t.ratingSum, &t.ratingCount, &variation, &left); err != nil {
			return err
		}
		if left != nil {
			if t.stock = found[id].stock; t.stock == nil {
				t.stock = stock.Levels{}
			}
			t.stock[variation] = *left
		}
		found[id] = t
		return nil
	}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read stock and ratings: %w", err)
	}
	return found, nil
}

package catalog

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// ReviewPage is one page of reviews, the newest first.
type ReviewPage struct {
	Total   int
	Reviews []Review
}

// StoreReviews lists the reviews of a store and of its items (BRW-04).
func (s *Service) StoreReviews(ctx context.Context, idOrSlug string, p Paging) (ReviewPage, error) {
	directory, err := s.Directory(ctx)
	if err != nil {
		return ReviewPage{}, err
	}
	store, err := directory.Store(idOrSlug)
	if err != nil {
		return ReviewPage{}, err
	}
	return s.reviews(ctx, store, "r.store_id", store.ID, p)
}

// ItemReviews lists the reviews of an item (ITEM-12).
func (s *Service) ItemReviews(ctx context.Context, idOrSlug string, p Paging) (ReviewPage, error) {
	found, err := s.Item(ctx, idOrSlug)
	if err != nil {
		return ReviewPage{}, err
	}
	item := found.Items[0]
	return s.reviews(ctx, found.Directory.StoreOf(item), "r.item_id", item.ID, p)
}

// reviews reads a page of the reviews in whose column the id is. A store whose plan has
// no reviews shows none (ITEM-12).
func (s *Service) reviews(ctx context.Context, store *Store, column string, id int64, p Paging) (ReviewPage, error) {
	if !store.ReviewsEnabled {
		return ReviewPage{}, errs.New(errs.Forbidden, "this store is not having any review plan")
	}
	rows, err := db.Many[Review](ctx, s.db.R, `
		SELECT r.id, r.author, r.rating, r.body, r.reply, COALESCE(i.name, '') AS item_name, r.created_at
		FROM reviews r LEFT JOIN items i ON i.id = r.item_id
		WHERE `+column+` = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`, id, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return ReviewPage{}, fmt.Errorf("list reviews: %w", err)
	}
	total, err := db.One[int](ctx, s.db.R, `SELECT COUNT(*) FROM reviews r WHERE `+column+` = $1`, id)
	if err != nil {
		return ReviewPage{}, fmt.Errorf("count reviews: %w", err)
	}
	return ReviewPage{Total: total, Reviews: rows}, nil
}

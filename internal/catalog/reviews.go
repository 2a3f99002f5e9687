package catalog

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// ErrNoReviewPlan is returned for a store whose plan has no reviews. The sentence is
// prescribed (ITEM-12).
var ErrNoReviewPlan = errs.New(errs.Forbidden, "this store is not having any review plan")

// ReviewPage is one page of reviews, the newest first.
type ReviewPage struct {
	Total   int
	Stars   [5]int // how many reviews have one star, two stars and so on
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
	return s.reviews(ctx, store, "store_id", store.ID, p)
}

// ItemReviews lists the reviews of an item (ITEM-12).
func (s *Service) ItemReviews(ctx context.Context, idOrSlug string, p Paging) (ReviewPage, error) {
	found, err := s.Item(ctx, idOrSlug)
	if err != nil {
		return ReviewPage{}, err
	}
	item := found.Items[0]
	return s.reviews(ctx, found.Directory.StoreOf(item), "item_id", item.ID, p)
}

// reviews reads a page of the reviews in whose column the id is. A store whose plan has
// no reviews shows none (ITEM-12).
func (s *Service) reviews(ctx context.Context, store *Store, column string, id int64, p Paging) (ReviewPage, error) {
	if !store.ReviewsEnabled {
		return ReviewPage{}, ErrNoReviewPlan
	}
	page, err := s.countReviews(ctx, column, id)
	if err != nil {
		return ReviewPage{}, err
	}
	page.Reviews, err = db.Many[Review](ctx, s.db.R, `
		SELECT r.id, r.author, r.rating, r.body, r.reply, r.replied_at, r.images, r.pictures, COALESCE(i.name, '') AS item_name, r.created_at
		FROM reviews r LEFT JOIN items i ON i.id = r.item_id
		WHERE r.`+column+` = $1 AND r.hidden_at IS NULL AND r.rider_id IS NULL
		ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`, id, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return ReviewPage{}, fmt.Errorf("list reviews: %w", err)
	}
	return page, nil
}

// countReviews reads how many reviews there are and how many stars they have, from counts
// that are kept: a store may have a million reviews.
func (s *Service) countReviews(ctx context.Context, column string, id int64) (ReviewPage, error) {
	counts, err := db.Many[struct{ Rating, Reviews int }](ctx, s.db.R, `
		SELECT rating, CAST(SUM(reviews) AS BIGINT) AS reviews FROM review_counts WHERE `+column+` = $1 GROUP BY rating`, id)
	if err != nil {
		return ReviewPage{}, fmt.Errorf("count reviews: %w", err)
	}
	var page ReviewPage
	for _, c := range counts {
		page.Stars[c.Rating-1] = c.Reviews
		page.Total += c.Reviews
	}
	return page, nil
}

package vehicle

import (
	"context"
	"fmt"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// Review is a review of a vehicle (RNT-04).
type Review struct {
	ID        int64
	Vehicle   string // its name
	Author    string // empty: of a deleted account
	Rating    int
	Body      string
	Reply     string            // of the provider; empty: none
	RepliedAt *int64            // Unix milliseconds; nil: no reply, or no time of it
	Pictures  db.JSON[[]string] // picture keys
	Images    db.JSON[[]string] // keys of uploads
	CreatedAt int64             // Unix milliseconds
}

// ReviewPage is one page of reviews, the newest first.
type ReviewPage struct {
	Total   int
	Stars   [5]int // how many reviews have one star, two stars and so on
	Reviews []Review
}

// Reviews lists the reviews of a vehicle, by its id or slug.
func (s *Service) Reviews(ctx context.Context, idOrSlug string, p catalog.Paging) (ReviewPage, error) {
	v, err := s.Vehicle(ctx, idOrSlug)
	if err != nil {
		return ReviewPage{}, err
	}
	return readReviews(ctx, s.db.R, "vehicle_id", v.ID, p)
}

// ProviderReviews lists the reviews of a provider's vehicles, by the provider's id or slug.
func (s *Service) ProviderReviews(ctx context.Context, idOrSlug string, p catalog.Paging) (ReviewPage, error) {
	owner, err := s.Provider(ctx, idOrSlug)
	if err != nil {
		return ReviewPage{}, err
	}
	return readReviews(ctx, s.db.R, "provider_id", owner.ID, p)
}

// readReviews reads a page of the shown reviews in whose column the id is.
func readReviews(ctx context.Context, q db.Q, column string, id int64, p catalog.Paging) (page ReviewPage, err error) {
	counts, err := db.Many[struct{ Rating, Reviews int }](ctx, q, `SELECT rating, COUNT(*) AS reviews FROM vehicle_reviews WHERE `+column+` = $1 AND hidden_at IS NULL GROUP BY rating`, id)
	if err != nil {
		return page, fmt.Errorf("count the reviews of vehicles: %w", err)
	}
	for _, c := range counts {
		page.Stars[c.Rating-1] = c.Reviews
		page.Total += c.Reviews
	}
	page.Reviews, err = db.Many[Review](ctx, q, `
		SELECT r.id, v.name AS vehicle, r.author, r.rating, r.body, r.reply, r.replied_at, r.pictures, r.images, r.created_at
		FROM vehicle_reviews r JOIN vehicles v ON v.id = r.vehicle_id
		WHERE r.`+column+` = $1 AND r.hidden_at IS NULL ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`, id, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return page, fmt.Errorf("list the reviews of vehicles: %w", err)
	}
	return page, nil
}

package api

import (
	"context"
	"time"

	"hawker/internal/catalog"
)

func (s *Server) listItemReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := s.Catalog.ItemReviews(ctx, in.ID, in.paging())
	return viewReviews(page, in.Page), err
}

func (s *Server) listStoreReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := s.Catalog.StoreReviews(ctx, in.ID, in.paging())
	return viewReviews(page, in.Page), err
}

func viewReviews(page catalog.ReviewPage, p Page) *reviewsOutput {
	out := &reviewsOutput{}
	out.Body.Paged, out.Body.Reviews = p.of(page.Total), make([]reviewView, len(page.Reviews))
	for n, r := range page.Reviews {
		out.Body.Reviews[n] = reviewView{
			ID: r.ID, Author: r.Author, Rating: r.Rating, Comment: r.Body, Reply: r.Reply, ItemName: r.ItemName,
			CreatedAt: moment(time.UnixMilli(r.CreatedAt)),
		}
	}
	return out
}

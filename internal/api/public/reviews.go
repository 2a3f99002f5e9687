package public

import (
	"context"
	"time"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerReviews(a huma.API) {
	call.Get(a, "listItemReviews", "/items/{id}/reviews", h.listItemReviews)
	call.Get(a, "listStoreReviews", "/stores/{id}/reviews", h.listStoreReviews)
}

type reviewView struct {
	ID        int64  `json:"id"`
	Author    string `json:"customer_name"`
	Rating    int    `json:"rating"`
	Comment   string `json:"comment"`
	Reply     string `json:"reply"`
	ItemName  string `json:"item_name"`
	CreatedAt string `json:"created_at"`
}

type reviewsInput struct {
	ByID
	call.Page
}

type reviewsOutput struct {
	Body struct {
		call.Paged
		Reviews []reviewView `json:"reviews"`
	}
}

func (h *Handlers) listItemReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := h.Catalog.ItemReviews(ctx, in.ID, in.Paging())
	return viewReviews(page, in.Page), err
}

func (h *Handlers) listStoreReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := h.Catalog.StoreReviews(ctx, in.ID, in.Paging())
	return viewReviews(page, in.Page), err
}

func viewReviews(page catalog.ReviewPage, p call.Page) *reviewsOutput {
	out := &reviewsOutput{}
	out.Body.Paged, out.Body.Reviews = p.Of(page.Total), make([]reviewView, len(page.Reviews))
	for n, r := range page.Reviews {
		out.Body.Reviews[n] = reviewView{
			ID: r.ID, Author: r.Author, Rating: r.Rating, Comment: r.Body, Reply: r.Reply, ItemName: r.ItemName,
			CreatedAt: view.Time(time.UnixMilli(r.CreatedAt)),
		}
	}
	return out
}

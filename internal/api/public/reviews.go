package public

import (
	"context"
	"net/http"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerReviews(a huma.API) {
	call.Get(a, "listItemReviews", "/items/{id}/reviews", h.listItemReviews)
	call.Get(a, "listStoreReviews", "/stores/{id}/reviews", h.listStoreReviews)
	huma.Register(a, huma.Operation{
		OperationID: "getReviewImage", Method: http.MethodGet, Path: view.ReviewImagePath, Responses: view.ImageResponse,
	}, h.getReviewImage)
}

type reviewView struct {
	ID        int64                  `json:"id"`
	Author    string                 `json:"customer_name" doc:"Empty: the account was deleted."`
	Rating    int                    `json:"rating"`
	Comment   string                 `json:"comment"`
	Images    []view.ReviewImageView `json:"images" doc:"At most 3."`
	Reply     string                 `json:"reply"`
	RepliedAt string                 `json:"replied_at,omitempty" doc:"RFC 3339."`
	ItemName  string                 `json:"item_name" doc:"Name of the item or the vehicle; empty: the review is about the store itself."`
	CreatedAt string                 `json:"created_at"`
}

type reviewsInput struct {
	ByID
	call.Page
}

type reviewsOutput struct {
	Body struct {
		call.Paged
		Stars   []int        `json:"stars" doc:"Five numbers: how many reviews have one star, two stars and so on."`
		Reviews []reviewView `json:"reviews"`
	}
}

func (h *Handlers) listItemReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := h.Catalog.ItemReviews(ctx, in.ID, in.Paging())
	if err != nil {
		return nil, err
	}
	return h.viewReviews(ctx, page, in.Page)
}

func (h *Handlers) listStoreReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := h.Catalog.StoreReviews(ctx, in.ID, in.Paging())
	if err != nil {
		return nil, err
	}
	return h.viewReviews(ctx, page, in.Page)
}

func (h *Handlers) viewReviews(ctx context.Context, page catalog.ReviewPage, p call.Page) (*reviewsOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	out := &reviewsOutput{}
	out.Body.Paged, out.Body.Stars, out.Body.Reviews = p.Of(page.Total), page.Stars[:], make([]reviewView, len(page.Reviews))
	for n, r := range page.Reviews {
		v := reviewView{
			ID: r.ID, Author: r.Author, Rating: r.Rating, Comment: r.Body, Reply: r.Reply, ItemName: r.ItemName,
			Images: view.ReviewImages(directory, call.Prefix, r.Pictures.V, r.Images.V), CreatedAt: view.UnixMilli(r.CreatedAt),
		}
		if r.RepliedAt != nil && r.Reply != "" {
			v.RepliedAt = view.UnixMilli(*r.RepliedAt)
		}
		out.Body.Reviews[n] = v
	}
	return out, nil
}

type reviewImageInput struct {
	call.Scope
	ID    string `path:"id" maxLength:"80"`
	Small bool   `query:"small" doc:"Returns a form that is at most 480 pixels wide and high."`
}

// reviewImageAge is how long a browser may show an image without asking again. It is
// short, because a review may be hidden.
const reviewImageAge = "private, max-age=300"

// getReviewImage returns an image of a review that everybody may read. The images of a
// hidden review are private again.
func (h *Handlers) getReviewImage(ctx context.Context, in *reviewImageInput) (*huma.StreamResponse, error) {
	content, err := h.Uploads.OpenPublic(ctx, in.ID, in.Small, h.Reviews.IsImagePublic)
	if err != nil {
		return nil, err
	}
	return view.Image(content, reviewImageAge), nil
}

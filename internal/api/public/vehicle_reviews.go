package public

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/vehicle"
)

func (h *Handlers) registerVehicleReviews(a huma.API) {
	call.Get(a, "listVehicleReviews", "/rental/vehicles/{id}/reviews", h.listVehicleReviews)
	call.Get(a, "listProviderReviews", "/rental/providers/{id}/reviews", h.listProviderReviews)
}

func (h *Handlers) listVehicleReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := h.Vehicles.Reviews(ctx, in.ID, in.Paging())
	if err != nil {
		return nil, err
	}
	return h.viewVehicleReviews(ctx, page, in.Page)
}

// listProviderReviews lists the reviews of all vehicles of a provider.
func (h *Handlers) listProviderReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	page, err := h.Vehicles.ProviderReviews(ctx, in.ID, in.Paging())
	if err != nil {
		return nil, err
	}
	return h.viewVehicleReviews(ctx, page, in.Page)
}

func (h *Handlers) viewVehicleReviews(ctx context.Context, page vehicle.ReviewPage, p call.Page) (*reviewsOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	out := &reviewsOutput{}
	out.Body.Paged, out.Body.Stars, out.Body.Reviews = p.Of(page.Total), page.Stars[:], make([]reviewView, len(page.Reviews))
	for n, r := range page.Reviews {
		v := reviewView{
			ID: r.ID, Author: r.Author, Rating: r.Rating, Comment: r.Body, Reply: r.Reply, ItemName: r.Vehicle,
			Images: view.ReviewImages(directory, call.Prefix, r.Pictures.V, r.Images.V), CreatedAt: view.UnixMilli(r.CreatedAt),
		}
		if r.RepliedAt != nil && r.Reply != "" {
			v.RepliedAt = view.UnixMilli(*r.RepliedAt)
		}
		out.Body.Reviews[n] = v
	}
	return out, nil
}

package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/review"
)

func (h *Handlers) registerVehicleReviews(a huma.API) {
	huma.Register(a, by(call.ProviderVendors, "listVendorVehicleReviews", http.MethodGet, "/vendor/vehicle-reviews"), h.listVendorVehicleReviews)
	huma.Register(a, by(call.ProviderVendors, "putVendorVehicleReply", http.MethodPut, "/vendor/vehicle-reviews/{id}/reply"), h.putVehicleReply)
	huma.Register(a, by(call.Admins, "listAdminVehicleReviews", http.MethodGet, "/admin/vehicle-reviews"), h.listVehicleReviews)
	huma.Register(a, by(call.Admins, "putVehicleReviewHidden", http.MethodPut, "/admin/vehicle-reviews/{id}/hidden"), h.putVehicleHidden)
}

// staffVehicleReview is a review of a vehicle as vendors and admins see it.
type staffVehicleReview struct {
	ID           int64                  `json:"id"`
	TripID       int64                  `json:"trip_id,omitempty" doc:"Absent: the review is from the town folder."`
	VehicleID    int64                  `json:"vehicle_id"`
	VehicleName  string                 `json:"vehicle_name"`
	ProviderID   int64                  `json:"provider_id"`
	ProviderName string                 `json:"provider_name"`
	Author       string                 `json:"customer_name" doc:"Empty: the account was deleted."`
	Rating       int                    `json:"rating"`
	Comment      string                 `json:"comment"`
	Images       []view.ReviewImageView `json:"images" doc:"The images of a hidden review can be read with getAdminUpload."`
	Reply        string                 `json:"reply"`
	RepliedAt    string                 `json:"replied_at,omitempty" doc:"RFC 3339."`
	Hidden       bool                   `json:"hidden"`
	CreatedAt    string                 `json:"created_at" doc:"RFC 3339."`
}

type vehicleReviewsInput struct {
	call.Scope
	call.Page
	Hidden bool `query:"hidden" doc:"True: only hidden reviews. False: only reviews that are shown."`
}

type vehicleReviewsOutput struct {
	Body struct {
		call.Paged
		Reviews []staffVehicleReview `json:"reviews" doc:"The newest first."`
	}
}

type vehicleReviewOutput struct{ Body staffVehicleReview }

// listVehicleReviews returns the reviews of the vehicles of all providers (RNT-04).
func (h *Handlers) listVehicleReviews(ctx context.Context, in *vehicleReviewsInput) (*vehicleReviewsOutput, error) {
	return h.vehicleReviews(ctx, review.VehicleFilter{Hidden: in.Hidden}, in.Page)
}

// listVendorVehicleReviews returns the reviews of the vehicles of the vendor's provider.
func (h *Handlers) listVendorVehicleReviews(ctx context.Context, in *vendorReviewsInput) (*vehicleReviewsOutput, error) {
	return h.vehicleReviews(ctx, review.VehicleFilter{ProviderID: tripStaff(ctx).ProviderID, Unanswered: in.State == "unanswered"}, in.Page)
}

func (h *Handlers) vehicleReviews(ctx context.Context, f review.VehicleFilter, p call.Page) (*vehicleReviewsOutput, error) {
	all, total, err := h.Reviews.ListVehicles(ctx, f, p.Paging())
	if err != nil {
		return nil, err
	}
	out := new(vehicleReviewsOutput)
	out.Body.Paged = p.Of(total)
	out.Body.Reviews, err = h.viewVehicleReviews(ctx, all)
	return out, err
}

// putVehicleHidden hides a review of a vehicle, or shows it again.
func (h *Handlers) putVehicleHidden(ctx context.Context, in *putHiddenInput) (*vehicleReviewOutput, error) {
	r, err := h.Reviews.SetVehicleHidden(ctx, who(ctx).ID, in.ID, in.Body.Hidden)
	return h.vehicleReviewResponse(ctx, r, err)
}

// putVehicleReply writes the provider's reply, or edits it.
func (h *Handlers) putVehicleReply(ctx context.Context, in *putReplyInput) (*vehicleReviewOutput, error) {
	r, err := h.Reviews.ReplyToVehicle(ctx, tripStaff(ctx).ProviderID, in.ID, review.NewReply{StaffID: who(ctx).ID, Text: in.Body.Reply, Seen: in.Body.Seen})
	return h.vehicleReviewResponse(ctx, r, err)
}

func (h *Handlers) vehicleReviewResponse(ctx context.Context, r review.VehicleReview, err error) (*vehicleReviewOutput, error) {
	if err != nil {
		return nil, err
	}
	views, err := h.viewVehicleReviews(ctx, []review.VehicleReview{r})
	if err != nil {
		return nil, err
	}
	return &vehicleReviewOutput{Body: views[0]}, nil
}

func (h *Handlers) viewVehicleReviews(ctx context.Context, reviews []review.VehicleReview) ([]staffVehicleReview, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]staffVehicleReview, len(reviews))
	for n, r := range reviews {
		views[n] = staffVehicleReview{
			ID: r.ID, VehicleID: r.VehicleID, VehicleName: r.Vehicle, ProviderID: r.ProviderID, ProviderName: r.Provider, Author: r.Author, Rating: r.Rating, Comment: r.Body,
			Images: view.ReviewImages(directory, call.Prefix, r.Pictures.V, r.Images.V), Reply: r.Reply, Hidden: r.HiddenAt != nil, CreatedAt: view.UnixMilli(r.CreatedAt),
		}
		if r.Reply != "" {
			views[n].RepliedAt = view.OptionalTime(r.RepliedAt)
		}
		if r.TripID != nil {
			views[n].TripID = *r.TripID
		}
	}
	return views, nil
}

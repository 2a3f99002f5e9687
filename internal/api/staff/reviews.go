package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/review"
)

func (h *Handlers) registerReviews(a huma.API) {
	huma.Register(a, by(call.Vendors, "listVendorReviews", http.MethodGet, "/vendor/reviews"), h.listVendorReviews)
	huma.Register(a, by(call.Vendors, "putVendorReply", http.MethodPut, "/vendor/reviews/{id}/reply"), h.putReply)
	huma.Register(a, by(call.Admins, "listAdminReviews", http.MethodGet, "/admin/reviews"), h.listAdminReviews)
	huma.Register(a, by(call.Admins, "putReviewHidden", http.MethodPut, "/admin/reviews/{id}/hidden"), h.putHidden)
}

// staffReviewView is a review as vendors and admins see it.
type staffReviewView struct {
	ID        int64                  `json:"id"`
	Of        string                 `json:"of" enum:"item,store,rider" doc:"Reviews of riders are for admins only."`
	StoreID   int64                  `json:"store_id" doc:"0: the review is about the rider of a parcel."`
	StoreName string                 `json:"store_name"`
	OrderID   int64                  `json:"order_id,omitempty" doc:"Absent: the review is from the town folder."`
	ItemName  string                 `json:"item_name"`
	Author    string                 `json:"customer_name" doc:"Empty: the account was deleted."`
	Rating    int                    `json:"rating"`
	Comment   string                 `json:"comment"`
	Images    []view.ReviewImageView `json:"images" doc:"The images of a hidden review can be read with getAdminUpload."`
	Reply     string                 `json:"reply"`
	RepliedAt string                 `json:"replied_at,omitempty" doc:"RFC 3339."`
	Hidden    bool                   `json:"hidden"`
	CreatedAt string                 `json:"created_at" doc:"RFC 3339."`
}

type staffReviewsOutput struct {
	Body struct {
		call.Paged
		Reviews []staffReviewView `json:"reviews" doc:"The newest first."`
	}
}

type staffReviewOutput struct{ Body staffReviewView }

type vendorReviewsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"unanswered,all" default:"all"`
}

type adminReviewsInput struct {
	call.Scope
	call.Page
	StoreID int64 `query:"store_id" minimum:"1" doc:"Only reviews of this store and its items."`
	Hidden  bool  `query:"hidden" doc:"True: only hidden reviews. False: only reviews that are shown."`
}

type putReplyInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Reply string  `json:"reply" minLength:"1" maxLength:"1000"`
		Seen  *string `json:"seen,omitempty" maxLength:"1000" doc:"The reply that the caller has seen; empty: none. If somebody else has changed it since, the call is refused with conflict."`
	}
}

type putHiddenInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Hidden bool `json:"hidden" doc:"True: only its author and the admins see the review, and its stars do not count."`
	}
}

// listVendorReviews returns the reviews of the vendor's store and its items.
func (h *Handlers) listVendorReviews(ctx context.Context, in *vendorReviewsInput) (*staffReviewsOutput, error) {
	return h.listReviews(ctx, review.Filter{StoreID: who(ctx).StoreID, Unanswered: in.State == "unanswered"}, in.Page)
}

// listAdminReviews returns the reviews of all stores, and of riders.
func (h *Handlers) listAdminReviews(ctx context.Context, in *adminReviewsInput) (*staffReviewsOutput, error) {
	return h.listReviews(ctx, review.Filter{StoreID: in.StoreID, Hidden: in.Hidden, Riders: true}, in.Page)
}

func (h *Handlers) listReviews(ctx context.Context, f review.Filter, p call.Page) (*staffReviewsOutput, error) {
	page, err := h.Reviews.List(ctx, f, p.Paging())
	if err != nil {
		return nil, err
	}
	out := new(staffReviewsOutput)
	out.Body.Paged = p.Of(page.Total)
	out.Body.Reviews, err = h.viewReviews(ctx, page.Reviews)
	return out, err
}

// putReply writes the store's reply, or edits it.
func (h *Handlers) putReply(ctx context.Context, in *putReplyInput) (*staffReviewOutput, error) {
	me := who(ctx)
	return h.reviewResponse(ctx)(h.Reviews.Reply(ctx, me.StoreID, in.ID, review.NewReply{StaffID: me.ID, Text: in.Body.Reply, Seen: in.Body.Seen}))
}

// putHidden hides a review, or shows it again.
func (h *Handlers) putHidden(ctx context.Context, in *putHiddenInput) (*staffReviewOutput, error) {
	return h.reviewResponse(ctx)(h.Reviews.SetHidden(ctx, who(ctx).ID, in.ID, in.Body.Hidden))
}

func (h *Handlers) reviewResponse(ctx context.Context) func(review.Review, error) (*staffReviewOutput, error) {
	return func(r review.Review, err error) (*staffReviewOutput, error) {
		if err != nil {
			return nil, err
		}
		views, err := h.viewReviews(ctx, []review.Review{r})
		if err != nil {
			return nil, err
		}
		return &staffReviewOutput{Body: views[0]}, nil
	}
}

func (h *Handlers) viewReviews(ctx context.Context, reviews []review.Review) ([]staffReviewView, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]staffReviewView, len(reviews))
	for n, r := range reviews {
		of := new(catalog.Store) // of the rider of a parcel there is none
		if r.StoreID != 0 {
			if of, err = h.Orders.Store(ctx, directory, order.Seller{StoreID: r.StoreID}); err != nil {
				return nil, err
			}
		}
		v := staffReviewView{
			ID: r.ID, Of: "store", StoreID: r.StoreID, StoreName: of.Name, ItemName: r.ItemName, Author: r.Author, Rating: r.Rating, Comment: r.Body, Reply: r.Reply,
			Images: view.ReviewImages(directory, call.Prefix, r.Pictures.V, r.Images.V), Hidden: r.HiddenAt != nil, CreatedAt: view.UnixMilli(r.CreatedAt),
		}
		switch {
		case r.ItemID != nil:
			v.Of = "item"
		case r.RiderID != nil:
			v.Of = "rider"
		}
		if r.OrderID != nil {
			v.OrderID = *r.OrderID
		}
		if r.Reply != "" {
			v.RepliedAt = view.OptionalTime(r.RepliedAt)
		}
		views[n] = v
	}
	return views, nil
}

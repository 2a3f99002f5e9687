package renting

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/purchase"
	"hawker/internal/review"
	"hawker/internal/trip"
)

func (h *Handlers) registerTripReviews(a huma.API) {
	huma.Register(a, call.ByCustomers("postTripReviews", http.MethodPost, "/rental/trips/{id}/reviews"), h.postTripReviews)
}

type vehicleOpinion struct {
	VehicleID int64 `json:"vehicle_id" minimum:"1"`
	call.OpinionBody
}

type postTripReviewsInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1" doc:"The trip's id."`
	Body struct {
		Vehicles []vehicleOpinion `json:"vehicles" maxItems:"500"`
	}
}

// tripReviewView is what the customer has said about the vehicles of a trip, and what they
// still can.
type tripReviewView struct {
	Given    []givenVehicleReview `json:"given" doc:"The reviews that were given, the oldest first."`
	Vehicles []int64              `json:"vehicles" doc:"Ids of vehicles that are not reviewed yet."`
}

type givenVehicleReview struct {
	ID        int64    `json:"id"`
	VehicleID int64    `json:"vehicle_id"`
	Rating    int      `json:"rating"`
	Comment   string   `json:"comment"`
	Images    []string `json:"images" doc:"Ids of uploads."`
	Reply     string   `json:"reply" doc:"What the provider replied."`
	CreatedAt string   `json:"created_at" doc:"RFC 3339."`
}

// postTripReviews stores reviews of the vehicles of a completed trip (RNT-11). The same
// request again has the same response.
func (h *Handlers) postTripReviews(ctx context.Context, in *postTripReviewsInput) (*tripOutput, error) {
	me := call.Session(ctx).ShopperID
	r := review.TripRequest{TripID: in.ID, ShopperID: me}
	for _, v := range in.Body.Vehicles {
		o := call.ReadOpinion(&v.OpinionBody)
		o.ID = v.VehicleID
		r.Vehicles = append(r.Vehicles, *o)
	}
	if err := h.Reviews.AddToTrip(ctx, r); err != nil {
		return nil, err
	}
	found, err := h.Trips.Find(ctx, in.ID, purchase.Owner{ShopperID: me})
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, found)
	return &tripOutput{Body: v}, err
}

// tripReviews returns what the customer who asks has said about trips of theirs, by trip.
// Trips of anybody else, and those that are not completed, have none.
func (h *Handlers) tripReviews(ctx context.Context, trips []trip.Details) (map[int64]*tripReviewView, error) {
	me := call.Session(ctx).ShopperID
	var own []trip.Details
	var ids []int64
	for _, d := range trips {
		if d.ShopperID == me && review.WasCompleted(d.Status) {
			own, ids = append(own, d), append(ids, d.ID)
		}
	}
	given, err := h.Reviews.OfTrips(ctx, ids...)
	if err != nil {
		return nil, err
	}
	views := map[int64]*tripReviewView{}
	for _, d := range own {
		v := &tripReviewView{Given: []givenVehicleReview{}, Vehicles: review.VehiclesLeft(d, given[d.ID])}
		for _, r := range given[d.ID] {
			v.Given = append(v.Given, givenVehicleReview{
				ID: r.ID, VehicleID: r.VehicleID, Rating: r.Rating, Comment: r.Body, Images: view.NonNil(r.Images.V), Reply: r.Reply, CreatedAt: view.UnixMilli(r.CreatedAt),
			})
		}
		views[d.ID] = v
	}
	return views, nil
}

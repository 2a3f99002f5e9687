package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/orderhistory"
	"hawker/internal/review"
)

func (h *Handlers) registerReviews(a huma.API) {
	huma.Register(a, call.ByCustomers("postReviews", http.MethodPost, "/orders/{id}/reviews"), h.postReviews)
}

// riderOpinion has no images, because nobody but admins reads it.
type riderOpinion struct {
	Rating  int    `json:"rating" minimum:"1" maximum:"5" doc:"Number of stars."`
	Comment string `json:"comment,omitempty" maxLength:"1000" doc:"Only the admins see it."`
}

type itemOpinion struct {
	ItemID int64 `json:"item_id" minimum:"1"`
	call.OpinionBody
}

type postReviewsInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1" doc:"The order's id."`
	Body struct {
		Items []itemOpinion     `json:"items,omitempty" maxItems:"500"`
		Store *call.OpinionBody `json:"store,omitempty"`
		Rider *riderOpinion     `json:"rider,omitempty"`
	}
}

// orderReviewView is what the customer has said about an order, and what they still can.
type orderReviewView struct {
	Given   []givenReviewView `json:"given" doc:"The reviews that were given, the oldest first."`
	Items   []int64           `json:"items" doc:"Ids of items that are not reviewed yet."`
	Store   bool              `json:"store" doc:"The store can be reviewed."`
	Rider   bool              `json:"rider" doc:"The rider can be reviewed."`
	Refusal string            `json:"refusal" doc:"Why the store and its items cannot be reviewed, in words. Empty: they can be, or are reviewed."`
}

type givenReviewView struct {
	ID        int64    `json:"id"`
	Of        string   `json:"of" enum:"item,store,rider"`
	ItemID    int64    `json:"item_id,omitempty"`
	Rating    int      `json:"rating"`
	Comment   string   `json:"comment"`
	Images    []string `json:"images" doc:"Ids of uploads."`
	Reply     string   `json:"reply" doc:"What the store replied."`
	CreatedAt string   `json:"created_at" doc:"RFC 3339."`
}

// postReviews stores reviews of a delivered order (ITEM-12). The same request again has
// the same response.
func (h *Handlers) postReviews(ctx context.Context, in *postReviewsInput) (*orderOutput, error) {
	me := call.Session(ctx).ShopperID
	r := review.Request{OrderID: in.ID, ShopperID: me, Store: call.ReadOpinion(in.Body.Store)}
	if o := in.Body.Rider; o != nil {
		r.Rider = &review.Opinion{Rating: o.Rating, Text: o.Comment}
	}
	for _, i := range in.Body.Items {
		o := call.ReadOpinion(&i.OpinionBody)
		o.ID = i.ItemID
		r.Items = append(r.Items, *o)
	}
	if err := h.Reviews.Add(ctx, r); err != nil {
		return nil, err
	}
	found, err := h.Orders.Find(ctx, in.ID, order.Owner{ShopperID: me})
	if err != nil {
		return nil, err
	}
	view, err := h.viewOrder(ctx, found)
	return &orderOutput{Body: view}, err
}

// viewOrderReview returns what the customer who asks has said about an order of theirs;
// nil for anybody else, and before it was delivered.
func (h *Handlers) viewOrderReview(ctx context.Context, w order.OrderDetails, hasPlan bool) (*orderReviewView, error) {
	if call.Session(ctx).ShopperID != w.ShopperID || !review.WasDelivered(w.Status) {
		return nil, nil
	}
	given, err := h.Reviews.OfOrder(ctx, w.ID)
	if err != nil {
		return nil, err
	}
	v := &orderReviewView{Given: []givenReviewView{}, Items: []int64{}}
	for _, r := range given {
		g := givenReviewView{
			ID: r.ID, Of: "store", Rating: r.Rating, Comment: r.Body, Images: view.NonNil(r.Images.V), Reply: r.Reply, CreatedAt: view.UnixMilli(r.CreatedAt),
		}
		switch {
		case r.ItemID != nil:
			g.Of, g.ItemID = "item", *r.ItemID
		case r.RiderID != nil:
			g.Of = "rider"
		}
		v.Given = append(v.Given, g)
	}
	left := review.LeftOf(w, given)
	v.Rider = left.Rider
	switch {
	case hasPlan:
		v.Items, v.Store = append(v.Items, left.ItemIDs...), left.Store
	case left.Store || len(left.ItemIDs) > 0:
		v.Refusal = call.Say(ctx, catalog.ErrNoReviewPlan.Message)
	}
	return v, nil
}

// reviewedOrders returns which of the delivered orders have a review.
func (h *Handlers) reviewedOrders(ctx context.Context, orders []orderhistory.Order) (map[int64]bool, error) {
	var ids []int64
	for _, o := range orders {
		if review.WasDelivered(o.Status) {
			ids = append(ids, o.ID)
		}
	}
	return h.Reviews.Reviewed(ctx, ids)
}

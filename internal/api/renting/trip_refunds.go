package renting

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/refund"
)

type requestTripRefundInput struct {
	call.Scope
	call.OrderToken
	call.GuestHeader
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string   `json:"token,omitempty" maxLength:"128"`
		Reason string   `json:"reason" maxLength:"300" doc:"The id or the text of one of the reasons of listTripRefundReasons."`
		Note   string   `json:"note,omitempty" maxLength:"1000" doc:"What happened, in the shopper's words."`
		Images []string `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose refund; at most 3."`
	}
}

func (h *Handlers) listTripRefundReasons(ctx context.Context, in *call.ShortListInput) (*view.CancelReasonsOutput, error) {
	return view.CancelReasons(ctx, in.ShortPage, refund.TripReasons), nil
}

// requestTripRefund asks for money of a completed trip back.
func (h *Handlers) requestTripRefund(ctx context.Context, in *requestTripRefundInput) (*tripOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	sender, err := in.ShopperEvenRetired(ctx, h.Shoppers, "")
	if err != nil {
		return nil, err
	}
	requested, err := h.Trips.RequestRefund(ctx, in.ID, who, refund.Request{Reason: in.Body.Reason, Note: in.Body.Note, Images: in.Body.Images, SenderID: sender})
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, requested)
	return &tripOutput{Body: v}, err
}

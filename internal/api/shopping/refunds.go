package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/refund"
)

func (h *Handlers) registerRefunds(a huma.API) {
	huma.Register(a, call.ByOrderHolders("requestRefund", http.MethodPost, "/orders/{id}/refund"), h.requestRefund)
	call.Get(a, "listRefundReasons", "/orders/refund-reasons", h.listRefundReasons)
}

type requestRefundInput struct {
	call.Scope
	call.OrderToken
	call.GuestHeader
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string                `json:"token,omitempty" maxLength:"128"`
		Reason string                `json:"reason" maxLength:"300" doc:"The id or the text of one of the reasons of listRefundReasons."`
		Note   string                `json:"note,omitempty" maxLength:"1000" doc:"What happened, in the shopper's words."`
		Images []string              `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose refund; at most 3."`
		Lines  []view.RefundLineView `json:"lines,omitempty" maxItems:"500" doc:"The lines to refund; absent: the whole order."`
	}
}

func (h *Handlers) listRefundReasons(ctx context.Context, in *call.ShortListInput) (*view.CancelReasonsOutput, error) {
	return view.CancelReasons(ctx, in.ShortPage, refund.Reasons), nil
}

// requestRefund asks for the money of a delivered order back, or of some of its lines
// (ORD-04).
func (h *Handlers) requestRefund(ctx context.Context, in *requestRefundInput) (*orderOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	sender, err := in.ShopperEvenRetired(ctx, h.Shoppers, "")
	if err != nil {
		return nil, err
	}
	requested, err := h.Orders.RequestRefund(ctx, in.ID, who, refund.Request{
		Reason: in.Body.Reason, Note: in.Body.Note, Images: in.Body.Images, Lines: view.ReadRefundLines(in.Body.Lines), SenderID: sender,
	})
	if err != nil {
		return nil, err
	}
	view, err := h.viewOrder(ctx, requested)
	return &orderOutput{Body: view}, err
}

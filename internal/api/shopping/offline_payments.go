package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
)

func (h *Handlers) registerOfflinePayments(a huma.API) {
	huma.Register(a, call.ByOrderHolders("sendOfflinePayment", http.MethodPost, "/orders/{id}/offline-payment"), h.sendOfflinePayment)
}

// sendOfflinePayment says how an order was paid outside of the shop, or corrects it
// (CHK-03). An admin then looks for the payment.
func (h *Handlers) sendOfflinePayment(ctx context.Context, in *purchases.SendOfflinePaymentInput) (*orderOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	if _, err := h.Orders.Find(ctx, in.ID, who); err != nil {
		return nil, err
	}
	r, err := in.Request(ctx, h.Shoppers)
	if err != nil {
		return nil, err
	}
	if err := h.OfflinePayments.Send(ctx, in.ID, r); err != nil {
		return nil, err
	}
	sent, err := h.Orders.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	v, err := h.viewOrder(ctx, sent)
	return &orderOutput{Body: v}, err
}

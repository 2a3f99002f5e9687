package renting

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
)

func (h *Handlers) registerOfflinePayments(a huma.API) {
	huma.Register(a, call.ByOrderHolders("sendTripOfflinePayment", http.MethodPost, "/rental/trips/{id}/offline-payment"), h.sendTripOfflinePayment)
}

// sendTripOfflinePayment says how a trip was paid outside of the shop, or corrects it
// (CHK-03). An admin then looks for the payment.
func (h *Handlers) sendTripOfflinePayment(ctx context.Context, in *purchases.SendOfflinePaymentInput) (*tripOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	if _, err := h.Trips.Find(ctx, in.ID, who); err != nil {
		return nil, err
	}
	r, err := in.Request(ctx, h.Shoppers)
	if err != nil {
		return nil, err
	}
	if err := h.OfflinePayments.Send(ctx, in.ID, r); err != nil {
		return nil, err
	}
	sent, err := h.Trips.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, sent)
	return &tripOutput{Body: v}, err
}

package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/offlinepayment"
	"hawker/internal/purchase"
)

func (h *Handlers) registerOfflinePayments(a huma.API) {
	huma.Register(a, byOrderHolders("sendOfflinePayment", http.MethodPost, "/orders/{id}/offline-payment"), h.sendOfflinePayment)
	huma.Register(a, byOrderHolders("sendTripOfflinePayment", http.MethodPost, "/rental/trips/{id}/offline-payment"), h.sendTripOfflinePayment)
}

type sendOfflinePaymentInput struct {
	call.Scope
	OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string            `json:"token,omitempty" maxLength:"128"`
		Method string            `json:"method,omitempty" maxLength:"40" doc:"Id of one of the offline_methods; absent: the one that it was placed with."`
		Fields map[string]string `json:"fields,omitempty" doc:"What the method asks for, by the ids of its fields."`
		Images []string          `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose proof; at most 3."`
	}
}

// request is what the shopper says about the payment.
func (in *sendOfflinePaymentInput) request() offlinepayment.Request {
	return offlinepayment.Request{Method: in.Body.Method, Fields: in.Body.Fields, Images: in.Body.Images}
}

// sendOfflinePayment says how an order was paid outside of the shop, or corrects it
// (CHK-03). An admin then looks for the payment.
func (h *Handlers) sendOfflinePayment(ctx context.Context, in *sendOfflinePaymentInput) (*orderOutput, error) {
	who, err := readOwner(ctx, in.OrderToken, in.Body.Token)
	if err != nil {
		return nil, err
	}
	if _, err := h.Orders.Find(ctx, in.ID, who); err != nil {
		return nil, err
	}
	if err := h.OfflinePayments.Send(ctx, in.ID, in.request()); err != nil {
		return nil, err
	}
	sent, err := h.Orders.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	v, err := h.viewOrder(ctx, sent)
	return &orderOutput{Body: v}, err
}

// sendTripOfflinePayment is sendOfflinePayment for a trip.
func (h *Handlers) sendTripOfflinePayment(ctx context.Context, in *sendOfflinePaymentInput) (*tripOutput, error) {
	who, err := readOwner(ctx, in.OrderToken, in.Body.Token)
	if err != nil {
		return nil, err
	}
	if _, err := h.Trips.Find(ctx, in.ID, who); err != nil {
		return nil, err
	}
	if err := h.OfflinePayments.Send(ctx, in.ID, in.request()); err != nil {
		return nil, err
	}
	sent, err := h.Trips.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, sent)
	return &tripOutput{Body: v}, err
}

// paymentBuilder makes the views of how purchases are paid.
func (h *Handlers) paymentBuilder(ctx context.Context) (view.PurchasePaymentBuilder, error) {
	settings, err := h.Settings.Get(ctx)
	return view.PurchasePaymentBuilder{Money: settings.Currency.Money(), Settings: settings.Payments, Gateways: h.Orders.Purchases.Gateways}, err
}

// viewPayment returns how a purchase is paid, and may be paid by the session's customer.
// cashAt is when cash for it was paid; nil: not yet.
func (h *Handlers) viewPayment(ctx context.Context, r purchase.Row, cashAt *int64) (v view.PurchasePaymentView, err error) {
	b, err := h.paymentBuilder(ctx)
	if err != nil {
		return v, err
	}
	sent, err := h.OfflinePayments.Find(ctx, r)
	if err != nil {
		return v, err
	}
	v = b.View(r, cashAt, sent)
	methods, err := h.OfflinePayments.Methods(ctx, r, sent)
	if err != nil {
		return v, err
	}
	v.OfflineMethods = view.OfflineMethods(methods)
	payable, err := h.Orders.Purchases.Methods(ctx, r, call.Session(ctx).CustomerID)
	v.PaymentMethods = view.NonNil(payable)
	return v, err
}

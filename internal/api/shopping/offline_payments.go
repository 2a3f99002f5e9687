package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/purchase"
)

func (h *Handlers) registerOfflinePayments(a huma.API) {
	huma.Register(a, byOrderHolders("sendOfflinePayment", http.MethodPost, "/orders/{id}/offline-payment"), h.sendOfflinePayment)
}

type sendOfflinePaymentInput struct {
	call.Scope
	OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string            `json:"token,omitempty" maxLength:"128"`
		Method string            `json:"method,omitempty" maxLength:"40" doc:"Id of one of the order's offline_methods; absent: the one that it was placed with."`
		Fields map[string]string `json:"fields,omitempty" doc:"What the method asks for, by the ids of its fields."`
		Images []string          `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose proof; at most 3."`
	}
}

// sendOfflinePayment says how an order was paid outside of the shop, or corrects it
// (CHK-03). An admin then looks for the payment.
func (h *Handlers) sendOfflinePayment(ctx context.Context, in *sendOfflinePaymentInput) (*orderOutput, error) {
	who, err := readOwner(ctx, in.OrderToken, in.Body.Token)
	if err != nil {
		return nil, err
	}
	sent, err := h.OfflinePayments.Send(ctx, in.ID, who, offlinepayment.Request{Method: in.Body.Method, Fields: in.Body.Fields, Images: in.Body.Images})
	if err != nil {
		return nil, err
	}
	v, err := h.viewOrder(ctx, sent)
	return &orderOutput{Body: v}, err
}

// addPayment adds to the view of an order what was paid, and how it may be paid by the
// session's customer.
func (h *Handlers) addPayment(ctx context.Context, w order.OrderDetails, v *orderView) error {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return err
	}
	all, err := h.OfflinePayments.Of(ctx, w.Order)
	if err != nil {
		return err
	}
	var sent *offlinepayment.Payment
	if p, found := all[w.ID]; found {
		sent = &p
	}
	methods, err := h.OfflinePayments.Methods(ctx, w.Order, sent)
	v.Payments = view.Payments(settings.Currency.Money(), w, sent)
	v.OfflinePayment = view.OfflinePayment(w.Order, sent, settings.Payments)
	v.OfflineMethods = view.OfflineMethods(methods)
	if err != nil {
		return err
	}
	payable, err := h.Orders.Methods(ctx, w.Order, call.Session(ctx).CustomerID)
	v.PaymentMethods, v.Gateways = view.NonNil(payable), view.Gateways(h.Orders.Purchases.Gateways)
	if w.PaymentMethod == purchase.DigitalPayment {
		v.PaymentGateway = w.PaymentGateway
	}
	v.PaymentDueAt = view.PaymentDue(v.AwaitsPayment, w.PaymentDueAt)
	return err
}

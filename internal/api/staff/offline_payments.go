package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
)

func (h *Handlers) registerOfflinePayments(a huma.API) {
	huma.Register(a, by(call.Admins, "listOfflinePayments", http.MethodGet, "/admin/offline-payments"), h.listOfflinePayments)
	huma.Register(a, by(call.Admins, "decideOfflinePayment", http.MethodPost, "/admin/offline-payments/{id}"), h.decideOfflinePayment)
	huma.Register(a, by(call.Admins, "notePaidBack", http.MethodPost, "/admin/offline-payments/{id}/paid-back"), h.notePaidBack)
}

type offlinePaymentsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"to_check,to_pay_back" default:"to_check" doc:"to_check: was it received? to_pay_back: money of it was given back, and must be sent to the shopper."`
}

// listOfflinePayments returns the orders whose offline payments need an admin, the longest
// waiting first.
func (h *Handlers) listOfflinePayments(ctx context.Context, in *offlinePaymentsInput) (*staffOrdersOutput, error) {
	orders, total, err := h.OfflinePayments.List(ctx, offlinepayment.State(in.State), in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(staffOrdersOutput)
	out.Body.Paged = in.Of(total)
	out.Body.Orders, err = h.viewOrders(ctx, who(ctx), orders)
	return out, err
}

type decideOfflinePaymentInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1" doc:"The order's."`
	Body struct {
		Received bool   `json:"received" doc:"true: the money is there, and the order is paid. false: it was not found; the shopper may send it again."`
		Reason   string `json:"reason,omitempty" maxLength:"300" doc:"Required for a refusal; the shopper reads it."`
	}
}

// decideOfflinePayment says whether the payment that a shopper has sent was received.
func (h *Handlers) decideOfflinePayment(ctx context.Context, in *decideOfflinePaymentInput) (*staffOrderOutput, error) {
	decided, err := h.OfflinePayments.Decide(ctx, who(ctx), offlinepayment.Decision{OrderID: in.ID, Received: in.Body.Received, Reason: in.Body.Reason})
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, decided)
}

// notePaidBack says that all that the shopper of an order should get back was sent to
// them.
func (h *Handlers) notePaidBack(ctx context.Context, in *staffOrderInput) (*staffOrderOutput, error) {
	changed, err := h.OfflinePayments.PaidBack(ctx, who(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, changed)
}

// offlinePayments returns what the shoppers of orders have sent about their payments, by
// order, to an admin. Others get none.
func (h *Handlers) offlinePayments(ctx context.Context, me order.Staff, orders []order.OrderDetails) (map[int64]*offlinepayment.Payment, error) {
	if me.Actor != order.ByAdmin {
		return nil, nil
	}
	bare := make([]order.Order, len(orders))
	for i, w := range orders {
		bare[i] = w.Order
	}
	all, err := h.OfflinePayments.Of(ctx, bare...)
	found := map[int64]*offlinepayment.Payment{}
	for id, p := range all {
		found[id] = &p
	}
	return found, err
}

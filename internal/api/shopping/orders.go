package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/order"
)

func (h *Handlers) registerOrders(a huma.API) {
	huma.Register(a, call.ByCustomers("listOrders", http.MethodGet, "/orders"), h.listOrders)
	huma.Register(a, call.ByOrderHolders("getOrder", http.MethodGet, "/orders/{id}"), h.getOrder)
	huma.Register(a, call.ByOrderHolders("cancelOrder", http.MethodPost, "/orders/{id}/cancel"), h.cancelOrder)
	call.Get(a, "listCancelReasons", "/orders/cancel-reasons", h.listCancelReasons)
}

type orderInput struct {
	call.Scope
	call.OrderToken
	ID    int64  `path:"id" minimum:"1"`
	Token string `query:"token" maxLength:"128" doc:"The order's tracking token, instead of a session; never logged."`
}

type orderOutput struct{ Body orderView }

type ordersInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"running,past" default:"running" doc:"running: orders that are not over. past: orders that are over."`
}

type ordersOutput struct {
	Body struct {
		call.Paged
		Orders []orderCardView `json:"orders" doc:"The newest first (ORD-01)."`
	}
}

type cancelInput struct {
	call.Scope
	call.KeyHeader
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string `json:"token,omitempty" maxLength:"128"`
		Reason string `json:"reason" maxLength:"300"`
	}
}

func (h *Handlers) listCancelReasons(ctx context.Context, in *call.ShortListInput) (*view.CancelReasonsOutput, error) {
	return view.CancelReasons(ctx, in.ShortPage, order.CancelReasons), nil
}

// listOrders returns the orders of the customer (ORD-01). Guests have no list.
func (h *Handlers) listOrders(ctx context.Context, in *ordersInput) (*ordersOutput, error) {
	orders, total, err := h.OrderHistory.List(ctx, call.Session(ctx).ShopperID, in.State == "running", in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(ordersOutput)
	out.Body.Paged = in.Of(total)
	out.Body.Orders, err = h.viewOrders(ctx, orders)
	return out, err
}

// getOrder returns an order to its owner (P1).
func (h *Handlers) getOrder(ctx context.Context, in *orderInput) (*orderOutput, error) {
	who, err := in.Owner(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	found, err := h.Orders.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	view, err := h.viewOrder(ctx, found)
	return &orderOutput{Body: view}, err
}

// cancelOrder cancels an order that its store has not confirmed yet (ORD-04).
func (h *Handlers) cancelOrder(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	canceled, err := h.Orders.Cancel(ctx, in.ID, who, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	view, err := h.viewOrder(ctx, canceled)
	return &orderOutput{Body: view}, err
}

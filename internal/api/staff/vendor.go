package staff

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/order"
)

func (h *Handlers) registerVendor(a huma.API) {
	huma.Register(a, by(call.Vendors, "listVendorOrders", http.MethodGet, "/vendor/orders"), h.listVendorOrders)
	huma.Register(a, by(call.Vendors, "getVendorOrder", http.MethodGet, "/vendor/orders/{id}"), h.getOrder)
	huma.Register(a, by(call.Vendors, "moveVendorOrder", http.MethodPost, "/vendor/orders/{id}/status"), h.moveOrder)
}

type vendorOrdersInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"new,waiting,scheduled,running,open,past" default:"new" doc:"new: to be confirmed. waiting: to be paid. scheduled: for a later time. running: confirmed and not over. open: new, waiting and running. past: over."`
}

// listVendorOrders returns the orders of the vendor's store.
func (h *Handlers) listVendorOrders(ctx context.Context, in *vendorOrdersInput) (*staffOrdersOutput, error) {
	return h.list(ctx, order.StaffFilter{State: order.State(in.State)}, in.Page)
}

func (h *Handlers) list(ctx context.Context, f order.StaffFilter, p call.Page) (*staffOrdersOutput, error) {
	orders, total, err := h.Orders.ListForStaff(ctx, who(ctx), f, p.Paging())
	if err != nil {
		return nil, err
	}
	out := new(staffOrdersOutput)
	out.Body.Paged = p.Of(total)
	out.Body.Orders, err = h.viewOrders(ctx, who(ctx), orders)
	return out, err
}

// getOrder returns an order to a vendor of its store, or to an admin.
func (h *Handlers) getOrder(ctx context.Context, in *staffOrderInput) (*staffOrderOutput, error) {
	found, err := h.Orders.FindForStaff(ctx, who(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, found)
}

// moveOrder moves an order, as far as the table of moves allows the caller.
func (h *Handlers) moveOrder(ctx context.Context, in *staffMoveInput) (*staffOrderOutput, error) {
	moved, err := h.Orders.MoveBy(ctx, who(ctx), in.move())
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, moved)
}

func (in *staffMoveInput) move() order.StaffMove {
	return order.StaffMove{
		OrderID: in.ID, To: order.Status(in.Body.Status), Reason: in.Body.Reason,
		ReadyIn: time.Duration(in.Body.PreparationMinutes) * time.Minute, SoldOutLines: in.Body.SoldOutLines,
	}
}

func (h *Handlers) orderResponse(ctx context.Context, w order.OrderDetails) (*staffOrderOutput, error) {
	views, err := h.viewOrders(ctx, who(ctx), []order.OrderDetails{w})
	if err != nil {
		return nil, err
	}
	return &staffOrderOutput{Body: views[0]}, nil
}

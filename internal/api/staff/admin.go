package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/order"
)

func (h *Handlers) registerAdmin(a huma.API) {
	huma.Register(a, by(call.Admins, "listAdminOrders", http.MethodGet, "/admin/orders"), h.listAdminOrders)
	huma.Register(a, by(call.Admins, "getAdminOrder", http.MethodGet, "/admin/orders/{id}"), h.getOrder)
	huma.Register(a, by(call.Admins, "moveAdminOrder", http.MethodPost, "/admin/orders/{id}/status"), h.moveOrder)
}

type adminOrdersInput struct {
	call.Scope
	call.Page
	State   string `query:"state" enum:"new,waiting,scheduled,running,open,past,refund,all" default:"open" doc:"The states of a vendor's orders, or refund: a refund is requested."`
	StoreID int64  `query:"store_id" minimum:"1" doc:"Only orders of this store."`
	Number  int64  `query:"number" minimum:"1" doc:"Only the order with this number, if it is in the state."`
	Phone   string `header:"X-Phone" maxLength:"40" doc:"Only orders with this contact phone, in the state. It is a header so that no URL contains it."`
}

// listAdminOrders returns the orders of all stores.
func (h *Handlers) listAdminOrders(ctx context.Context, in *adminOrdersInput) (*staffOrdersOutput, error) {
	return h.list(ctx, order.StaffFilter{State: order.State(in.State), StoreID: in.StoreID, OrderID: in.Number, Phone: in.Phone}, in.Page)
}

package shopping

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/order"
)

func (h *Handlers) registerOrderEvents(a huma.API) {
	limit := h.streams.limit(a)
	one := byOrderHolders("watchOrder", http.MethodGet, "/orders/{id}/events")
	one.Middlewares = limit
	huma.Register(a, eventStream(a, one, trackingEvent, trackingView{}), h.watchOrder)
	all := byCustomers("watchOrders", http.MethodGet, "/events")
	all.Middlewares = limit
	huma.Register(a, eventStream(a, all, ordersEvent, ordersStateView{}), h.watchOrders)
}

// ordersStateView is where a customer's orders are: enough for a list of them to
// see that it must be fetched again, and to say what moved.
type ordersStateView struct {
	Running orderStatesView `json:"running" doc:"Not yet at their end; at most 100."`
	Past    orderStatesView `json:"past" doc:"At their end; at most 20."`
}

type orderStatesView struct {
	TotalSize int              `json:"total_size" doc:"How many there are."`
	Orders    []orderStateView `json:"orders" doc:"The newest first, as in the list of orders."`
}

type orderStateView struct {
	ID          int64  `json:"id"`
	OrderStatus string `json:"order_status"`
	OrderType   string `json:"order_type"`
	ModuleType  string `json:"module_type"`
	ScheduleAt  string `json:"schedule_at,omitempty" doc:"RFC 3339."`
}

// The names of our events.
const (
	trackingEvent = "tracking"
	ordersEvent   = "orders"
)

// watchOrder streams an order's tracking as it changes.
func (h *Handlers) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	changed, unwatch := h.Orders.Watch(in.ID)
	return h.stream(ctx, follower{event: trackingEvent, changed: changed, unwatch: unwatch, look: func(ctx context.Context) ([]byte, error) {
		return h.lookAtOrder(ctx, in)
	}})
}

// watchOrders streams where all orders of the customer are, as they change (ORD-01).
func (h *Handlers) watchOrders(ctx context.Context, _ *call.ScopeInput) (*huma.StreamResponse, error) {
	changed, unwatch := h.Orders.WatchAll(call.Session(ctx).ShopperID)
	return h.stream(ctx, follower{event: ordersEvent, changed: changed, unwatch: unwatch, look: h.lookAtOrders})
}

// lookAtOrder returns what the client may see of the order now. The order's owner may
// have changed.
func (h *Handlers) lookAtOrder(ctx context.Context, in *orderInput) ([]byte, error) {
	secret, err := oneOf(in.HeaderToken, in.Token, "token")
	if err != nil {
		return nil, err
	}
	session, err := h.Identity.Current(ctx)
	if err != nil {
		return nil, err
	}
	all, err := h.Orders.WatchAccess(ctx, in.ID, order.Owner{ShopperID: session.ShopperID, Token: secret})
	if err != nil {
		return nil, err
	}
	t, err := h.Orders.Track(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if all {
		return json.Marshal(viewTracking(t))
	}
	return json.Marshal(viewProgress(t))
}

const (
	// mostRunningStates is more than a customer has under way.
	mostRunningStates = 100
	// mostPastStates has what a running order became in it.
	mostPastStates = 20
)

// lookAtOrders returns the states of the client's orders.
func (h *Handlers) lookAtOrders(ctx context.Context) ([]byte, error) {
	me, err := h.Identity.Current(ctx)
	if err != nil {
		return nil, err
	}
	var v ordersStateView
	// In this sequence: an order that ends meanwhile is in both, and not in neither.
	if v.Running, err = h.orderStates(ctx, me.ShopperID, true, mostRunningStates); err != nil {
		return nil, err
	}
	if v.Past, err = h.orderStates(ctx, me.ShopperID, false, mostPastStates); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// orderStates returns where a customer's newest orders are that run, or are over.
func (h *Handlers) orderStates(ctx context.Context, shopperID int64, running bool, most int) (orderStatesView, error) {
	town, err := h.Catalog.Town(ctx)
	if err != nil {
		return orderStatesView{}, err
	}
	orders, total, err := h.Orders.ListBare(ctx, shopperID, running, catalog.Paging{Size: most, Number: 1})
	v := orderStatesView{TotalSize: total, Orders: make([]orderStateView, len(orders))}
	for i, o := range orders {
		v.Orders[i] = orderStateView{ID: o.ID, OrderStatus: string(o.Status), OrderType: string(o.Type), ModuleType: town.Module(o.ModuleID).Type}
		if o.ScheduleAt != nil {
			v.Orders[i].ScheduleAt = view.UnixMilli(*o.ScheduleAt)
		}
	}
	return v, err
}

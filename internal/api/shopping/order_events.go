package shopping

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/conversations"
	"hawker/internal/api/stream"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/conversation"
	"hawker/internal/order"
)

func (h *Handlers) registerOrderEvents(a huma.API) {
	limit := h.Streams.Limit(a)
	one := call.ByOrderHolders("watchOrder", http.MethodGet, "/orders/{id}/events")
	one.Middlewares = limit
	huma.Register(a, stream.Describe(a, one, trackingEvent, trackingView{}), h.watchOrder)
	all := call.ByCustomers("watchOrders", http.MethodGet, "/events")
	all.Middlewares = limit
	huma.Register(a, stream.Describe(a, all, ordersEvent, ordersStateView{}), h.watchOrders)
}

// ordersStateView has the states of a customer's orders and trips: enough for a page to see which
// one moved, and that its list must be fetched again. It also has what the bell and the inbox show.
type ordersStateView struct {
	Running orderStatesView `json:"running" doc:"Orders that are not over; at most 100."`
	Past    orderStatesView `json:"past" doc:"Orders that are over; at most 20."`
	Trips   []tripStateView `json:"trips" doc:"Trips that are not over, the newest first; at most 100."`
	// The bell and the inbox of the header follow the same stream.
	UnreadNotifications int           `json:"unread_notifications"`
	LatestNotification  int64         `json:"latest_notification" doc:"Id of the newest notification; 0: there is none."`
	Chat                view.NewsView `json:"chat"`
}

type orderStatesView struct {
	TotalSize int              `json:"total_size" doc:"How many orders there are."`
	Orders    []orderStateView `json:"orders" doc:"The newest first, as in the list of orders."`
}

type orderStateView struct {
	ID                 int64  `json:"id"`
	OrderStatus        string `json:"order_status"`
	AwaitsPayment      bool   `json:"awaits_payment" doc:"As in the order."`
	PaymentDueAt       string `json:"payment_due_at,omitempty" doc:"As in the order, RFC 3339."`
	PrescriptionStatus string `json:"prescription_status" enum:"none,waiting,approved,refused"`
	OrderType          string `json:"order_type"`
	ModuleType         string `json:"module_type"`
	ScheduleAt         string `json:"schedule_at,omitempty" doc:"RFC 3339."`
}

// tripStateView is enough for a page to see which trip moved, and that its list must be
// fetched again.
type tripStateView struct {
	ID            int64  `json:"id"`
	TripStatus    string `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	AwaitsPayment bool   `json:"awaits_payment"`
	UpdatedAt     string `json:"updated_at" doc:"RFC 3339."`
}

// Names of events.
const (
	trackingEvent = "tracking"
	ordersEvent   = "orders"
)

// watchOrder streams an order's tracking as it changes.
func (h *Handlers) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	changed, unwatch := h.Orders.Watch(in.ID)
	return h.Streams.Serve(ctx, stream.Source{Name: trackingEvent, Session: call.StreamsOf(ctx), Changed: changed, Unwatch: unwatch, Read: func(ctx context.Context) ([]byte, error) {
		return h.trackingData(ctx, in)
	}})
}

// watchOrders streams the states of all orders and trips of the customer, as they change
// (ORD-01).
func (h *Handlers) watchOrders(ctx context.Context, _ *call.ScopeInput) (*huma.StreamResponse, error) {
	changed, unwatch := h.Orders.WatchAll(call.Session(ctx).ShopperID)
	written, unwatchChat := h.Conversations.Watch(conversations.CustomerParty(ctx))
	return h.Streams.Serve(ctx, stream.Source{
		Name: ordersEvent, Session: call.StreamsOf(ctx), Changed: changed, AlsoChanged: written, Unwatch: func() { unwatch(); unwatchChat() }, Read: h.ordersData,
	})
}

// trackingData returns what the client may see of the order now. It checks the owner
// each time, because the owner may have changed.
func (h *Handlers) trackingData(ctx context.Context, in *orderInput) ([]byte, error) {
	secret, err := call.HeaderOrField(in.HeaderToken, in.Token, "token")
	if err != nil {
		return nil, err
	}
	session, err := h.Identity.Current(ctx)
	if err != nil {
		return nil, err
	}
	access, err := h.Orders.WatchAccess(ctx, in.ID, order.Owner{ShopperID: session.ShopperID, Token: secret})
	if err != nil {
		return nil, err
	}
	t, err := h.Orders.Track(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	switch access {
	case order.OwnsOrder:
		return json.Marshal(viewTracking(t))
	case order.SeesDelivery:
		return json.Marshal(viewFollowed(t))
	}
	return json.Marshal(viewPublicTracking(t))
}

const (
	// maxRunningStates is more running orders than a customer has.
	maxRunningStates = 100
	// maxPastStates is enough to include an order that has just ended.
	maxPastStates = 20
)

// ordersData returns the states of the customer's orders.
func (h *Handlers) ordersData(ctx context.Context) ([]byte, error) {
	me, err := h.Identity.Current(ctx)
	if err != nil {
		return nil, err
	}
	var v ordersStateView
	// In this sequence, an order that ends meanwhile is in both lists, not in none.
	if v.Running, err = h.orderStates(ctx, me.ShopperID, true, maxRunningStates); err != nil {
		return nil, err
	}
	if v.Past, err = h.orderStates(ctx, me.ShopperID, false, maxPastStates); err != nil {
		return nil, err
	}
	if v.Trips, err = h.tripStates(ctx, me.ShopperID); err != nil {
		return nil, err
	}
	news, err := h.Notifications.News(ctx, me.CustomerID)
	v.UnreadNotifications, v.LatestNotification = news.Unread, news.Latest
	if err != nil {
		return nil, err
	}
	written, err := h.Conversations.News(ctx, conversation.Party{CustomerID: me.CustomerID, ShopperID: me.ShopperID})
	if err != nil {
		return nil, err
	}
	v.Chat = view.News(written)
	return json.Marshal(v)
}

// orderStates returns the states of a customer's newest running or past orders.
func (h *Handlers) orderStates(ctx context.Context, shopperID int64, running bool, limit int) (orderStatesView, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return orderStatesView{}, err
	}
	orders, total, err := h.OrderHistory.ListWithoutLines(ctx, shopperID, running, catalog.Paging{Size: limit, Number: 1})
	v := orderStatesView{TotalSize: total, Orders: make([]orderStateView, len(orders))}
	for i, o := range orders {
		v.Orders[i] = orderStateView{
			ID: o.ID, OrderStatus: string(o.Status), AwaitsPayment: o.AwaitsPayment(), PaymentDueAt: view.PaymentDue(o.AwaitsPayment(), o.PaymentDueAt),
			PrescriptionStatus: string(o.PrescriptionStatus), OrderType: string(o.Type), ModuleType: directory.Module(o.ModuleID).Type,
		}
		if o.ScheduleAt != nil {
			v.Orders[i].ScheduleAt = view.UnixMilli(*o.ScheduleAt)
		}
	}
	return v, err
}

// tripStates returns the states of a customer's newest trips that are not over.
func (h *Handlers) tripStates(ctx context.Context, shopperID int64) ([]tripStateView, error) {
	trips, _, err := h.Trips.List(ctx, shopperID, true, catalog.Paging{Size: maxRunningStates, Number: 1})
	views := make([]tripStateView, len(trips))
	for n, d := range trips {
		views[n] = tripStateView{ID: d.ID, TripStatus: string(d.Status), AwaitsPayment: d.AwaitsPayment(), UpdatedAt: view.UnixMilli(d.UpdatedAt)}
	}
	return views, err
}

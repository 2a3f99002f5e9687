package api

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/catalog"
	"hawker/internal/order"
)

// The names of our events.
const (
	trackingEvent = "tracking"
	ordersEvent   = "orders"
)

// watchOrder streams an order's tracking as it changes.
func (s *Server) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	changed, unwatch := s.Orders.Watch(in.ID)
	return s.stream(ctx, follower{event: trackingEvent, changed: changed, unwatch: unwatch, look: func(ctx context.Context) ([]byte, error) {
		return s.lookAtOrder(ctx, in)
	}})
}

// watchOrders streams where all orders of the customer are, as they change (ORD-01).
func (s *Server) watchOrders(ctx context.Context, _ *customerInput) (*huma.StreamResponse, error) {
	changed, unwatch := s.Orders.WatchAll(signedIn(ctx).ShopperID)
	return s.stream(ctx, follower{event: ordersEvent, changed: changed, unwatch: unwatch, look: s.lookAtOrders})
}

// listener returns the client's session, or the zero Session without a token. It is
// read each time, since the session may have ended.
func (s *Server) listener(ctx context.Context) (account.Session, error) {
	token, given := ctx.Value(tokenKey{}).(string)
	if !given {
		return account.Session{}, nil
	}
	return s.session(ctx, token)
}

// lookAtOrder returns what the client may see of the order now. The order's owner may
// have changed.
func (s *Server) lookAtOrder(ctx context.Context, in *orderInput) ([]byte, error) {
	secret, err := oneOf(in.HeaderToken, in.Token, "token")
	if err != nil {
		return nil, err
	}
	session, err := s.listener(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.Orders.Watcher(ctx, in.ID, order.Owner{ShopperID: session.ShopperID, Token: secret})
	if err != nil {
		return nil, err
	}
	t, err := s.Orders.Track(ctx, in.ID)
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
func (s *Server) lookAtOrders(ctx context.Context) ([]byte, error) {
	me, err := s.listener(ctx)
	if err != nil {
		return nil, err
	}
	var v ordersStateView
	// In this sequence: an order that ends meanwhile is in both, and not in neither.
	if v.Running, err = s.orderStates(ctx, me.ShopperID, true, mostRunningStates); err != nil {
		return nil, err
	}
	if v.Past, err = s.orderStates(ctx, me.ShopperID, false, mostPastStates); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// orderStates returns where a customer's newest orders are that run, or are over.
func (s *Server) orderStates(ctx context.Context, shopperID int64, running bool, most int) (orderStatesView, error) {
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return orderStatesView{}, err
	}
	orders, total, err := s.Orders.ListBare(ctx, shopperID, running, catalog.Paging{Size: most, Number: 1})
	v := orderStatesView{TotalSize: total, Orders: make([]orderStateView, len(orders))}
	for i, o := range orders {
		v.Orders[i] = orderStateView{ID: o.ID, OrderStatus: string(o.Status), OrderType: string(o.Type), ModuleType: town.Module(o.ModuleID).Type}
		if o.ScheduleAt != nil {
			v.Orders[i].ScheduleAt = milliseconds(*o.ScheduleAt)
		}
	}
	return v, err
}

package staff

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/conversations"
	"hawker/internal/api/stream"
	"hawker/internal/api/view"
	members "hawker/internal/staff"
)

// ordersEvent is the name of the events.
const ordersEvent = "orders"

func (h *Handlers) registerEvents(a huma.API) {
	op := by(call.AllStaff, "watchStaff", http.MethodGet, "/staff/events")
	op.Middlewares = h.Streams.Limit(a)
	huma.Register(a, stream.Describe(a, op, ordersEvent, staffStatesView{}), h.watch)
}

// staffStatesView has the states of the orders that the caller works on, and of their
// conversations: enough for a page to see that one is new or has moved, and that its list
// must be fetched again.
type staffStatesView struct {
	Chat      view.NewsView    `json:"chat"`
	TotalSize int              `json:"total_size" doc:"Number of orders that are not over."`
	Orders    []staffStateView `json:"orders" doc:"Orders that are not over, sorted by number; at most the 500 that changed last. For a vendor, orders of the store; for a rider, offers and accepted orders; for an admin, all orders."`
}

type staffStateView struct {
	ID                 int64  `json:"id"`
	OrderStatus        string `json:"order_status"`
	PrescriptionStatus string `json:"prescription_status,omitempty" enum:"none,waiting,approved,refused" doc:"As in the order. Absent for riders."`
	AwaitsPayment      bool   `json:"awaits_payment,omitempty" doc:"As in the order."`
	Payment            string `json:"payment,omitempty" doc:"Changes with the payment method of an order that waits for its payment, and with what its shopper has sent."`
	Offered            bool   `json:"offered,omitempty" doc:"For a rider: the order waits for a rider."`
	HasRider           bool   `json:"has_rider,omitempty" doc:"A rider has accepted it."`
}

// watch streams the states of the caller's open orders. The first event is the present
// state, so nothing is missed after a reconnect.
func (h *Handlers) watch(ctx context.Context, _ *call.ScopeInput) (*huma.StreamResponse, error) {
	me := call.Member(ctx)
	changed, unwatch := h.Orders.WatchStaff(whoOf(me.Member))
	written, unwatchChat := h.Conversations.Watch(conversations.PartyOf(me))
	return h.Streams.Serve(ctx, stream.Source{
		Name: ordersEvent, Session: call.StaffStreams(me.Member.ID), Changed: changed, AlsoChanged: written,
		Unwatch: func() { unwatch(); unwatchChat() }, Read: h.states,
	})
}

// states reads the session again each time: what ends it ends the stream.
func (h *Handlers) states(ctx context.Context) ([]byte, error) {
	me, err := h.Identity.CurrentMember(ctx)
	if err != nil {
		return nil, err
	}
	states, total, err := h.Orders.StatesForStaff(ctx, whoOf(me.Member))
	if err != nil {
		return nil, err
	}
	written, err := h.Conversations.News(ctx, conversations.PartyOf(me))
	if err != nil {
		return nil, err
	}
	v := staffStatesView{Orders: []staffStateView{}, TotalSize: total, Chat: view.News(written)}
	for _, o := range states {
		state := staffStateView{ID: o.ID, OrderStatus: string(o.Status), AwaitsPayment: o.AwaitsPayment, Payment: o.Payment, Offered: o.Offered, HasRider: o.RiderID != nil}
		if me.Role != members.Rider {
			state.PrescriptionStatus = string(o.PrescriptionStatus)
		}
		v.Orders = append(v.Orders, state)
	}
	return json.Marshal(v)
}

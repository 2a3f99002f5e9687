package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/purchase"
)

func (h *Handlers) registerOfflinePayments(a huma.API) {
	huma.Register(a, by(call.Admins, "listOfflinePayments", http.MethodGet, "/admin/offline-payments"), h.listOfflinePayments)
	huma.Register(a, by(call.Admins, "decideOfflinePayment", http.MethodPost, "/admin/offline-payments/{id}"), h.decideOfflinePayment)
	huma.Register(a, by(call.Admins, "notePaidBack", http.MethodPost, "/admin/offline-payments/{id}/paid-back"), h.notePaidBack)
}

type offlinePaymentsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"to_check,to_pay_back" default:"to_check" doc:"to_check: it is not decided whether the payment was received. to_pay_back: money must be sent back to the shopper, or handed over if it was cash."`
}

type offlinePaymentsOutput struct {
	Body struct {
		call.Paged
		Orders []staffOrderView `json:"orders" doc:"The orders of this page, the longest waiting first."`
		Trips  []staffTripView  `json:"trips" doc:"The trips of this page, the longest waiting first."`
	}
}

// purchaseOutput is what was decided about.
type purchaseOutput struct {
	Body struct {
		Order *staffOrderView `json:"order,omitempty"`
		Trip  *staffTripView  `json:"trip,omitempty"`
	}
}

// listOfflinePayments returns the orders and trips whose offline payments need an admin, and
// those whose cash must be paid back. A page has both, the longest waiting first.
func (h *Handlers) listOfflinePayments(ctx context.Context, in *offlinePaymentsInput) (*offlinePaymentsOutput, error) {
	listed, total, err := h.OfflinePayments.List(ctx, offlinepayment.State(in.State), in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(offlinePaymentsOutput)
	out.Body.Paged = in.Of(total)
	out.Body.Orders, out.Body.Trips, err = h.viewPurchases(ctx, listed)
	return out, err
}

// viewPurchases returns the orders and the trips of a list, in its order.
func (h *Handlers) viewPurchases(ctx context.Context, listed []offlinepayment.Listed) ([]staffOrderView, []staffTripView, error) {
	ids := map[purchase.Kind][]int64{}
	for _, l := range listed {
		ids[l.Kind] = append(ids[l.Kind], l.ID)
	}
	found, err := h.Orders.Details(ctx, ids[purchase.Order])
	if err != nil {
		return nil, nil, err
	}
	orders, err := h.viewOrders(ctx, who(ctx), found)
	if err != nil {
		return nil, nil, err
	}
	booked, err := h.Trips.Details(ctx, ids[purchase.Trip])
	if err != nil {
		return nil, nil, err
	}
	trips, err := h.viewTrips(ctx, booked)
	return orders, trips, err
}

type decideOfflinePaymentInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1" doc:"The id of the order or the trip."`
	Body struct {
		Sending  int64  `json:"sending" minimum:"1" doc:"The sending of the payment that the admin has read. If the shopper has sent another one since, the response is 409."`
		Received bool   `json:"received" doc:"true: the money was received, and the order or trip is paid. false: it was not found; the shopper may send the payment again."`
		Reason   string `json:"reason,omitempty" maxLength:"300" doc:"Required to refuse; the shopper reads it."`
	}
}

// decideOfflinePayment says whether the payment that a shopper has sent was received.
func (h *Handlers) decideOfflinePayment(ctx context.Context, in *decideOfflinePaymentInput) (*purchaseOutput, error) {
	d := offlinepayment.Decision{PurchaseID: in.ID, Sending: in.Body.Sending, Received: in.Body.Received, Reason: in.Body.Reason}
	if err := h.OfflinePayments.Decide(ctx, admin(ctx), d); err != nil {
		return nil, err
	}
	return h.purchaseResponse(ctx, in.ID)
}

type paidBackInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1" doc:"The id of the order or the trip."`
	Body paidBackBody
}

type paidBackBody struct {
	ToPayBack float64 `json:"to_pay_back" minimum:"0" doc:"The to_pay_back that the admin has seen. If it has changed, the response is 409, and nothing is noted."`
	Refunded  float64 `json:"refunded,omitempty" minimum:"0" doc:"The refunded amount that the admin has seen. It is compared, too, because the same amount may be owed again."`
}

// read returns what of a purchase the admin has seen.
func (b paidBackBody) read(m money.Currency) (purchase.Owing, error) {
	toPayBack, err := call.ReadAmount(m, b.ToPayBack, "to_pay_back")
	if err != nil {
		return purchase.Owing{}, err
	}
	refunded, err := call.ReadAmount(m, b.Refunded, "refunded")
	return purchase.Owing{ToPayBack: toPayBack, Refunded: refunded}, err
}

// notePaidBack says that all that the shopper of an order or a trip should get back was
// sent to them, or handed over.
func (h *Handlers) notePaidBack(ctx context.Context, in *paidBackInput) (*purchaseOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	seen, err := in.Body.read(settings.Currency.Money())
	if err != nil {
		return nil, err
	}
	if err := h.OfflinePayments.PaidBack(ctx, admin(ctx), in.ID, seen); err != nil {
		return nil, err
	}
	return h.purchaseResponse(ctx, in.ID)
}

// admin returns who makes this call.
func admin(ctx context.Context) offlinepayment.Admin {
	w := who(ctx)
	return offlinepayment.Admin{ID: w.ID, Name: w.Name}
}

// purchaseResponse returns an order or a trip to an admin.
func (h *Handlers) purchaseResponse(ctx context.Context, id int64) (*purchaseOutput, error) {
	kind, err := h.Orders.Purchases.KindOf(ctx, id)
	if err != nil {
		return nil, err
	}
	orders, trips, err := h.viewPurchases(ctx, []offlinepayment.Listed{{ID: id, Kind: kind}})
	if err != nil {
		return nil, err
	}
	out := new(purchaseOutput)
	if kind == purchase.Trip {
		out.Body.Trip = &trips[0]
	} else {
		out.Body.Order = &orders[0]
	}
	return out, nil
}

// offlinePayments returns what shoppers have sent about their payments of orders, by order,
// to an admin. Others get none.
func (h *Handlers) offlinePayments(ctx context.Context, me order.Staff, orders []order.OrderDetails) (map[int64]*offlinepayment.Payment, error) {
	if me.Actor != order.ByAdmin {
		return nil, nil
	}
	rows := make([]purchase.Row, len(orders))
	for i, w := range orders {
		rows[i] = w.Purchase()
	}
	return h.OfflinePayments.Of(ctx, rows...)
}

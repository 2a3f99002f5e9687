package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
)

// registerOrderClaims has the calls by which a customer claims orders that they placed
// as a guest.
func (h *Handlers) registerOrderClaims(a huma.API) {
	huma.Register(a, call.ByCustomers("listUnclaimedOrders", http.MethodGet, "/orders/unclaimed"), h.listUnclaimedOrders)
	huma.Register(a, call.ByCustomers("claimOrder", http.MethodPost, "/orders/{id}/claim"), h.claimOrder)
}

type claimInput struct {
	call.Scope
	ID         int64  `path:"id" minimum:"1"`
	OrderToken string `header:"X-Order-Token" maxLength:"128" doc:"The order's tracking token. With it, a customer claims an order that they placed as a guest."`
	Body       struct {
		Mine bool `json:"mine" doc:"False: the order is not the caller's, so do not ask about it again."`
	}
}

type unclaimedOutput struct {
	Body struct {
		call.Paged
		Orders []unclaimedView `json:"orders" doc:"The newest first, at most 20."`
	}
}

// unclaimedView is an order that a guest placed with the customer's phone or e-mail. It
// has only what the customer needs to recognize it (P4).
type unclaimedView struct {
	ID          int64   `json:"id"`
	StoreName   string  `json:"store_name"`
	OrderType   string  `json:"order_type"`
	OrderStatus string  `json:"order_status"`
	Total       float64 `json:"total"`
	CreatedAt   string  `json:"created_at" doc:"RFC 3339."`
	TimeZone    string  `json:"time_zone" doc:"IANA name of the store's time zone."`
}

// listUnclaimedOrders returns the orders that guests placed with a contact of the
// customer's (P4).
func (h *Handlers) listUnclaimedOrders(ctx context.Context, in *call.ShortListInput) (*unclaimedOutput, error) {
	me := call.Session(ctx)
	contacts, err := h.Accounts.VerifiedContacts(ctx, me)
	if err != nil {
		return nil, err
	}
	orders, err := h.Orders.Unclaimed(ctx, me.ShopperID, contacts)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	views := []unclaimedView{}
	for _, o := range orders {
		views = append(views, unclaimedView{
			ID: o.ID, StoreName: o.StoreName, OrderType: string(o.Type), OrderStatus: string(o.Status),
			Total: settings.Currency.Money().ToMajor(o.Total), CreatedAt: view.UnixMilli(o.CreatedAt), TimeZone: o.TimeZone,
		})
	}
	out := new(unclaimedOutput)
	out.Body.Paged, out.Body.Orders = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

// claimOrder stores the answer to "is this order yours?", and returns the orders that
// are still unclaimed.
func (h *Handlers) claimOrder(ctx context.Context, in *claimInput) (*unclaimedOutput, error) {
	holdsToken := h.Orders.Tokens.Owns(in.ID, in.OrderToken)
	if err := h.Accounts.ClaimOrder(ctx, call.Session(ctx), in.ID, holdsToken, in.Body.Mine); err != nil {
		return nil, err
	}
	return h.listUnclaimedOrders(ctx, &call.ShortListInput{ShortPage: call.WholeList})
}

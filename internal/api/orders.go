package api

import (
	"context"

	"hawker/internal/order"
)

func (s *Server) listCancelReasons(context.Context, *scopeInput) (*cancelReasonsOutput, error) {
	out := new(cancelReasonsOutput)
	for _, r := range order.CancelReasons {
		out.Body.Reasons = append(out.Body.Reasons, cancelReason{ID: r.ID, Reason: r.Text})
	}
	return out, nil
}

// owner is who asks for an order: the customer of the session, or whoever holds
// the token.
func owner(ctx context.Context, header OrderToken, token string) (order.Owner, error) {
	token, err := oneOf(header.HeaderToken, token, "token")
	return order.Owner{ShopperID: signedIn(ctx).ShopperID, Token: token}, err
}

// listOrders answers the orders of the customer (ORD-01). A guest's are in no
// history.
func (s *Server) listOrders(ctx context.Context, in *ordersInput) (*ordersOutput, error) {
	orders, total, err := s.Orders.List(ctx, signedIn(ctx).ShopperID, in.State == "running", in.paging())
	if err != nil {
		return nil, err
	}
	out := new(ordersOutput)
	out.Body.Paged = in.of(total)
	out.Body.Orders, err = s.viewOrders(ctx, orders)
	return out, err
}

// listUnclaimedOrders returns the orders that guests placed with a contact of the
// customer's. Until the customer says so, none of them is theirs (P4).
func (s *Server) listUnclaimedOrders(ctx context.Context, _ *scopeInput) (*unclaimedOutput, error) {
	me := signedIn(ctx)
	contacts, err := s.Accounts.ProvenContacts(ctx, me)
	if err != nil {
		return nil, err
	}
	orders, err := s.Orders.Unclaimed(ctx, me.ShopperID, contacts)
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	out := new(unclaimedOutput)
	out.Body.Orders = []unclaimedView{}
	for _, o := range orders {
		out.Body.Orders = append(out.Body.Orders, unclaimedView{
			ID: o.ID, StoreName: o.StoreName, OrderType: string(o.Type), OrderStatus: string(o.Status),
			Total: settings.Currency.Money().ToMajor(o.Total), CreatedAt: milliseconds(o.CreatedAt), TimeZone: o.TimeZone,
		})
	}
	return out, nil
}

// claimOrder takes the answer to "is this order yours?", and returns what is left
// to be asked.
func (s *Server) claimOrder(ctx context.Context, in *claimInput) (*unclaimedOutput, error) {
	holdsToken := s.Orders.Tokens.Owns(in.ID, in.OrderToken)
	if err := s.Accounts.ClaimOrder(ctx, signedIn(ctx), in.ID, holdsToken, in.Body.Mine); err != nil {
		return nil, err
	}
	return s.listUnclaimedOrders(ctx, nil)
}

// getOrder answers an order to an owner of it (P1).
func (s *Server) getOrder(ctx context.Context, in *orderInput) (*orderOutput, error) {
	who, err := owner(ctx, in.OrderToken, in.Token)
	if err != nil {
		return nil, err
	}
	found, err := s.Orders.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	view, err := s.viewOrder(ctx, found)
	return &orderOutput{Body: view}, err
}

// cancelOrder calls an order off while its store has not confirmed it (ORD-04).
func (s *Server) cancelOrder(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	who, err := owner(ctx, in.OrderToken, in.Body.Token)
	if err != nil {
		return nil, err
	}
	canceled, err := s.Orders.Cancel(ctx, in.ID, who, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	view, err := s.viewOrder(ctx, canceled)
	return &orderOutput{Body: view}, err
}

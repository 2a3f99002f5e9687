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

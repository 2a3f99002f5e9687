package api

import (
	"context"
	"errors"

	"github.com/danielgtaylor/huma/v2"
)

var errUnbuilt = errors.New("not built yet")

func (s *Server) createGuest(ctx context.Context, in *scopeInput) (*guestOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) postCart(ctx context.Context, in *postCartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) putCart(ctx context.Context, in *putCartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) deleteCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) deleteCartItems(ctx context.Context, in *deleteCartItemsInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) deleteCartItem(ctx context.Context, in *deleteCartItemInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) quoteCheckout(ctx context.Context, in *quoteInput) (*quoteOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) placeOrder(ctx context.Context, in *placeInput) (*placeOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listCancelReasons(ctx context.Context, in *scopeInput) (*cancelReasonsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) trackOrder(ctx context.Context, in *trackInput) (*trackOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getOrder(ctx context.Context, in *orderInput) (*orderOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) cancelOrder(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	return nil, errUnbuilt
}

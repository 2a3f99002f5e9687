package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/errs"
)

func (s *Server) getCustomer(context.Context, *customerInput) (*customerOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) updateProfile(context.Context, *updateProfileInput) (*updateProfileOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) deleteCustomer(context.Context, *customerInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) putInterests(context.Context, *interestsInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) listSessions(context.Context, *customerInput) (*sessionsOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) deleteSession(context.Context, *ownInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) listAddresses(context.Context, *addressesInput) (*addressesOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) postAddress(context.Context, *postAddressInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) putAddress(context.Context, *putAddressInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) deleteAddress(context.Context, *ownInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) mergeCart(context.Context, *mergeCartInput) (*cartOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) getPicture(context.Context, *pictureInput) (*huma.StreamResponse, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) getWishlist(context.Context, *customerInput) (*wishlistOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) postWishlist(context.Context, *wishInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) deleteWishlist(context.Context, *wishInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) listOrders(context.Context, *ordersInput) (*ordersOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

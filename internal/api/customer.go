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

func (s *Server) getPicture(context.Context, *pictureInput) (*huma.StreamResponse, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

package api

import (
	"context"

	"hawker/internal/errs"
)

func (s *Server) login(context.Context, *loginInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) signUp(context.Context, *signUpInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) verifyPhone(context.Context, *verifyPhoneInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) socialLogin(context.Context, *socialLoginInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) socialRegister(context.Context, *socialLoginInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) updateInfo(context.Context, *updateInfoInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) firebaseLogin(context.Context, *firebaseInput) (*signInOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) firebaseVerifyToken(context.Context, *firebaseInput) (*firebaseVerifyOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) forgotPassword(context.Context, *forgotPasswordInput) (*sentOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) verifyToken(context.Context, *verifyTokenInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) resetPassword(context.Context, *resetPasswordInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) firebaseResetPassword(context.Context, *resetPasswordInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

func (s *Server) logout(context.Context, *scopeInput) (*messageOutput, error) {
	return nil, errs.New(errs.NotFound, "This is not open yet.")
}

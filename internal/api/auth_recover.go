package api

import (
	"context"

	"hawker/internal/account"
)

// forgotPassword says the same whether or not there is an account.
func (s *Server) forgotPassword(ctx context.Context, in *forgotPasswordInput) (*sentOutput, error) {
	sent, err := s.Accounts.ForgotPassword(ctx, in.Body.forgotten(in.visitor("")))
	if err != nil {
		return nil, err
	}
	out := &sentOutput{CacheControl: neverKept}
	out.Body.Message = "If there is an account, a code is on its way."
	out.Body.Proof, out.Body.DemoOTP = sent.Handle, sent.DemoOTP
	return out, nil
}

func (s *Server) verifyToken(ctx context.Context, in *verifyTokenInput) (*verifyTokenOutput, error) {
	token, err := s.Accounts.VerifyResetCode(ctx, in.Body.forgotten(in.withHandle("", in.Body.Proof)), in.Body.ResetToken)
	if err != nil {
		return nil, err
	}
	out := &verifyTokenOutput{CacheControl: neverKept}
	out.Body.Message, out.Body.ResetToken = "The code is right. Now set a new password.", token
	return out, nil
}

func (s *Server) resetPassword(ctx context.Context, in *resetPasswordInput) (*messageOutput, error) {
	b := in.Body
	err := s.Accounts.ResetPassword(ctx, account.NewPassword{
		Forgotten: b.forgotten(in.withHandle("", b.Proof)), Token: b.ResetToken, Password: b.Password, Confirmation: b.ConfirmPassword,
	})
	if err != nil {
		return nil, err
	}
	return &messageOutput{Body: message{"Your password has been changed. Please sign in."}}, nil
}

// firebaseResetPassword takes what firebaseVerifyToken answered.
func (s *Server) firebaseResetPassword(ctx context.Context, in *resetPasswordInput) (*messageOutput, error) {
	return s.resetPassword(ctx, in)
}

func (b RecoverBody) forgotten(v account.Visitor) account.Forgotten {
	return account.Forgotten{Visitor: v, Method: account.Kind(b.VerificationMethod), Phone: b.Phone, Email: b.Email}
}

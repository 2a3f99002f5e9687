package api

import (
	"cmp"
	"context"

	"hawker/internal/account"
)

func (s *Server) socialLogin(ctx context.Context, in *socialLoginInput) (*signInOutput, error) {
	return s.answerSignIn(s.Accounts.SignInFromElsewhere(ctx, in.elsewhere()))
}

func (s *Server) socialRegister(ctx context.Context, in *socialLoginInput) (*signInOutput, error) {
	return s.answerSignIn(s.Accounts.SignUpFromElsewhere(ctx, in.elsewhere()))
}

func (in *socialLoginInput) elsewhere() account.Elsewhere {
	b := in.Body
	return account.Elsewhere{
		Visitor: in.visitor(b.GuestID), Provider: b.Medium, Token: cmp.Or(b.IDToken, b.Token), Nonce: b.Nonce,
		Subject: b.UniqueID, Email: b.Email, Proof: b.Proof, Phone: b.Phone,
	}
}

func (s *Server) firebaseLogin(ctx context.Context, in *firebaseInput) (*signInOutput, error) {
	return s.answerSignIn(s.Accounts.VerifyByPhoneService(ctx, in.phoneProof()))
}

// firebaseVerifyToken answers what sets a new password; without is_reset_token it
// is firebaseLogin by another method.
func (s *Server) firebaseVerifyToken(ctx context.Context, in *firebaseInput) (*firebaseVerifyOutput, error) {
	out := &firebaseVerifyOutput{CacheControl: neverKept}
	if in.Body.IsResetToken == 0 {
		signIn, err := s.Accounts.VerifyByPhoneService(ctx, in.phoneProof())
		out.SetCookie, out.Body.SignInView = s.keepDevice(signIn.Secret), viewSignIn(signIn)
		return out, err
	}
	token, err := s.Accounts.ResetByPhoneService(ctx, in.phoneProof())
	out.Body.SignInView = viewSignIn(account.SignIn{Phone: in.Body.Phone, PhoneVerified: true, EmailVerified: true})
	out.Body.ResetToken = token
	return out, err
}

func (in *firebaseInput) phoneProof() account.PhoneProof {
	b := in.Body
	return account.PhoneProof{
		Visitor: in.visitor(b.GuestID), By: account.LoginType(cmp.Or(b.LoginType, string(account.ByCode))),
		SessionInfo: b.SessionInfo, Code: b.OTP, Phone: b.Phone, Proof: b.Proof,
	}
}

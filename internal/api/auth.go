package api

import (
	"context"

	"hawker/internal/account"
)

// login begins a sign-in, or sends the code again that one waits for.
func (s *Server) login(ctx context.Context, in *loginInput) (*signInOutput, error) {
	b, v := in.Body, in.visitor(in.Body.GuestID)
	switch {
	case b.LoginType == string(account.ByCode) && (b.Phone != "" || b.Proof == ""):
		return s.answerSignIn(s.Accounts.SendLoginCode(ctx, v, b.Phone))
	case b.Proof != "":
		return s.answerSignIn(s.Accounts.Resend(ctx, v, b.Proof))
	}
	return s.answerSignIn(s.Accounts.SignInByPassword(ctx, account.PasswordLogin{Visitor: v, Identifier: b.EmailOrPhone, Password: b.Password}))
}

func (s *Server) signUp(ctx context.Context, in *signUpInput) (*signInOutput, error) {
	b := in.Body
	return s.answerSignIn(s.Accounts.SignUp(ctx, account.NewAccount{
		Visitor:  in.visitor(b.GuestID),
		Details:  account.Details{Name: b.Name, Email: b.Email, Phone: b.Phone, RefCode: b.RefCode},
		Password: b.Password, Confirmation: b.ConfirmPassword, Terms: b.Tandc,
	}))
}

// verifyPhone takes the code of a phone, or of an e-mail.
func (s *Server) verifyPhone(ctx context.Context, in *verifyPhoneInput) (*signInOutput, error) {
	b := in.Body
	return s.answerSignIn(s.Accounts.VerifyContact(ctx, account.CodeTyped{
		Visitor: in.withHandle(b.GuestID, b.Proof), By: account.LoginType(b.LoginType), Kind: account.Kind(b.VerificationType),
		Phone: b.Phone, Code: b.OTP, Proof: b.Proof,
	}))
}

func (s *Server) updateInfo(ctx context.Context, in *updateInfoInput) (*signInOutput, error) {
	b := in.Body
	return s.answerSignIn(s.Accounts.UpdateInfo(ctx, account.Info{
		Visitor: in.visitor(b.GuestID),
		Details: account.Details{Name: b.Name, Email: b.Email, Phone: b.Phone, RefCode: b.RefCode},
		Proof:   b.Proof, Mine: account.Answer(b.IsExistUser),
	}))
}

// logout ends the session that asks, and no other.
func (s *Server) logout(ctx context.Context, _ *scopeInput) (*messageOutput, error) {
	if err := s.Accounts.Logout(ctx, signedIn(ctx)); err != nil {
		return nil, err
	}
	return &messageOutput{Body: message{"Logout successful."}}, nil
}

package customer

import (
	"cmp"
	"context"

	"hawker/internal/api/call"
	"hawker/internal/credential"
	"hawker/internal/signin"
)

type firebaseInput struct {
	call.Scope
	Device
	Body struct {
		SignInBody
		SessionInfo  string `json:"session_info" maxLength:"4096" doc:"The phone service's id of the verification."`
		Phone        string `json:"phone" maxLength:"40"`
		OTP          string `json:"otp" maxLength:"12"`
		LoginType    string `json:"login_type,omitempty" enum:"manual,otp,social"`
		IsResetToken int    `json:"is_reset_token,omitempty" enum:"0,1" doc:"1: to set a new password; the response has a reset_token."`
	}
}

type firebaseVerifyOutput struct {
	CacheControl string `header:"Cache-Control"`
	SetCookie    string `header:"Set-Cookie"`
	Body         struct {
		SignInView
		ResetClears
		ResetToken string `json:"reset_token,omitempty" doc:"Needed for firebase-reset-password."`
	}
}

type firebaseResetInput struct {
	call.Scope
	Device
	Body struct {
		RecoverBody
		SessionInfo     string `json:"session_info,omitempty" maxLength:"4096" doc:"The phone service's id of the verification, instead of reset_token."`
		OTP             string `json:"otp,omitempty" maxLength:"12" doc:"Only with session_info. The code is used up even if the password is then refused, so it is better to ask for the reset_token first."`
		IsResetToken    int    `json:"is_reset_token,omitempty" enum:"0,1" doc:"Sent by older clients and ignored."`
		ResetToken      string `json:"reset_token,omitempty" maxLength:"128" doc:"From the response of firebase-verify-token, or of this call without a password."`
		Password        string `json:"password,omitempty" maxLength:"200"`
		ConfirmPassword string `json:"confirm_password,omitempty" maxLength:"200"`
	}
}

type firebaseResetOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message string `json:"message"`
		ResetClears
		ResetToken string `json:"reset_token,omitempty" doc:"Given if the request had no password: needed for the request with one."`
	}
}

func (h *Handlers) firebaseLogin(ctx context.Context, in *firebaseInput) (*signInOutput, error) {
	return h.signInResponse(ctx)(h.SignIn.EnterPhoneServiceCode(ctx, in.codeEntry()))
}

// firebaseVerifyToken returns the token for a new password; without is_reset_token it
// is the same as firebaseLogin.
func (h *Handlers) firebaseVerifyToken(ctx context.Context, in *firebaseInput) (*firebaseVerifyOutput, error) {
	out := &firebaseVerifyOutput{CacheControl: noStore}
	if in.Body.IsResetToken == 0 {
		signIn, err := h.firebaseLogin(ctx, in)
		if err != nil {
			return nil, err
		}
		out.SetCookie, out.Body.SignInView = signIn.SetCookie, signIn.Body
		return out, nil
	}
	proof, err := h.SignIn.VerifyResetByPhoneService(ctx, in.codeEntry())
	out.Body.SignInView = viewSignIn(signin.Result{Phone: in.Body.Phone, PhoneVerified: true, EmailVerified: true})
	out.Body.ResetToken, out.Body.ClearsAccount = proof.Token, proof.Clears
	return out, err
}

// firebaseResetPassword sets a password by the token of firebaseVerifyToken, or by the
// code itself. Without a password it returns the token for a code.
func (h *Handlers) firebaseResetPassword(ctx context.Context, in *firebaseResetInput) (*firebaseResetOutput, error) {
	b, v := in.Body, in.withHandle("", in.Body.Proof)
	entry := signin.CodeEntry{Client: v, SessionInfo: b.SessionInfo, Code: b.OTP, Phone: b.Phone}
	out := &firebaseResetOutput{CacheControl: noStore}
	if b.SessionInfo != "" && b.ResetToken == "" && b.Password == "" {
		proof, err := h.SignIn.VerifyResetByPhoneService(ctx, entry)
		out.Body.Message = call.Say(ctx, "The code is right. Now set a new password.")
		out.Body.ResetToken, out.Body.ClearsAccount = proof.Token, proof.Clears
		return out, err
	}
	err := h.SignIn.ResetPassword(ctx, signin.NewPassword{
		Recovery: b.recovery(v), Token: b.ResetToken, ByService: entry, Password: b.Password, Confirmation: b.ConfirmPassword,
	})
	out.Body.Message = call.Say(ctx, "Your password has been changed. Please sign in.")
	return out, err
}

func (in *firebaseInput) codeEntry() signin.CodeEntry {
	b := in.Body
	return signin.CodeEntry{
		Client: in.client(b.GuestID), By: credential.LoginType(cmp.Or(b.LoginType, string(credential.ByCode))),
		SessionInfo: b.SessionInfo, Code: b.OTP, Phone: b.Phone, Proof: b.Proof,
	}
}

package customer

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/signin"
)

// registerRecovery has the calls that replace a forgotten password.
func (h *Handlers) registerRecovery(a huma.API) {
	huma.Register(a, open("forgotPassword", http.MethodPost, "/auth/forgot-password"), h.forgotPassword)
	huma.Register(a, open("verifyToken", http.MethodPost, "/auth/verify-token"), h.verifyToken)
	huma.Register(a, open("resetPassword", http.MethodPut, "/auth/reset-password"), h.resetPassword)
	huma.Register(a, open("firebaseResetPassword", http.MethodPut, "/auth/firebase-reset-password"), h.firebaseResetPassword)
}

// RecoverBody names whose password is forgotten.
type RecoverBody struct {
	Phone              string `json:"phone,omitempty" maxLength:"40"`
	Email              string `json:"email,omitempty" maxLength:"255"`
	VerificationMethod string `json:"verification_method,omitempty" enum:"phone,email"`
	Proof              string `json:"proof,omitempty" maxLength:"128" doc:"From the response of forgot-password. Without it, the request must come from the network address that asked for the code."`
}

type forgotPasswordInput struct {
	call.Scope
	Device
	Body RecoverBody
}

type verifyTokenInput struct {
	call.Scope
	Device
	Body struct {
		RecoverBody
		ResetToken string `json:"reset_token" maxLength:"12" doc:"The code that was sent."`
	}
}

// verifyTokenOutput must not be stored: its token sets a password.
type verifyTokenOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message string `json:"message"`
		ResetClears
		ResetToken string `json:"reset_token" doc:"For reset-password, instead of the code. It is valid for 30 minutes and does not count as an attempt."`
	}
}

// ResetClears is a part of the responses to the right code for a new password.
type ResetClears struct {
	ClearsAccount bool `json:"clears_account,omitempty" doc:"Nobody has proven that the account is theirs, and this device is new to it. A new password deletes what is stored in the account, except the wallet and the points. Tell the person before."`
}

type resetPasswordInput struct {
	call.Scope
	Device
	Body struct {
		RecoverBody
		ResetToken      string `json:"reset_token" maxLength:"128" doc:"From the response of verify-token or firebase-verify-token, or the code that was sent."`
		Password        string `json:"password,omitempty" maxLength:"200"`
		ConfirmPassword string `json:"confirm_password,omitempty" maxLength:"200"`
	}
}

// sentOutput is the same whether or not there is an account.
type sentOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message string `json:"message"`
		Proof   string `json:"proof,omitempty" doc:"Needed for the next steps."`
		DemoOTP string `json:"demo_otp,omitempty" doc:"Demo only: the code (D8)."`
	}
}

// forgotPassword responds the same whether or not there is an account.
func (h *Handlers) forgotPassword(ctx context.Context, in *forgotPasswordInput) (*sentOutput, error) {
	sent, err := h.SignIn.SendResetCode(ctx, in.Body.recovery(in.client("")))
	if err != nil {
		return nil, err
	}
	out := &sentOutput{CacheControl: noStore}
	out.Body.Message = call.Say(ctx, "If there is an account, a code is on its way.")
	out.Body.Proof, out.Body.DemoOTP = sent.Handle, sent.DemoOTP
	return out, nil
}

func (h *Handlers) verifyToken(ctx context.Context, in *verifyTokenInput) (*verifyTokenOutput, error) {
	proof, err := h.SignIn.VerifyResetCode(ctx, in.Body.recovery(in.withHandle("", in.Body.Proof)), in.Body.ResetToken)
	if err != nil {
		return nil, err
	}
	out := &verifyTokenOutput{CacheControl: noStore}
	out.Body.Message = call.Say(ctx, "The code is right. Now set a new password.")
	out.Body.ResetToken, out.Body.ClearsAccount = proof.Token, proof.Clears
	return out, nil
}

func (h *Handlers) resetPassword(ctx context.Context, in *resetPasswordInput) (*call.MessageOutput, error) {
	b := in.Body
	err := h.SignIn.ResetPassword(ctx, signin.NewPassword{
		Recovery: b.recovery(in.withHandle("", b.Proof)), Token: b.ResetToken, Password: b.Password, Confirmation: b.ConfirmPassword,
	})
	if err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your password has been changed. Please sign in."), nil
}

func (b RecoverBody) recovery(v credential.Client) signin.Recovery {
	return signin.Recovery{Client: v, Method: contact.Kind(b.VerificationMethod), Phone: b.Phone, Email: b.Email}
}

package customer

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/signin"
)

type signUpInput struct {
	call.Scope
	Device
	Body struct {
		Name            string `json:"name,omitempty" maxLength:"120"`
		Email           string `json:"email,omitempty" maxLength:"1000"`
		Phone           string `json:"phone,omitempty" maxLength:"40"`
		Password        string `json:"password,omitempty" maxLength:"200"`
		ConfirmPassword string `json:"confirm_password,omitempty" maxLength:"200"`
		RefCode         string `json:"ref_code,omitempty" maxLength:"40"`
		GuestID         string `json:"guest_id,omitempty" maxLength:"128"`
		Tandc           bool   `json:"tandc,omitempty" doc:"The person accepted the terms."`
	}
}

func (h *Handlers) signUp(ctx context.Context, in *signUpInput) (*signInOutput, error) {
	b := in.Body
	return h.signInResponse(ctx)(h.SignIn.SignUp(ctx, signin.SignUpForm{
		Client:   in.client(b.GuestID),
		Details:  signin.Details{Name: b.Name, Email: b.Email, Phone: b.Phone, RefCode: b.RefCode},
		Password: b.Password, Confirmation: b.ConfirmPassword, Terms: b.Tandc,
	}))
}

package customer

import (
	"cmp"
	"context"

	"hawker/internal/api/call"
	"hawker/internal/signin"
)

// SocialBody has a provider's token (AUTH-07). The other fields are only compared with
// the token.
type SocialBody struct {
	SignInBody
	Medium    string `json:"medium" enum:"google,facebook,apple"`
	Token     string `json:"token,omitempty" maxLength:"8192" doc:"The id token; for Facebook, the access token."`
	IDToken   string `json:"id_token,omitempty" maxLength:"8192" doc:"May be sent instead of token."`
	Nonce     string `json:"nonce,omitempty" maxLength:"200" doc:"The raw nonce. The id token contains its SHA-256 in base64url."`
	UniqueID  string `json:"unique_id,omitempty" maxLength:"255" doc:"The provider's id of the person."`
	Email     string `json:"email,omitempty" maxLength:"255"`
	Phone     string `json:"phone,omitempty" maxLength:"40" doc:"Required for social-register."`
	RefCode   string `json:"ref_code,omitempty" maxLength:"40" doc:"The referral code of the customer who invited a new customer. If update-info follows, send it there too."`
	LoginType string `json:"login_type,omitempty" enum:"social"`
}

type socialLoginInput struct {
	call.Scope
	Device
	Body SocialBody
}

func (h *Handlers) socialLogin(ctx context.Context, in *socialLoginInput) (*signInOutput, error) {
	return h.signInResponse(ctx)(h.SignIn.ByProvider(ctx, in.providerLogin()))
}

func (h *Handlers) socialRegister(ctx context.Context, in *socialLoginInput) (*signInOutput, error) {
	return h.signInResponse(ctx)(h.SignIn.SignUpByProvider(ctx, in.providerLogin()))
}

func (in *socialLoginInput) providerLogin() signin.ProviderLogin {
	b := in.Body
	return signin.ProviderLogin{
		Client: in.client(b.GuestID), Provider: b.Medium, Token: cmp.Or(b.IDToken, b.Token), Nonce: b.Nonce,
		Subject: b.UniqueID, Email: b.Email, Proof: b.Proof, Phone: b.Phone, RefCode: b.RefCode,
	}
}

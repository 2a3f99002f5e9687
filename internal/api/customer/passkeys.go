package customer

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/credential"
	"hawker/internal/passkey"
	"hawker/internal/signin"
)

// registerPasskeys has the calls that add and remove passkeys and sign in with them.
// All binary values are base64url without padding, as in PublicKeyCredential.toJSON.
func (h *Handlers) registerPasskeys(a huma.API) {
	huma.Register(a, open("passkeyLoginOptions", http.MethodPost, "/auth/passkey-options"), h.passkeyLoginOptions)
	huma.Register(a, open("passkeyLogin", http.MethodPost, "/auth/passkey-login"), h.passkeyLogin)
	huma.Register(a, own("listPasskeys", http.MethodGet, "/customer/passkeys"), h.listPasskeys)
	huma.Register(a, own("passkeyOptions", http.MethodPost, "/customer/passkeys/options"), h.passkeyOptions)
	huma.Register(a, own("postPasskey", http.MethodPost, "/customer/passkeys"), h.postPasskey)
	huma.Register(a, own("deletePasskey", http.MethodDelete, "/customer/passkeys/{id}"), h.deletePasskey)
}

// ConfirmBody confirms the customer where a session is not enough.
type ConfirmBody struct {
	CurrentPassword string `json:"current_password,omitempty" maxLength:"200" doc:"Required if confirm_by asks for the password."`
	ConfirmOTP      string `json:"confirm_otp,omitempty" maxLength:"12" doc:"Instead of current_password: the code of /customer/confirm-code."`
}

type passkeyLoginOptionsInput struct {
	call.Scope
	Device
}

type passkeyLoginOptionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         PasskeyChallenge
}

// PasskeyChallenge is for one signature by a device, within five minutes and with user
// verification.
type PasskeyChallenge struct {
	Proof     string `json:"proof" doc:"Needed for the next call."`
	Challenge string `json:"challenge"`
	RPID      string `json:"rp_id"`
}

type passkeyLoginInput struct {
	call.Scope
	Device
	Body struct {
		SignInBody
		Credential signedCredential `json:"credential"`
	}
}

type signedCredential struct {
	ID                string `json:"id" maxLength:"1400"`
	ClientDataJSON    string `json:"client_data_json" maxLength:"4096"`
	AuthenticatorData string `json:"authenticator_data" maxLength:"4096"`
	Signature         string `json:"signature" maxLength:"4096"`
	UserHandle        string `json:"user_handle" maxLength:"100"`
}

type passkeysOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		call.Paged
		Passkeys []passkeyView `json:"passkeys" doc:"The newest first."`
	}
}

type passkeyView struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CreatedAt  string `json:"created_at" doc:"RFC 3339."`
	LastUsedAt string `json:"last_used_at" doc:"RFC 3339; empty: never."`
}

type passkeyOptionsInput struct {
	call.Scope
	Body *ConfirmBody
}

type passkeyOptionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		PasskeyChallenge
		RPName      string   `json:"rp_name"`
		UserHandle  string   `json:"user_handle"`
		UserName    string   `json:"user_name"`
		Algorithms  []int    `json:"algorithms" doc:"COSE numbers, the preferred one first."`
		Credentials []string `json:"credentials" doc:"Ids of passkeys that were added before. Their devices must not be added again."`
	}
}

type postPasskeyInput struct {
	call.Scope
	Device
	Body struct {
		Proof      string            `json:"proof" maxLength:"128"`
		Name       string            `json:"name,omitempty" maxLength:"120" doc:"At most 60 characters; empty: the kind of device is used."`
		Credential createdCredential `json:"credential"`
	}
}

type createdCredential struct {
	ID                string `json:"id" maxLength:"1400"`
	ClientDataJSON    string `json:"client_data_json" maxLength:"4096"`
	AttestationObject string `json:"attestation_object" maxLength:"16384"`
}

type deletePasskeyInput struct {
	call.Scope
	Device
	ID   int64 `path:"id" minimum:"1"`
	Body *ConfirmBody
}

func (h *Handlers) passkeyLoginOptions(ctx context.Context, in *passkeyLoginOptionsInput) (*passkeyLoginOptionsOutput, error) {
	q, err := h.SignIn.BeginByPasskey(ctx, in.client(""))
	if err != nil {
		return nil, err
	}
	return &passkeyLoginOptionsOutput{CacheControl: noStore, Body: viewChallenge(q)}, nil
}

func (h *Handlers) passkeyLogin(ctx context.Context, in *passkeyLoginInput) (*signInOutput, error) {
	b := in.Body
	return h.signInResponse(ctx)(h.SignIn.ByPasskey(ctx, signin.PasskeyLogin{
		Client: in.client(b.GuestID), Proof: b.Proof,
		Signed: passkey.Signed{
			ID: b.Credential.ID, ClientData: b.Credential.ClientDataJSON, AuthenticatorData: b.Credential.AuthenticatorData,
			Signature: b.Credential.Signature, UserHandle: b.Credential.UserHandle,
		},
	}))
}

func (h *Handlers) listPasskeys(ctx context.Context, in *call.ShortListInput) (*passkeysOutput, error) {
	all, err := h.Credentials.ListPasskeys(ctx, call.Session(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	views := make([]passkeyView, len(all))
	for i, one := range all {
		v := passkeyView{ID: one.ID, Name: one.Name, CreatedAt: view.UnixMilli(one.CreatedAt)}
		if one.UsedAt != nil {
			v.LastUsedAt = view.UnixMilli(*one.UsedAt)
		}
		views[i] = v
	}
	out := new(passkeysOutput)
	out.Body.Paged, out.Body.Passkeys = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

func (h *Handlers) passkeyOptions(ctx context.Context, in *passkeyOptionsInput) (*passkeyOptionsOutput, error) {
	q, err := h.SignIn.BeginAddPasskey(ctx, call.Session(ctx), in.Body.reauth())
	if err != nil {
		return nil, err
	}
	out := &passkeyOptionsOutput{CacheControl: noStore}
	out.Body.PasskeyChallenge, out.Body.RPName = viewChallenge(q), q.SiteName
	out.Body.UserHandle, out.Body.UserName = base64.RawURLEncoding.EncodeToString([]byte(q.CustomerHandle)), q.AccountName
	out.Body.Algorithms, out.Body.Credentials = passkey.Algorithms, append([]string{}, q.Existing...)
	return out, nil
}

func (h *Handlers) postPasskey(ctx context.Context, in *postPasskeyInput) (*call.MessageOutput, error) {
	b := in.Body
	err := h.SignIn.AddPasskey(ctx, call.Session(ctx), signin.NewPasskey{
		Client: in.client(""), Proof: b.Proof, Name: b.Name,
		Created: passkey.Created{ID: b.Credential.ID, ClientData: b.Credential.ClientDataJSON, Attestation: b.Credential.AttestationObject},
	})
	if err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your passkey has been added."), nil
}

func (h *Handlers) deletePasskey(ctx context.Context, in *deletePasskeyInput) (*call.MessageOutput, error) {
	if err := h.SignIn.RemovePasskey(ctx, call.Session(ctx), in.ID, in.Body.reauth(), in.client("")); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your passkey has been removed."), nil
}

func (b *ConfirmBody) reauth() account.Reauth {
	if b == nil {
		return account.Reauth{}
	}
	return account.Reauth{Password: b.CurrentPassword, Code: b.ConfirmOTP}
}

func viewChallenge(q credential.PasskeyChallenge) PasskeyChallenge {
	return PasskeyChallenge{Proof: q.Proof, Challenge: q.Challenge, RPID: q.SiteID}
}

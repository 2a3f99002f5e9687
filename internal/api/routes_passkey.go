package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerPasskeys is how passkeys are added and removed, and sign in. All binary
// values are base64url without padding, as PublicKeyCredential.toJSON has them.
func (s *Server) registerPasskeys(a huma.API) {
	own := func(id, method, path string) huma.Operation {
		return by(customers, huma.Operation{OperationID: id, Method: method, Path: path})
	}
	post := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: path}
	}
	huma.Register(a, post("passkeyLoginOptions", "/auth/passkey-options"), s.passkeyLoginOptions)
	huma.Register(a, post("passkeyLogin", "/auth/passkey-login"), s.passkeyLogin)
	huma.Register(a, own("listPasskeys", http.MethodGet, "/customer/passkeys"), s.listPasskeys)
	huma.Register(a, own("passkeyOptions", http.MethodPost, "/customer/passkeys/options"), s.passkeyOptions)
	huma.Register(a, own("postPasskey", http.MethodPost, "/customer/passkeys"), s.postPasskey)
	huma.Register(a, own("deletePasskey", http.MethodDelete, "/customer/passkeys/{id}"), s.deletePasskey)
}

// ConfirmBody proves that it is the customer, where a session alone is not enough.
type ConfirmBody struct {
	CurrentPassword string `json:"current_password,omitempty" maxLength:"200" doc:"Where confirm_by says so."`
	ConfirmOTP      string `json:"confirm_otp,omitempty" maxLength:"12" doc:"In its place: the code of /customer/confirm-code."`
}

type passkeyLoginOptionsInput struct {
	Scope
	Device
}
type passkeyLoginOptionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         PasskeyChallenge
}

// PasskeyChallenge is what a device is to sign, once and within five minutes, with
// user verification.
type PasskeyChallenge struct {
	Proof     string `json:"proof" doc:"For the next call."`
	Challenge string `json:"challenge"`
	RPID      string `json:"rp_id"`
}

type passkeyLoginInput struct {
	Scope
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
	Scope
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
		Credentials []string `json:"credentials" doc:"Ids of passkeys that were added before; their devices are to refuse."`
	}
}
type postPasskeyInput struct {
	Scope
	Device
	Body struct {
		Proof      string            `json:"proof" maxLength:"128"`
		Name       string            `json:"name,omitempty" maxLength:"120" doc:"At most 60 characters; without one, the kind of device."`
		Credential createdCredential `json:"credential"`
	}
}
type createdCredential struct {
	ID                string `json:"id" maxLength:"1400"`
	ClientDataJSON    string `json:"client_data_json" maxLength:"4096"`
	AttestationObject string `json:"attestation_object" maxLength:"16384"`
}
type deletePasskeyInput struct {
	Scope
	Device
	ID   int64 `path:"id" minimum:"1"`
	Body *ConfirmBody
}

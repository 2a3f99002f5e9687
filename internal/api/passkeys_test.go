package api_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"hawker/internal/passkey/passkeytest"
	"hawker/internal/signin/signintest"
)

type passkeyOptions struct {
	Proof       string
	Challenge   string
	RPID        string `json:"rp_id"`
	UserHandle  string `json:"user_handle"`
	Credentials []string
}

// device is one that can answer the options.
func (o passkeyOptions) device(t testing.TB) *passkeytest.Device {
	t.Helper()
	handle, err := base64.RawURLEncoding.DecodeString(o.UserHandle)
	if err != nil {
		t.Fatal(err)
	}
	return passkeytest.New(t, o.RPID, signintest.Origin, string(handle))
}

// newPasskey is the body that adds a passkey.
func newPasskey(t testing.TB, o passkeyOptions) fields {
	t.Helper()
	return addPasskey(t, o, o.device(t))
}

func addPasskey(t testing.TB, o passkeyOptions, d *passkeytest.Device) fields {
	t.Helper()
	made := d.Create(t, o.Challenge)
	return fields{"proof": o.Proof, "name": "My phone", "credential": fields{
		"id": made.ID, "client_data_json": made.ClientData, "attestation_object": made.Attestation,
	}}
}

func usePasskey(t testing.TB, o passkeyOptions, d *passkeytest.Device) fields {
	t.Helper()
	signed := d.Sign(t, o.Challenge)
	return fields{"proof": o.Proof, "credential": fields{
		"id": signed.ID, "client_data_json": signed.ClientData, "authenticator_data": signed.AuthenticatorData,
		"signature": signed.Signature, "user_handle": signed.UserHandle,
	}}
}

func TestPasskeys_areAddedUsedAndRemoved(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		me := c.buyer(t)
		o := read[passkeyOptions](t, c.as(t, me, http.MethodPost, "/customer/passkeys/options", fields{}))
		d := o.device(t)
		if a := c.as(t, me, http.MethodPost, "/customer/passkeys", addPasskey(t, o, d)); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		again := read[passkeyOptions](t, c.as(t, me, http.MethodPost, "/customer/passkeys/options", fields{}))
		if len(again.Credentials) != 1 || again.Credentials[0] != d.ID() {
			t.Errorf("known credentials are %v", again.Credentials)
		}
		ask := func() passkeyOptions {
			return read[passkeyOptions](t, c.send(t, http.MethodPost, "/auth/passkey-options", fields{}))
		}
		login := func(body fields) answer { return c.send(t, http.MethodPost, "/auth/passkey-login", body) }
		asked := ask()
		body := usePasskey(t, asked, d)
		in := login(body)
		if in.status != 200 || !strings.Contains(in.body, `"token":"`) || strings.Contains(in.body, `"token":""`) {
			t.Fatalf("sign-in: %d %s", in.status, in.body)
		}
		for what, tt := range map[string]struct {
			body   func() fields
			status int
			says   string
		}{
			"the same answer again": {func() fields { return body }, 422, `"field":"proof"`},
			"another origin": {func() fields {
				d.Origin = "https://evil.example"
				defer func() { d.Origin = signintest.Origin }()
				return usePasskey(t, ask(), d)
			}, 401, "does not sign in here"},
			"a credential of nobody's": {func() fields { return usePasskey(t, ask(), o.device(t)) }, 401, "does not sign in here"},
			"nothing at all":           {func() fields { return fields{} }, 422, ""},
		} {
			if a := login(tt.body()); a.status != tt.status || !strings.Contains(a.body, tt.says) {
				t.Errorf("%s: %d %s", what, a.status, a.body)
			}
		}
		list := read[struct {
			Passkeys []struct {
				ID         int64
				Name       string
				LastUsedAt string `json:"last_used_at"`
			}
		}](t, c.as(t, me, http.MethodGet, "/customer/passkeys", nil)).Passkeys
		if len(list) != 1 || list[0].Name != "My phone" || list[0].LastUsedAt == "" {
			t.Errorf("the list is %+v", list)
		}
	})
}

package apitest

import (
	"encoding/base64"
	"testing"

	"hawker/internal/passkey/passkeytest"
	"hawker/internal/signin/signintest"
)

// PasskeyOptions is the response of passkeyOptions and passkeyLoginOptions.
type PasskeyOptions struct {
	Proof       string
	Challenge   string
	RPID        string `json:"rp_id"`
	UserHandle  string `json:"user_handle"`
	Credentials []string
}

// Device returns a device that can use the options.
func (o PasskeyOptions) Device(t testing.TB) *passkeytest.Device {
	t.Helper()
	handle, err := base64.RawURLEncoding.DecodeString(o.UserHandle)
	if err != nil {
		t.Fatal(err)
	}
	return passkeytest.New(t, o.RPID, signintest.Origin, string(handle))
}

// NewPasskeyBody returns a body that adds a passkey of a new device.
func NewPasskeyBody(t testing.TB, o PasskeyOptions) Fields {
	t.Helper()
	return AddPasskeyBody(t, o, o.Device(t))
}

// AddPasskeyBody returns a body that adds a passkey of this device.
func AddPasskeyBody(t testing.TB, o PasskeyOptions, d *passkeytest.Device) Fields {
	t.Helper()
	made := d.Create(t, o.Challenge)
	return Fields{"proof": o.Proof, "name": "My phone", "credential": Fields{
		"id": made.ID, "client_data_json": made.ClientData, "attestation_object": made.Attestation,
	}}
}

// UsePasskeyBody returns a body that signs in with the device's passkey.
func UsePasskeyBody(t testing.TB, o PasskeyOptions, d *passkeytest.Device) Fields {
	t.Helper()
	signed := d.Sign(t, o.Challenge)
	return Fields{"proof": o.Proof, "credential": Fields{
		"id": signed.ID, "client_data_json": signed.ClientData, "authenticator_data": signed.AuthenticatorData,
		"signature": signed.Signature, "user_handle": signed.UserHandle,
	}}
}

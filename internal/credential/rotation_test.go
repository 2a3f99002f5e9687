package credential_test

import (
	"testing"
	"time"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// A code that was sent before the secret was rotated stays valid if the previous secret is
// accepted, and is refused if it is not, because it has leaked.
func TestCheckCode_AUTH10_acceptsBothSecretsAfterARotation(t *testing.T) {
	var key *secret.Key
	signintest.OnEngines(t, func(d *signintest.Deps) { key = d.Credentials.Secret }, func(t *testing.T, w *signintest.Fixture) {
		rotate := func(accept time.Duration) {
			t.Helper()
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
				return secret.Rotate(t.Context(), tx, w.Clock.Now(), credential.SecretName, accept)
			})
			if err == nil {
				err = key.Refresh(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		from := credential.Client{Address: "192.0.2.1"}
		// send sends a code and returns the form to enter it, with or without its handle.
		send := func(phone string, handle bool) signin.CodeEntry {
			t.Helper()
			w.PassCodePause()
			sent := signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), from, phone))
			typed := signin.CodeEntry{Client: from, By: credential.ByCode, Kind: contact.KindPhone, Phone: phone, Code: w.Code(t, phone)}
			if handle {
				typed.CodeHandle = sent.Proof
			}
			return typed
		}
		for i, handle := range []bool{true, false} {
			for j, tt := range []struct {
				name   string
				accept time.Duration
				good   bool
			}{{"is accepted", time.Hour, true}, {"has leaked", 0, false}} {
				phone := signintest.PhoneOf(2*i + j)
				typed := send(phone, handle)
				rotate(tt.accept)
				_, err := w.SignIn.EnterCode(t.Context(), typed)
				if tt.good && err != nil || !tt.good && !errs.Is(err, errs.CodeWrong) && !errs.Is(err, errs.CodeExpired) {
					t.Errorf("with its handle %t, the secret before %s: %v", handle, tt.name, err)
				}
				signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), send(signintest.PhoneOf(10+2*i+j), handle)))
			}
		}
	})
}

package account_test

import (
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
)

// A code that was sent before the server's secrets were replaced is good for its
// time, where the secret before is accepted, and opens nothing where it has leaked.
func TestCode_AUTH10_underBothSecrets(t *testing.T) {
	var key *secret.Key
	desks(t, func(d *account.Deps) { key = d.Secret }, func(t *testing.T, w *accounttest.Desk) {
		rotate := func(accept time.Duration) {
			t.Helper()
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
				return secret.Rotate(t.Context(), tx, w.Clock.Now(), account.SecretName, accept)
			})
			if err == nil {
				err = key.Refresh(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		from := account.Visitor{Address: "192.0.2.1"}
		// send asks for a code and returns how it is typed, as the storefront does, or
		// without the handle of its sending.
		send := func(phone string, handle bool) account.CodeTyped {
			t.Helper()
			w.Late()
			sent := done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), from, phone))
			typed := account.CodeTyped{Visitor: from, By: account.ByCode, Kind: account.Phone, Phone: phone, Code: w.Code(t, phone)}
			if handle {
				typed.Handle = sent.Proof
			}
			return typed
		}
		for i, handle := range []bool{true, false} {
			for j, tt := range []struct {
				name   string
				accept time.Duration
				good   bool
			}{{"is accepted", time.Hour, true}, {"has leaked", 0, false}} {
				phone := phoneOf(2*i + j)
				typed := send(phone, handle)
				rotate(tt.accept)
				_, err := w.Accounts.VerifyContact(t.Context(), typed)
				if tt.good && err != nil || !tt.good && !errs.Is(err, errs.CodeWrong) && !errs.Is(err, errs.CodeExpired) {
					t.Errorf("with its handle %t, the secret before %s: %v", handle, tt.name, err)
				}
				done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), send(phoneOf(10+2*i+j), handle)))
			}
		}
	})
}

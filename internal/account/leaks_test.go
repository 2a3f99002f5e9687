package account_test

import (
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/errs"
)

func TestDatabase_AUTH10_keepsNoTokenCodePasswordOrProof(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, true))
		secrets := []string{password, "papaya-tree-8", "wrong one"}
		note := func(in account.SignIn) account.SignIn {
			secrets = append(secrets, in.Token, in.Proof)
			return in
		}
		guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
		secrets = append(secrets, guestID)
		in := note(signUp(t, w, func(a *account.NewAccount) { a.GuestID = guestID }))
		in = note(done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByPassword, Kind: account.Phone, Code: w.Code(t, phone), Proof: in.Proof})))
		note(done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByPassword, Kind: account.Email, Code: w.Code(t, asha), Proof: in.Proof})))
		note(done[account.SignIn](t)(login(t, w, asha, password)))
		_, err := login(t, w, asha, "wrong one")
		refused(t, "a wrong password", err, errs.WrongCredentials)
		note(byCode(t, w, phone))
		note(byCode(t, w, "+12025550102"))
		_, err = w.Accounts.SignInFromElsewhere(t.Context(), from("nameless"))
		secrets = append(secrets, needsPhone(t, err).Proof)
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, "+12025550103")) // in force still
		w.Settle(t)
		codes := w.Post.Codes()
		if len(codes) != 6 {
			t.Fatalf("%d codes were sent", len(codes))
		}
		accounttest.KeptNowhere(t, w.DB, append(secrets, codes...)...)
	})
}

func TestKeptNowhere_findsWhatIsKept(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		in := byCode(t, w, phone)
		w.Exec(t, `UPDATE proofs SET body = $1`, `{"token":"`+in.Proof+`"}`)
		w.Exec(t, `UPDATE jobs SET last_error = 'code 123456 refused' WHERE kind = 'account.code'`)
		kept := done[string](t)(db.One[string](t.Context(), w.DB.R, `SELECT token_hash FROM proofs`))
		for _, secret := range []string{in.Proof, "123456", kept} {
			found := &blamed{TB: t}
			accounttest.KeptNowhere(found, w.DB, secret)
			if found.times != 1 {
				t.Errorf("%q was found %d times", secret, found.times)
			}
		}
	})
}

// blamed counts what a test is blamed for instead of failing.
type blamed struct {
	testing.TB
	times int
}

func (b *blamed) Helper()               {}
func (b *blamed) Errorf(string, ...any) { b.times++ }

package signin_test

import (
	"testing"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestDatabase_AUTH10_storesNoTokenCodePasswordOrProof(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, signintest.Verifications(true, true))
		secrets := []string{password, "papaya-tree-8", "wrong one"}
		note := func(in signin.Result) signin.Result {
			secrets = append(secrets, in.Token, in.Proof)
			return in
		}
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		secrets = append(secrets, guestID)
		in := note(w.SignUp(t, func(a *signin.SignUpForm) { a.GuestID = guestID }))
		in = note(signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), signin.CodeEntry{By: credential.ByPassword, Kind: contact.KindPhone, Code: w.Code(t, phone), Proof: in.Proof})))
		note(signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), signin.CodeEntry{By: credential.ByPassword, Kind: contact.KindEmail, Code: w.Code(t, asha), Proof: in.Proof})))
		note(signintest.Done[signin.Result](t)(w.Login(t, asha, password)))
		_, err := w.Login(t, asha, "wrong one")
		signintest.Refused(t, "a wrong password", err, errs.WrongCredentials)
		note(w.ByCode(t, phone))
		note(w.ByCode(t, "+12025550102"))
		_, err = w.SignIn.ByProvider(t.Context(), from("nameless"))
		secrets = append(secrets, needsPhone(t, err).Proof)
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), credential.Client{}, "+12025550103")) // in force still
		w.AwaitMessages(t)
		codes := w.Messages.Codes()
		if len(codes) != 6 {
			t.Fatalf("%d codes were sent", len(codes))
		}
		signintest.NotStored(t, w.DB, append(secrets, codes...)...)
	})
}

func TestNotStored_findsWhatIsStored(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		in := w.ByCode(t, phone)
		w.Exec(t, `UPDATE proofs SET body = $1`, `{"token":"`+in.Proof+`"}`)
		w.Exec(t, `UPDATE jobs SET last_error = 'code 123456 refused' WHERE kind LIKE 'account.code%'`)
		kept := signintest.Done[string](t)(db.One[string](t.Context(), w.DB.R, `SELECT token_hash FROM proofs`))
		for _, secret := range []string{in.Proof, "123456", kept} {
			found := &failures{TB: t}
			signintest.NotStored(found, w.DB, secret)
			if found.times != 1 {
				t.Errorf("%q was found %d times", secret, found.times)
			}
		}
	})
}

// failures counts errors instead of failing the test.
type failures struct {
	testing.TB
	times int
}

func (b *failures) Helper()               {}
func (b *failures) Errorf(string, ...any) { b.times++ }

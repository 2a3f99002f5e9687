package signin_test

import (
	"context"
	"testing"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// phones is a fake phone service: the session names the verified phone.
type phones struct{}

func (phones) Verify(_ context.Context, sessionInfo, code string) (string, error) {
	if code != "123456" {
		return "", errs.New(errs.Invalid, "INVALID_CODE")
	}
	return sessionInfo, nil
}

func withPhones(d *signintest.Deps) { d.Accounts.Phones = phones{} }

func verifiedBy(phone string) signin.CodeEntry {
	return signin.CodeEntry{By: credential.ByCode, SessionInfo: phone, Phone: phone, Code: "123456"}
}

func TestPhoneService_AUTH09_signsInWithoutACodeOfOurs(t *testing.T) {
	signintest.OnEngines(t, withPhones, func(t *testing.T, w *signintest.Fixture) {
		sent := signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), credential.Client{}, phone))
		if sent.PhoneVerified || w.Number(t, `SELECT COUNT(*) FROM codes`) != 0 {
			t.Errorf("a code of ours: %+v", sent)
		}
		in := signintest.Done[signin.Result](t)(w.SignIn.EnterPhoneServiceCode(t.Context(), verifiedBy(phone)))
		in = signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, Details: signin.Details{Name: "Asha"}}))
		if c := w.Customer(t, in); !c.PhoneVerified || *c.Phone != phone {
			t.Errorf("the account is %+v", c)
		}
		if again := signintest.Done[signin.Result](t)(w.SignIn.EnterPhoneServiceCode(t.Context(), verifiedBy(phone))); again.Token == "" {
			t.Errorf("the phone again: %+v", again)
		}
	})
}

func TestPhoneService_AUTH09_API07_provesOnlyThePhoneItNames(t *testing.T) {
	signintest.OnEngines(t, withPhones, func(t *testing.T, w *signintest.Fixture) {
		other := verifiedBy("+12025550102")
		other.Phone = phone
		_, err := w.SignIn.EnterPhoneServiceCode(t.Context(), other)
		signintest.Refused(t, "another's verification", err, errs.CodeWrong)
		wrong := verifiedBy(phone)
		wrong.Code = "000000"
		_, err = w.SignIn.EnterPhoneServiceCode(t.Context(), wrong)
		if signintest.ErrorTexts(err) != "INVALID_CODE" {
			t.Errorf("the service's own words are lost: %v", err)
		}
		for range 20 {
			_, err = w.SignIn.EnterPhoneServiceCode(t.Context(), wrong)
		}
		signintest.Refused(t, "too many tries", err, errs.TooMany)
	})
}

func TestPhoneService_AUTH06_AUTH09_verifiesThePhoneOfAnAccount(t *testing.T) {
	signintest.OnEngines(t, withPhones, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, signintest.Verifications(true, true))
		in := w.SignUp(t, nil)
		if in.Token != "" || in.PhoneVerified || len(w.Messages.To(phone)) != 0 {
			t.Fatalf("after sign-up: %+v", in)
		}
		p := verifiedBy("+12025550102")
		p.By, p.Proof = credential.ByPassword, in.Proof
		_, err := w.SignIn.EnterPhoneServiceCode(t.Context(), p)
		signintest.Refused(t, "another phone than theirs", err, errs.Invalid)
		p.SessionInfo, p.Phone = phone, phone
		next := signintest.Done[signin.Result](t)(w.SignIn.EnterPhoneServiceCode(t.Context(), p))
		if !next.PhoneVerified || next.EmailVerified || next.Token != "" {
			t.Fatalf("after the phone: %+v", next)
		}
		last := signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), signin.CodeEntry{
			By: credential.ByPassword, Kind: contact.KindEmail, Code: w.Code(t, asha), Proof: next.Proof,
		}))
		w.Session(t, last)
	})
}

func TestPhoneService_AUTH06_AUTH09_oneProofCreatesOneSession(t *testing.T) {
	signintest.OnEngines(t, withPhones, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, signintest.Verifications(true, false))
		p := verifiedBy(phone)
		p.By, p.Proof = credential.ByPassword, w.SignUp(t, nil).Proof
		signintest.Together(8, func(int) { _, _ = w.SignIn.EnterPhoneServiceCode(t.Context(), p) })
		if n := w.Number(t, `SELECT COUNT(*) FROM sessions`); n != 1 {
			t.Errorf("%d sessions of one proof", n)
		}
	})
}

func TestPhoneService_AUTH09_setsANewPassword(t *testing.T) {
	signintest.OnEngines(t, withPhones, func(t *testing.T, w *signintest.Fixture) {
		old := w.SignUp(t, nil)
		w.SignUp(t, func(a *signin.SignUpForm) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		who := signin.Recovery{Phone: phone}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		token := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetByPhoneService(t.Context(), verifiedBy(phone))).Token
		signintest.Refused(t, "for another phone", w.SignIn.ResetPassword(t.Context(), signintest.Reset(signin.Recovery{Phone: "+12025550102"}, token)), errs.CodeExpired)
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, token)); err != nil {
			t.Fatal(err)
		}
		signintest.Refused(t, "the token again", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, token)), errs.CodeExpired)
		_, err := w.Credentials.FindSession(t.Context(), old.Token)
		signintest.Refused(t, "a session from before", err, errs.Unauthorized)
		signintest.Done[signin.Result](t)(w.Login(t, phone, "papaya-tree-8"))

		unknown := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetByPhoneService(t.Context(), verifiedBy("+12025550103"))).Token
		signintest.Refused(t, "of nobody", w.SignIn.ResetPassword(t.Context(), signintest.Reset(signin.Recovery{Phone: "+12025550103"}, unknown)), errs.NotFound)
	})
}

func TestPhoneService_AUTH09_AUTH10_aNewPasswordEndsEarlierProofs(t *testing.T) {
	signintest.OnEngines(t, withPhones, func(t *testing.T, w *signintest.Fixture) {
		who := signin.Recovery{Phone: phone}
		verify := func() string {
			return signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetByPhoneService(t.Context(), verifiedBy(phone))).Token
		}
		before := verify()
		me := w.NewPerson(t, asha, phone)
		signintest.Refused(t, "a proof from before the account", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, before)), errs.CodeExpired)
		first, second := verify(), verify()
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, first)); err != nil {
			t.Fatal(err)
		}
		signintest.Refused(t, "after a recovery", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, second)), errs.CodeExpired)

		third := verify()
		me.Session = w.Session(t, signintest.Done[signin.Result](t)(w.Login(t, phone, "papaya-tree-8")))
		me.Save(t, w, account.Profile{Password: "guava-tree-9", Confirmation: "guava-tree-9", Reauth: account.Reauth{Password: "papaya-tree-8"}})
		signintest.Refused(t, "after a change in the profile", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, third)), errs.CodeExpired)
	})
}

func TestPhoneService_AUTH09_API08_isOffWhenNotSetUp(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		_, err := w.SignIn.EnterPhoneServiceCode(t.Context(), verifiedBy(phone))
		signintest.Refused(t, "sign-in", err, errs.Forbidden)
		_, err = w.SignIn.VerifyResetByPhoneService(t.Context(), verifiedBy(phone))
		signintest.Refused(t, "recovery", err, errs.Forbidden)
	})
}

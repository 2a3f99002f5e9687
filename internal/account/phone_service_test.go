package account_test

import (
	"context"
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
)

// phones is a phone service: a finished verification is of the phone that its
// session names.
type phones struct{}

func (phones) Verify(_ context.Context, sessionInfo, code string) (string, error) {
	if code != "123456" {
		return "", errs.New(errs.Invalid, "INVALID_CODE")
	}
	return sessionInfo, nil
}

func withPhones(d *account.Deps) { d.Phones = phones{} }

func verifiedBy(phone string) account.PhoneProof {
	return account.PhoneProof{By: account.ByCode, SessionInfo: phone, Phone: phone, Code: "123456"}
}

func TestPhoneService_AUTH09_signsInByPhoneAndSendsNoCodeOfOurs(t *testing.T) {
	desks(t, withPhones, func(t *testing.T, w *accounttest.Desk) {
		sent := done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone))
		if sent.PhoneVerified || w.Number(t, `SELECT COUNT(*) FROM codes`) != 0 {
			t.Errorf("a code of ours: %+v", sent)
		}
		in := done[account.SignIn](t)(w.Accounts.VerifyByPhoneService(t.Context(), verifiedBy(phone)))
		in = done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Details: account.Details{Name: "Asha"}}))
		if c := customer(t, w, in); !c.PhoneVerified || *c.Phone != phone {
			t.Errorf("the account is %+v", c)
		}
		if again := done[account.SignIn](t)(w.Accounts.VerifyByPhoneService(t.Context(), verifiedBy(phone))); again.Token == "" {
			t.Errorf("the phone again: %+v", again)
		}
	})
}

func TestPhoneService_AUTH09_API07_onlyThePhoneThatWasVerified(t *testing.T) {
	desks(t, withPhones, func(t *testing.T, w *accounttest.Desk) {
		other := verifiedBy("+12025550102")
		other.Phone = phone
		_, err := w.Accounts.VerifyByPhoneService(t.Context(), other)
		refused(t, "another's verification", err, errs.CodeWrong)
		wrong := verifiedBy(phone)
		wrong.Code = "000000"
		_, err = w.Accounts.VerifyByPhoneService(t.Context(), wrong)
		if messages(err) != "INVALID_CODE" {
			t.Errorf("the service's own words are lost: %v", err)
		}
		for range 20 {
			_, err = w.Accounts.VerifyByPhoneService(t.Context(), wrong)
		}
		refused(t, "too many tries", err, errs.TooMany)
	})
}

func TestPhoneService_AUTH06_AUTH09_verifiesThePhoneThatIsDue(t *testing.T) {
	desks(t, withPhones, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, true))
		in := signUp(t, w, nil)
		if in.Token != "" || in.PhoneVerified || len(w.Post.To(phone)) != 0 {
			t.Fatalf("after sign-up: %+v", in)
		}
		p := verifiedBy("+12025550102")
		p.By, p.Proof = account.ByPassword, in.Proof
		_, err := w.Accounts.VerifyByPhoneService(t.Context(), p)
		refused(t, "another phone than theirs", err, errs.Invalid)
		p.SessionInfo, p.Phone = phone, phone
		next := done[account.SignIn](t)(w.Accounts.VerifyByPhoneService(t.Context(), p))
		if !next.PhoneVerified || next.EmailVerified || next.Token != "" {
			t.Fatalf("after the phone: %+v", next)
		}
		last := done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), account.CodeTyped{
			By: account.ByPassword, Kind: account.Email, Code: w.Code(t, asha), Proof: next.Proof,
		}))
		session(t, w, last)
	})
}

func TestPhoneService_AUTH06_AUTH09_oneProofIsOneSession(t *testing.T) {
	desks(t, withPhones, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, false))
		p := verifiedBy(phone)
		p.By, p.Proof = account.ByPassword, signUp(t, w, nil).Proof
		together(8, func(int) { _, _ = w.Accounts.VerifyByPhoneService(t.Context(), p) })
		if n := w.Number(t, `SELECT COUNT(*) FROM sessions`); n != 1 {
			t.Errorf("%d sessions of one proof", n)
		}
	})
}

func TestPhoneService_AUTH09_setsANewPassword(t *testing.T) {
	desks(t, withPhones, func(t *testing.T, w *accounttest.Desk) {
		old := signUp(t, w, nil)
		signUp(t, w, func(a *account.NewAccount) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		who := account.Forgotten{Phone: phone}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		token := done[string](t)(w.Accounts.ResetByPhoneService(t.Context(), verifiedBy(phone)))
		refused(t, "for another phone", w.Accounts.ResetPassword(t.Context(), reset(account.Forgotten{Phone: "+12025550102"}, token)), errs.CodeExpired)
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, token)); err != nil {
			t.Fatal(err)
		}
		refused(t, "the token again", w.Accounts.ResetPassword(t.Context(), reset(who, token)), errs.CodeExpired)
		_, err := w.Accounts.ByToken(t.Context(), old.Token)
		refused(t, "a session from before", err, errs.Unauthorized)
		done[account.SignIn](t)(login(t, w, phone, "papaya-tree-8"))

		unknown := done[string](t)(w.Accounts.ResetByPhoneService(t.Context(), verifiedBy("+12025550103")))
		refused(t, "of nobody", w.Accounts.ResetPassword(t.Context(), reset(account.Forgotten{Phone: "+12025550103"}, unknown)), errs.NotFound)
	})
}

func TestPhoneService_AUTH09_API08_isClosedWithoutOne(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		_, err := w.Accounts.VerifyByPhoneService(t.Context(), verifiedBy(phone))
		refused(t, "sign-in", err, errs.Forbidden)
		_, err = w.Accounts.ResetByPhoneService(t.Context(), verifiedBy(phone))
		refused(t, "recovery", err, errs.Forbidden)
	})
}

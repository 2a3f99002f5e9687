package account_test

import (
	"regexp"
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

func TestSignUp_AUTH05_signsInAtOnceWhereNothingIsVerified(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		in := signUp(t, w, func(a *account.NewAccount) { a.Name = "  Asha   Devi Rao " })
		c := customer(t, w, in)
		if in.Message != "Signup successfully." || in.Proof != "" || !in.PhoneVerified || !in.EmailVerified || in.NameNeeded || in.Exists != nil {
			t.Errorf("the answer is %+v", in)
		}
		if c.FirstName != "Asha" || c.LastName != "Devi Rao" || c.PhoneVerified || c.EmailVerified || *c.Email != asha || *c.Phone != phone {
			t.Errorf("the account is %+v", c)
		}
		if !regexp.MustCompile(`^[2-9A-HJ-NP-Z]{10}$`).MatchString(c.ReferralCode) {
			t.Errorf("the referral code is %q", c.ReferralCode)
		}
		for _, identifier := range []string{asha, "ASHA@example.com", phone, "(202) 555-0101"} {
			again := done[account.SignIn](t)(login(t, w, identifier, password))
			if session(t, w, again).CustomerID != c.ID || again.Message != "Logged in successfully" {
				t.Errorf("%s signs in as %+v", identifier, again)
			}
		}
	})
}

func TestSignIn_AUTH06_AUTH11_verifiesPhoneThenEmail(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, true))
		in := signUp(t, w, nil)
		if in.Token != "" || in.Proof == "" || in.PhoneVerified || in.EmailVerified || in.Phone != phone || in.Email != asha {
			t.Fatalf("after sign-up: %+v", in)
		}
		typed := account.CodeTyped{By: account.ByPassword, Kind: account.Phone, Code: w.Code(t, phone), Proof: in.Proof}
		_, err := w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByPassword, Kind: account.Phone, Code: typed.Code, Proof: "made up"})
		refused(t, "without the proof", err, errs.Invalid)

		second := done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), typed))
		if second.Token != "" || !second.PhoneVerified || second.EmailVerified {
			t.Fatalf("after the phone: %+v", second)
		}
		typed = account.CodeTyped{By: account.ByPassword, Kind: account.Email, Code: w.Code(t, asha), Proof: second.Proof}
		third := done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), typed))
		c := customer(t, w, third)
		if !third.PhoneVerified || !third.EmailVerified || third.Proof != "" || !c.PhoneVerified || !c.EmailVerified {
			t.Errorf("after both: %+v, %+v", third, c)
		}
		_, err = w.Accounts.VerifyContact(t.Context(), typed)
		refused(t, "the proof again", err, errs.Invalid)
		if again := done[account.SignIn](t)(login(t, w, asha, password)); again.Token == "" {
			t.Errorf("verified contacts are asked for again: %+v", again)
		}
	})
}

func TestSignIn_AUTH04_AUTH06_theCodeThatIsDueIsSentAgain(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, false))
		in := signUp(t, w, nil)
		_, err := w.Accounts.Resend(t.Context(), account.Visitor{}, in.Proof)
		refused(t, "at once", err, errs.TooMany)
		// A sign-in meanwhile is no reason to refuse: the code on its way serves it.
		other := done[account.SignIn](t)(login(t, w, asha, password))
		if other.Token != "" || other.Proof == "" || len(w.Post.To(phone)) > 1 {
			t.Errorf("a sign-in meanwhile: %+v", other)
		}
		w.Late()
		again := done[account.SignIn](t)(w.Accounts.Resend(t.Context(), account.Visitor{}, in.Proof))
		w.Settle(t)
		if again.Proof != in.Proof || again.PhoneVerified || len(w.Post.To(phone)) != 2 {
			t.Errorf("sent again: %+v, %d messages", again, len(w.Post.To(phone)))
		}
		_, err = w.Accounts.Resend(t.Context(), account.Visitor{}, "made up")
		refused(t, "without a proof", err, errs.Invalid)
	})
}

func TestSignIn_AUTH10_aNewPasswordEndsSignInsUnderWay(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, false))
		in := signUp(t, w, nil)
		code, who := w.Code(t, phone), account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		_, err := w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByPassword, Kind: account.Phone, Code: code, Proof: in.Proof})
		refused(t, "a sign-in with the old password", err, errs.Invalid)
	})
}

func TestSignIn_AUTH06_byCodeMakesAnAccountForANewPhone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		in := byCode(t, w, phone)
		if in.Token != "" || !in.NameNeeded || in.Proof == "" || in.Exists != nil || in.Phone != phone {
			t.Fatalf("a new phone: %+v", in)
		}
		info := account.Info{Proof: in.Proof}
		_, err := w.Accounts.UpdateInfo(t.Context(), info)
		refused(t, "without a name", err, errs.Invalid)
		// What is said of the proven contact counts for nothing.
		info.Details = account.Details{Name: "Asha Rao", Email: asha, Phone: "+12025550199"}
		in = done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), info))
		if c := customer(t, w, in); *c.Phone != phone || !c.PhoneVerified || *c.Email != asha || c.EmailVerified || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		_, err = w.Accounts.UpdateInfo(t.Context(), info)
		refused(t, "the proof again", err, errs.Invalid)

		w.Late()
		again := byCode(t, w, phone)
		if again.Token == "" || again.Message != "Logged in successfully" {
			t.Errorf("the phone again: %+v", again)
		}
	})
}

func TestSignIn_AUTH06_oneProofMakesOneAccount(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		in := byCode(t, w, phone)
		together(20, func(i int) {
			_, _ = w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Details: account.Details{Name: "Asha", Email: mailOf(i)}})
		})
		if n := w.Number(t, `SELECT COUNT(*) FROM customers`) * w.Number(t, `SELECT COUNT(*) FROM sessions`); n != 1 {
			t.Errorf("accounts × sessions = %d", n)
		}
	})
}

func TestSignIn_AUTH06_aProofIsForItsStepAndEnds(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, false))
		verify := signUp(t, w, nil)
		join := byCode(t, w, "+12025550102")
		_, err := w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: verify.Proof, Details: account.Details{Name: "Tom"}})
		refused(t, "a proof of another step", err, errs.Invalid)
		_, err = w.Accounts.Resend(t.Context(), account.Visitor{}, join.Proof)
		refused(t, "a proof of another step", err, errs.Invalid)
		refused(t, "a proof in the place of a reset token",
			w.Accounts.ResetPassword(t.Context(), reset(account.Forgotten{Phone: phone}, verify.Proof)), errs.CodeExpired)
		w.Clock.Advance(30 * 60 * 1e9)
		_, err = w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: join.Proof, Details: account.Details{Name: "Tom"}})
		refused(t, "half an hour later", err, errs.Invalid)
	})
}

func TestSignUp_AUTH05_referralCode(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		first := customer(t, w, signUp(t, w, nil))
		invited := func(i int, code string) (account.SignIn, error) {
			in := form()
			in.Email, in.Phone, in.RefCode = mailOf(i), phoneOf(i), code
			return w.Accounts.SignUp(t.Context(), in)
		}
		done[account.SignIn](t)(invited(1, "UNKNOWN234")) // the town has no referral: not asked for, not looked at
		w.Set(t, func(s *setting.Settings) { s.Storefront.CustomerWallet, s.Storefront.ReferralEarning = true, true })
		_, err := invited(2, "UNKNOWN234")
		if e := errs.From(err); e == nil || e.Message != "This referral code is not known." || e.Field != "ref_code" {
			t.Errorf("an unknown code: %v", err)
		}
		second := session(t, w, done[account.SignIn](t)(invited(2, " "+first.ReferralCode+" ")))
		by := done[*int64](t)(db.One[*int64](t.Context(), w.DB.R, `SELECT referred_by FROM customers WHERE id = $1`, second.CustomerID))
		if by == nil || *by != first.ID {
			t.Errorf("referred by %v, want %d", by, first.ID)
		}
	})
}

// Whoever left a sign-up at its code, and signs up once more, is led to the code.
func TestSignUp_AUTH05_leftAtItsCodeGoesOn(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, false))
		signUp(t, w, nil)
		w.Late()
		again := signUp(t, w, nil)
		if again.Token != "" || again.Proof == "" || again.PhoneVerified {
			t.Fatalf("signing up again: %+v", again)
		}
		for what, edit := range map[string]func(*account.NewAccount){
			"another password":   func(a *account.NewAccount) { a.Password, a.Confirmation = "lantern-tide-42", "lantern-tide-42" },
			"another's phone":    func(a *account.NewAccount) { a.Phone = "+12025550109" },
			"an address unknown": func(a *account.NewAccount) { a.Email = "nobody@example.com" },
		} {
			in := form()
			edit(&in)
			_, err := w.Accounts.SignUp(t.Context(), in)
			if e := errs.From(err); e == nil || e.Code != errs.Invalid {
				t.Errorf("with %s: %v", what, err)
			}
		}
	})
}

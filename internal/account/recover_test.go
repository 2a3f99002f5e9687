package account_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

func TestRecover_AUTH08_setsANewPasswordAndEndsAllSessions(t *testing.T) {
	for name, by := range map[string]struct {
		who account.Forgotten
		to  string
	}{"email": {account.Forgotten{Email: "ASHA@example.com"}, asha}, "phone": {account.Forgotten{Phone: "202 555 0101"}, phone}} {
		t.Run(name, func(t *testing.T) {
			desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
				old := signUp(t, w, nil)
				done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), by.who))
				code := w.Code(t, by.to)
				refused(t, "a wrong code", tryReset(t, w, by.who, another(code)), errs.CodeWrong)
				if err := tryReset(t, w, by.who, code); err != nil {
					t.Errorf("the right code: %v", err)
				}
				if err := w.Accounts.ResetPassword(t.Context(), reset(by.who, code)); err != nil {
					t.Fatal(err)
				}
				refused(t, "the code again", w.Accounts.ResetPassword(t.Context(), reset(by.who, code)), errs.CodeExpired)
				_, err := w.Accounts.ByToken(t.Context(), old.Token)
				refused(t, "a session from before", err, errs.Unauthorized)
				_, err = login(t, w, asha, password)
				refused(t, "the old password", err, errs.WrongCredentials)
				c := customer(t, w, done[account.SignIn](t)(login(t, w, asha, "papaya-tree-8")))
				if c.EmailVerified != (name == "email") || c.PhoneVerified != (name == "phone") {
					t.Errorf("the account is %+v", c)
				}
			})
		})
	}
}

func TestRecover_AUTH08_knownAndUnknownAreOneAnswerAndOneWork(t *testing.T) {
	desks(t, func(d *account.Deps) { d.ShowCodes = true }, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		ask := func(email string) (code string, rows, hashed int64) {
			who := account.Forgotten{Email: email}
			code = done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who)).DemoOTP
			_, err := w.Accounts.ForgotPassword(t.Context(), who)
			refused(t, "again at once", err, errs.TooMany)
			w.Settle(t)
			hashed, _ = w.Accounts.Hashings()
			return code, w.Number(t, `SELECT COUNT(*) FROM codes`) + w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'account.code'`), hashed
		}
		_, rows, hashed := ask(asha)
		code, more, after := ask("nobody@example.com")
		if more != 2*rows || after != hashed {
			t.Errorf("known: %d rows; unknown: %d more, %d hashings", rows, more-rows, after-hashed)
		}
		if len(w.Post.To(asha)) != 1 || len(w.Post.To("nobody@example.com")) != 0 {
			t.Error("nobody was sent a code, or Asha was not")
		}
		// The demo shows the code of nobody as well; it sets no password.
		refused(t, "the code of nobody", w.Accounts.ResetPassword(t.Context(), reset(account.Forgotten{Email: "nobody@example.com"}, code)), errs.NotFound)
	})
}

func TestRecover_AUTH08_TRAP_D7_whatTheFormRefuses(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		code := w.Code(t, asha)
		for _, tt := range []struct{ token, password, again, want string }{
			{code, "", "", "No password provided.; No Confirm Password provided."},
			{code, "mango", "mango", "Password is too short - should be 6 chars minimum."},
			{code, "mango-tree", "mango", "Passwords must match"},
			{code, "asharao1", "asharao1", "This password is too easy to guess. Please choose another one."},
			{"", "mango-tree-9", "mango-tree-9", "field is empty"},
		} {
			err := w.Accounts.ResetPassword(t.Context(), account.NewPassword{Forgotten: who, Token: tt.token, Password: tt.password, Confirmation: tt.again})
			if got := messages(err); got != tt.want {
				t.Errorf("%q, %q: %s, want %s", tt.password, tt.again, got, tt.want)
			}
		}
		if e := errs.From(tryReset(t, w, who, another(code))); e.Field != "reset_token" {
			t.Errorf("a wrong code is about %q", e.Field)
		}
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, code)); err != nil {
			t.Errorf("the code was spent on refusals: %v", err)
		}
	})
}

func TestRecover_AUTH08_API08_isClosedWithoutAWay(t *testing.T) {
	desks(t, func(d *account.Deps) { d.Texter = nil }, func(t *testing.T, w *accounttest.Desk) {
		_, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Phone: phone})
		refused(t, "by phone, with mail alone", err, errs.Forbidden)
		if _, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Email: asha}); err != nil {
			t.Errorf("by mail: %v", err)
		}
		w.Set(t, func(s *setting.Settings) { s.Login.Manual = false })
		_, err = w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Email: asha})
		refused(t, "without passwords", err, errs.Forbidden)
	})
}

func tryReset(t *testing.T, w *accounttest.Desk, who account.Forgotten, code string) error {
	t.Helper()
	_, err := w.Accounts.VerifyResetCode(t.Context(), who, code)
	return err
}

// Verifying the code returns a proof with a life of its own: neither four slips
// before the right code nor a password that takes long to choose spoil it.
func TestRecover_AUTH08_theProofOutlivesTheCodeAndItsTries(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		who := account.Forgotten{Email: asha}
		who.Handle = done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who)).Handle
		code := w.Code(t, asha)
		for range 4 {
			refused(t, "a slip", tryReset(t, w, who, another(code)), errs.CodeWrong)
		}
		w.Clock.Advance(285 * time.Second)
		token := done[string](t)(w.Accounts.VerifyResetCode(t.Context(), who, code))
		w.Clock.Advance(29 * time.Minute)
		other := account.Forgotten{Phone: phone}
		refused(t, "for another contact", w.Accounts.ResetPassword(t.Context(), reset(other, token)), errs.CodeExpired)
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, token)); err != nil {
			t.Fatalf("after four slips and 29 minutes: %v", err)
		}
		refused(t, "the proof again", w.Accounts.ResetPassword(t.Context(), reset(who, token)), errs.CodeExpired)
	})
}

func TestRecover_AUTH08_oneCodeSetsOnePassword(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		code := w.Code(t, asha)
		first := done[string](t)(w.Accounts.VerifyResetCode(t.Context(), who, code))
		second := done[string](t)(w.Accounts.VerifyResetCode(t.Context(), who, code))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, second)); err != nil {
			t.Fatal(err)
		}
		for what, token := range map[string]string{"the other proof": first, "the code": code} {
			e := errs.From(w.Accounts.ResetPassword(t.Context(), reset(who, token)))
			if e == nil || e.Code != errs.CodeExpired || e.Field != "reset_token" {
				t.Errorf("%s says %v", what, e)
			}
		}
	})
}

func TestRecover_AUTH08_aProofThatIsOverSaysSo(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		token := done[string](t)(w.Accounts.VerifyResetCode(t.Context(), who, w.Code(t, asha)))
		w.Clock.Advance(30 * time.Minute)
		e := errs.From(w.Accounts.ResetPassword(t.Context(), reset(who, token)))
		if e == nil || e.Code != errs.CodeExpired || e.Field != "reset_token" || !strings.Contains(e.Message, "ask for a new code") {
			t.Errorf("it says %v", e)
		}
	})
}

package account_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/errs"
)

func sendCode(t *testing.T, w *accounttest.Desk, phone string) string {
	t.Helper()
	done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone))
	return w.Code(t, phone)
}

func TestCode_AUTH10_TRAP_P2_aThousandGuessesOpenNothing(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		code := sendCode(t, w, phone)
		var entered atomic.Int64
		together(1000, func(i int) {
			guess := fmt.Sprintf("%06d", i*997%1_000_000)
			if guess == code {
				guess = another(code)
			}
			if in, err := w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByCode, Phone: phone, Code: guess}); err == nil || in.Token != "" || in.Proof != "" {
				entered.Add(1)
			}
		})
		if entered.Load() != 0 {
			t.Errorf("%d guesses entered", entered.Load())
		}
		// By now the code is burnt, for the one who has it as well.
		_, err := enterCode(t, w, phone, code)
		refused(t, "the right code after too many guesses", err, errs.CodeWrong)
		if tries := w.Number(t, `SELECT tries + bare_tries FROM codes`); tries != 5 {
			t.Errorf("%d guesses were looked at, want 5", tries)
		}
	})
}

func TestCode_AUTH10_TRAP_P2_fiveTriesOverAllCallsTogether(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		code := w.Code(t, asha)
		for i := range 4 {
			refused(t, "a wrong code", w.Accounts.TryResetCode(t.Context(), who, another(code)), errs.CodeWrong)
			if i == 1 { // one of the four by the other call
				refused(t, "a wrong code", w.Accounts.ResetPassword(t.Context(), reset(who, another(code))), errs.CodeWrong)
			}
		}
		refused(t, "the right code at the sixth try", w.Accounts.ResetPassword(t.Context(), reset(who, code)), errs.CodeWrong)

		w.Late()
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, w.Code(t, asha))); err != nil {
			t.Errorf("a new code has tries of its own: %v", err)
		}
	})
}

func reset(who account.Forgotten, token string) account.NewPassword {
	return account.NewPassword{Forgotten: who, Token: token, Password: "papaya-tree-8", Confirmation: "papaya-tree-8"}
}

func TestCode_AUTH10_isUsedOnceByManyAtOnce(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		code := sendCode(t, w, phone)
		before := w.Number(t, `SELECT COUNT(*) FROM sessions`)
		var proofs sync.Map
		together(50, func(int) {
			if in, err := w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByCode, Phone: phone, Code: code}); err == nil {
				proofs.Store(in.Proof+in.Token, true)
			} else if !errs.Is(err, errs.CodeWrong) {
				t.Error(err)
			}
		})
		n := 0
		proofs.Range(func(any, any) bool { n++; return true })
		if n != 1 {
			t.Errorf("%d of 50 went on, want one", n)
		}
		if made := w.Number(t, `SELECT COUNT(*) FROM sessions`) - before + w.Number(t, `SELECT COUNT(*) FROM proofs`); made != 1 {
			t.Errorf("%d sessions and proofs were made", made)
		}
	})
}

func TestCode_AUTH10_ofAVerifiedPhoneMakesOneSession(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		code := sendCode(t, w, phone)
		together(50, func(int) {
			_, _ = w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByCode, Phone: phone, Code: code})
		})
		if n := w.Number(t, `SELECT COUNT(*) FROM sessions`); n != 1 {
			t.Errorf("%d sessions of one code", n)
		}
	})
}

func TestCode_AUTH10_sentByManyAtOnceIsOne(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		var sent, later atomic.Int64
		together(20, func(int) {
			_, err := w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone)
			switch e := errs.From(err); {
			case err == nil:
				sent.Add(1)
			case e.Code == errs.TooMany && e.RetryAfter > 0 && e.RetryAfter <= time.Minute:
				later.Add(1)
			default:
				t.Error(err)
			}
		})
		w.Settle(t)
		if messages := w.Post.To(phone); sent.Load() != 1 || later.Load() != 19 || len(messages) != 1 {
			t.Errorf("%d sent, %d refused, %d messages", sent.Load(), later.Load(), len(messages))
		}
		if _, err := enterCode(t, w, phone, w.Code(t, phone)); err != nil {
			t.Error(err)
		}
	})
}

func TestCode_AUTH10_wrongExpiredUsedAndUnknownAreOneAnswer(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		code := sendCode(t, w, phone)
		_, wrong := enterCode(t, w, phone, another(code))
		_, unknown := enterCode(t, w, "+12025550199", code)
		done[account.SignIn](t)(enterCode(t, w, phone, code))
		_, used := enterCode(t, w, phone, code)

		w.Late()
		code = sendCode(t, w, phone)
		w.Clock.Advance(5 * time.Minute)
		_, expired := enterCode(t, w, phone, code)
		for what, err := range map[string]error{"wrong": wrong, "unknown": unknown, "used": used, "expired": expired} {
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Error() != "otp: code_wrong: The code is not right." {
				t.Errorf("%s says %v", what, err)
			}
		}
		_, empty := enterCode(t, w, phone, " ")
		if e := errs.From(empty); e.Message != "field is empty" || e.Field != "otp" {
			t.Errorf("an empty one says %v", empty)
		}
	})
}

func TestCode_AUTH10_opensOnlyWhatItWasSentFor(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		code := sendCode(t, w, phone)
		who := account.Forgotten{Phone: phone}
		refused(t, "a sign-in's code for a new password", w.Accounts.ResetPassword(t.Context(), reset(who, code)), errs.CodeWrong)
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		other := w.Code(t, phone)
		for other == code { // one in a million: another is sent
			w.Clock.Advance(time.Minute)
			done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
			other = w.Code(t, phone)
		}
		_, err := enterCode(t, w, phone, other)
		refused(t, "a new password's code for a sign-in", err, errs.CodeWrong)
	})
}

func TestCode_AUTH10_isSentAgainAfterAMinuteAndNotTooOften(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		send := func() error {
			_, err := w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone)
			return err
		}
		first := sendCode(t, w, phone)
		w.Clock.Advance(59 * time.Second)
		if err := send(); errs.From(err) == nil || errs.From(err).RetryAfter != time.Second {
			t.Errorf("after 59 s: %v", err)
		}
		w.Clock.Advance(time.Second)
		second := sendCode(t, w, phone)
		if _, err := enterCode(t, w, phone, first); first != second && !errs.Is(err, errs.CodeWrong) {
			t.Errorf("the code before the last one: %v", err)
		}
		for range 3 {
			w.Late()
			if err := send(); err != nil {
				t.Fatal(err)
			}
		}
		w.Late()
		refused(t, "the sixth within an hour", send(), errs.TooMany)
		// The count is of the phone, whatever the code is for.
		_, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Phone: phone})
		refused(t, "of another purpose", err, errs.TooMany)
		w.Clock.Advance(time.Hour)
		for range 5 {
			if err := send(); err != nil {
				t.Fatal(err)
			}
			w.Late()
		}
		w.Clock.Advance(time.Hour)
		refused(t, "the eleventh within a day", send(), errs.TooMany)
		w.Clock.Advance(24 * time.Hour)
		if err := send(); err != nil {
			t.Errorf("on the next day: %v", err)
		}
	})
}

func TestCode_AUTH10_areCountedByAddressToo(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		send := func(s *account.Service, i int, address string) error {
			_, err := s.SendLoginCode(t.Context(), account.Visitor{Address: address}, phoneOf(i))
			return err
		}
		for i := range 30 {
			if err := send(w.Accounts, i, "192.0.2.1"); err != nil {
				t.Fatal(err)
			}
		}
		refused(t, "the 31st from one address", send(w.Accounts, 30, "192.0.2.1"), errs.TooMany)
		if err := send(w.Accounts, 30, "192.0.2.2"); err != nil {
			t.Errorf("from another address: %v", err)
		}
		unlimited := w.Instance(t, func(d *account.Deps) { d.RateLimits = false })
		if err := send(unlimited, 31, "192.0.2.1"); err != nil {
			t.Errorf("without rate limits: %v", err)
		}
	})
}

func TestCode_AUTH10_isNeitherInTheJobNorInItsComplaint(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		shown := w.Instance(t, func(d *account.Deps) { d.ShowCodes = true })
		w.Post.Fail(errors.New("the line is dead"))
		in := done[account.SignIn](t)(shown.SendLoginCode(t.Context(), account.Visitor{}, phone))
		code := in.DemoOTP
		w.Post.Fail(fmt.Errorf("could not say %q", "your code is "+code))
		complaint := func() string {
			return done[string](t)(db.One[string](t.Context(), w.DB.R, `SELECT body || ' ' || last_error FROM jobs WHERE kind = 'account.code'`))
		}
		deadline := time.Now().Add(20 * time.Second)
		for !strings.Contains(complaint(), "could not say") && time.Now().Before(deadline) {
			w.Clock.Advance(time.Second)
			w.Jobs.Wake()
			time.Sleep(40 * time.Millisecond) // five minutes of the town's clock are 12 s of ours
		}
		if text := complaint(); len(code) != 6 || strings.Contains(text, code) || !strings.Contains(text, "******") {
			t.Errorf("code %s, job %s", code, text)
		}
		w.Post.Fail(nil)
		w.Clock.Advance(10 * time.Minute)
		w.Jobs.Wake()
		w.Settle(t)
		if late := w.Post.To(phone); len(late) != 0 {
			t.Errorf("an expired code was sent: %q", late)
		}
	})
}

func TestCode_TRAP_D8_isAnsweredInTheDemoAlone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		if in := done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone)); in.DemoOTP != "" {
			t.Errorf("the answer holds the code %s", in.DemoOTP)
		}
		demo := w.Instance(t, func(d *account.Deps) { d.ShowCodes = true })
		in := done[account.SignIn](t)(demo.SendLoginCode(t.Context(), account.Visitor{}, "+12025550102"))
		if in.DemoOTP == "" || in.DemoOTP != w.Code(t, "+12025550102") {
			t.Errorf("the demo shows %q", in.DemoOTP)
		}
	})
}

// A code that was used before its message could leave is not sent any more.
func TestCode_AUTH10_isNotSentOnceItIsUsed(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		shown := w.Instance(t, func(d *account.Deps) { d.ShowCodes = true })
		w.Post.Fail(errors.New("the line is dead"))
		in := done[account.SignIn](t)(shown.SendLoginCode(t.Context(), account.Visitor{}, phone))
		done[account.SignIn](t)(enterCode(t, w, phone, in.DemoOTP))
		w.Post.Fail(nil)
		w.Clock.Advance(4 * time.Minute) // the code would be good still
		w.Settle(t)
		if late := w.Post.To(phone); len(late) != 0 {
			t.Errorf("a used code was sent: %q", late)
		}
	})
}

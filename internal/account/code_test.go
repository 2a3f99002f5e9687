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
		refused(t, "the right code after too many guesses", err, errs.CodeSpent)
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
			want := errs.CodeWrong
			if i == 3 {
				want = errs.CodeSpent // the fifth
			}
			refused(t, "a wrong code", tryReset(t, w, who, another(code)), want)
			if i == 1 { // one of the four by the other call
				refused(t, "a wrong code", w.Accounts.ResetPassword(t.Context(), reset(who, another(code))), errs.CodeWrong)
			}
		}
		refused(t, "the right code at the sixth try", w.Accounts.ResetPassword(t.Context(), reset(who, code)), errs.CodeSpent)

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
			} else if !errs.Is(err, errs.CodeExpired) && !errs.Is(err, errs.CodeSpent) { // it is used, or five have tried it
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

func TestCode_AUTH10_saysWhatIsWrongWithIt(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		says := func(what string, err error, want string) {
			t.Helper()
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Error() != want {
				t.Errorf("%s says %v, want %s", what, err, want)
			}
		}
		const expired = "otp: code_expired: The code has expired. Please ask for a new one."
		code := sendCode(t, w, phone)
		for _, left := range []string{"You have 4 tries left.", "You have 3 tries left.", "You have 2 tries left.", "You have one try left."} {
			_, err := enterCode(t, w, phone, another(code))
			says("a wrong code", err, "otp: code_wrong: The code is not right. "+left)
		}
		_, err := enterCode(t, w, phone, another(code))
		const spent = "otp: code_spent: The code was typed wrong too often. Please ask for a new one."
		says("the last try", err, spent)
		_, err = enterCode(t, w, phone, code)
		says("the right code after the last try", err, spent)
		_, err = enterCode(t, w, "+12025550199", code)
		says("a code that was never sent", err, expired)
		_, err = enterCode(t, w, phone, " ")
		says("no code", err, "otp: invalid: field is empty")

		w.Late()
		code = sendCode(t, w, phone)
		done[account.SignIn](t)(enterCode(t, w, phone, code))
		_, err = enterCode(t, w, phone, code)
		says("a used code", err, "otp: code_expired: The code has been used already. Please ask for a new one.")

		w.Late()
		code = sendCode(t, w, phone)
		w.Clock.Advance(5 * time.Minute)
		_, err = enterCode(t, w, phone, code)
		says("an expired code", err, expired)
	})
}

// Whoever asks again too soon is told that the last code can still be typed, and
// for how long; or that it cannot.
func TestCode_AUTH04_askedForAgainLeadsToTheLastOne(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		again := map[string]func() error{
			phone: func() error {
				_, err := w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone)
				return err
			},
			"nobody@example.com": func() error {
				_, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Email: "nobody@example.com"})
				return err
			},
		}
		for to, ask := range again {
			if err := ask(); err != nil {
				t.Fatal(err)
			}
			w.Clock.Advance(20 * time.Second)
			e := errs.From(ask())
			if e == nil || e.Code != errs.TooMany || e.Detail != (account.CodeOnItsWay{ExpiresIn: 280, ResendIn: 40}) {
				t.Errorf("%s: after 20 s %+v", to, e)
			}
		}
		if _, err := enterCode(t, w, phone, w.Code(t, phone)); err != nil {
			t.Errorf("the code of before: %v", err)
		}
		if e := errs.From(again[phone]()); e == nil || e.Detail != nil || !strings.HasPrefix(e.Message, "Too many tries. Please try again in ") {
			t.Errorf("after it was used: %+v", e)
		}
		// The limit of an hour, with a code that lives.
		for range 3 {
			w.Late()
			if err := again[phone](); err != nil {
				t.Fatal(err)
			}
		}
		w.Late()
		if err := again[phone](); err != nil {
			t.Fatal(err)
		}
		w.Late()
		e := errs.From(again[phone]())
		if e == nil || e.Code != errs.TooMany {
			t.Fatalf("the sixth within an hour: %v", e)
		}
		if way, ok := e.Detail.(account.CodeOnItsWay); !ok || way.ExpiresIn != 239 || way.ResendIn < 3000 {
			t.Errorf("the sixth within an hour offers %+v", e.Detail)
		}
	})
}

func TestCode_AUTH10_opensOnlyWhatItWasSentFor(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		code := sendCode(t, w, phone)
		who := account.Forgotten{Phone: phone}
		refused(t, "a sign-in's code for a new password", w.Accounts.ResetPassword(t.Context(), reset(who, code)), errs.CodeExpired)
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

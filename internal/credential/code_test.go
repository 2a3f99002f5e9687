package credential_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestCheckCode_AUTH10_TRAP_P2_refusesAThousandGuesses(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		code := w.SendCode(t, phone)
		var entered atomic.Int64
		signintest.Together(1000, func(i int) {
			guess := fmt.Sprintf("%06d", i*997%1_000_000)
			if guess == code {
				guess = signintest.WrongCode(code)
			}
			if in, err := w.SignIn.EnterCode(t.Context(), signin.CodeEntry{By: credential.ByCode, Phone: phone, Code: guess}); err == nil || in.Token != "" || in.Proof != "" {
				entered.Add(1)
			}
		})
		if entered.Load() != 0 {
			t.Errorf("%d guesses entered", entered.Load())
		}
		// Now the code has no attempts left, not even for its owner.
		_, err := w.EnterCode(t, phone, code)
		signintest.Refused(t, "the right code after too many guesses", err, errs.CodeSpent)
		if tries := w.Number(t, `SELECT tries + bare_tries FROM codes`); tries != 5 {
			t.Errorf("%d guesses were looked at, want 5", tries)
		}
	})
}

func TestCheckCode_AUTH10_TRAP_P2_allowsFiveAttemptsOverAllCalls(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		code := w.Code(t, asha)
		for i := range 4 {
			want := errs.CodeWrong
			if i == 3 {
				want = errs.CodeSpent // the fifth
			}
			signintest.Refused(t, "a wrong code", w.VerifyReset(t, who, signintest.WrongCode(code)), want)
			if i == 1 { // one of the four by the other call
				signintest.Refused(t, "a wrong code", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, signintest.WrongCode(code))), errs.CodeWrong)
			}
		}
		signintest.Refused(t, "the right code at the sixth try", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, code)), errs.CodeSpent)

		w.PassCodePause()
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, w.Code(t, asha))); err != nil {
			t.Errorf("a new code has tries of its own: %v", err)
		}
	})
}

func TestConsumeCode_AUTH10_succeedsOnceOfManyAtOnce(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		code := w.SendCode(t, phone)
		before := w.Number(t, `SELECT COUNT(*) FROM sessions`)
		var proofs sync.Map
		signintest.Together(50, func(int) {
			if in, err := w.SignIn.EnterCode(t.Context(), signin.CodeEntry{By: credential.ByCode, Phone: phone, Code: code}); err == nil {
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

func TestConsumeCode_AUTH10_createsOneSession(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		signintest.Done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		code := w.SendCode(t, phone)
		signintest.Together(50, func(int) {
			_, _ = w.SignIn.EnterCode(t.Context(), signin.CodeEntry{By: credential.ByCode, Phone: phone, Code: code})
		})
		if n := w.Number(t, `SELECT COUNT(*) FROM sessions`); n != 1 {
			t.Errorf("%d sessions of one code", n)
		}
	})
}

func TestCreateCode_AUTH10_sendsOneOfManyAtOnce(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		var sent, later atomic.Int64
		signintest.Together(20, func(int) {
			_, err := w.SignIn.SendCode(t.Context(), credential.Client{}, phone)
			switch e := errs.From(err); {
			case err == nil:
				sent.Add(1)
			case e.Code == errs.TooMany && e.RetryAfter > 0 && e.RetryAfter <= time.Minute:
				later.Add(1)
			default:
				t.Error(err)
			}
		})
		w.AwaitMessages(t)
		if messages := w.Messages.To(phone); sent.Load() != 1 || later.Load() != 19 || len(messages) != 1 {
			t.Errorf("%d sent, %d refused, %d messages", sent.Load(), later.Load(), len(messages))
		}
		if _, err := w.EnterCode(t, phone, w.Code(t, phone)); err != nil {
			t.Error(err)
		}
	})
}

func TestCheckCode_AUTH10_saysWhatIsWrong(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		says := func(what string, err error, want string) {
			t.Helper()
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Error() != want {
				t.Errorf("%s says %v, want %s", what, err, want)
			}
		}
		const expired = "otp: code_expired: The code has expired. Please ask for a new one."
		code := w.SendCode(t, phone)
		for _, left := range []string{"You have 4 tries left.", "You have 3 tries left.", "You have 2 tries left.", "You have one try left."} {
			_, err := w.EnterCode(t, phone, signintest.WrongCode(code))
			says("a wrong code", err, "otp: code_wrong: The code is not right. "+left)
		}
		_, err := w.EnterCode(t, phone, signintest.WrongCode(code))
		const spent = "otp: code_spent: The code was typed wrong too often. Please ask for a new one."
		says("the last try", err, spent)
		_, err = w.EnterCode(t, phone, code)
		says("the right code after the last try", err, spent)
		_, err = w.EnterCode(t, "+12025550199", code)
		says("a code that was never sent", err, expired)
		_, err = w.EnterCode(t, phone, " ")
		says("no code", err, "otp: invalid: field is empty")

		w.PassCodePause()
		code = w.SendCode(t, phone)
		signintest.Done[signin.Result](t)(w.EnterCode(t, phone, code))
		_, err = w.EnterCode(t, phone, code)
		says("a used code", err, "otp: code_expired: The code has been used already. Please ask for a new one.")

		w.PassCodePause()
		code = w.SendCode(t, phone)
		w.Clock.Advance(5 * time.Minute)
		_, err = w.EnterCode(t, phone, code)
		says("an expired code", err, expired)
	})
}

// A refusal to send another code says whether the last one can still be typed, and for how
// long.
func TestOfferLastCode_AUTH04(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		again := map[string]func() error{
			phone: func() error {
				_, err := w.SignIn.SendCode(t.Context(), credential.Client{}, phone)
				return err
			},
			"nobody@example.com": func() error {
				_, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Email: "nobody@example.com"})
				return err
			},
		}
		for to, ask := range again {
			if err := ask(); err != nil {
				t.Fatal(err)
			}
			w.Clock.Advance(20 * time.Second)
			e := errs.From(ask())
			if e == nil || e.Code != errs.TooMany || e.Detail != (credential.CodeOnItsWay{ExpiresIn: 280, ResendIn: 40}) {
				t.Errorf("%s: after 20 s %+v", to, e)
			}
		}
		if _, err := w.EnterCode(t, phone, w.Code(t, phone)); err != nil {
			t.Errorf("the code of before: %v", err)
		}
		if e := errs.From(again[phone]()); e == nil || e.Detail != nil || !strings.HasPrefix(e.Message, "Too many tries. Please try again in ") {
			t.Errorf("after it was used: %+v", e)
		}
		// The limit of an hour, with a valid code.
		for range 3 {
			w.PassCodePause()
			if err := again[phone](); err != nil {
				t.Fatal(err)
			}
		}
		w.PassCodePause()
		if err := again[phone](); err != nil {
			t.Fatal(err)
		}
		w.PassCodePause()
		e := errs.From(again[phone]())
		if e == nil || e.Code != errs.TooMany {
			t.Fatalf("the sixth within an hour: %v", e)
		}
		if way, ok := e.Detail.(credential.CodeOnItsWay); !ok || way.ExpiresIn != 239 || way.ResendIn < 3000 {
			t.Errorf("the sixth within an hour offers %+v", e.Detail)
		}
	})
}

func TestCheckCode_AUTH10_refusesACodeOfAnotherPurpose(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		code := w.SendCode(t, phone)
		who := signin.Recovery{Phone: phone}
		signintest.Refused(t, "a sign-in's code for a new password", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, code)), errs.CodeExpired)
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		other := w.Code(t, phone)
		for other == code { // one in a million: another is sent
			w.Clock.Advance(time.Minute)
			signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
			other = w.Code(t, phone)
		}
		_, err := w.EnterCode(t, phone, other)
		signintest.Refused(t, "a new password's code for a sign-in", err, errs.CodeWrong)
	})
}

func TestCreateCode_AUTH10_limitsHowOftenACodeIsSent(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		send := func() error {
			_, err := w.SignIn.SendCode(t.Context(), credential.Client{}, phone)
			return err
		}
		first := w.SendCode(t, phone)
		w.Clock.Advance(59 * time.Second)
		if err := send(); errs.From(err) == nil || errs.From(err).RetryAfter != time.Second {
			t.Errorf("after 59 s: %v", err)
		}
		w.Clock.Advance(time.Second)
		second := w.SendCode(t, phone)
		if _, err := w.EnterCode(t, phone, first); first != second && !errs.Is(err, errs.CodeWrong) {
			t.Errorf("the code before the last one: %v", err)
		}
		for range 3 {
			w.PassCodePause()
			if err := send(); err != nil {
				t.Fatal(err)
			}
		}
		w.PassCodePause()
		signintest.Refused(t, "the sixth within an hour", send(), errs.TooMany)
		// Codes are counted by phone, for all purposes together.
		_, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Phone: phone})
		signintest.Refused(t, "of another purpose", err, errs.TooMany)
		w.Clock.Advance(time.Hour)
		for range 5 {
			if err := send(); err != nil {
				t.Fatal(err)
			}
			w.PassCodePause()
		}
		w.Clock.Advance(time.Hour)
		signintest.Refused(t, "the eleventh within a day", send(), errs.TooMany)
		w.Clock.Advance(24 * time.Hour)
		if err := send(); err != nil {
			t.Errorf("on the next day: %v", err)
		}
	})
}

func TestCreateCode_AUTH10_isLimitedByAddress(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		send := func(s signintest.Services, i int, address string) error {
			_, err := s.SignIn.SendCode(t.Context(), credential.Client{Address: address}, signintest.PhoneOf(i))
			return err
		}
		for i := range 30 {
			if err := send(w.Services, i, "192.0.2.1"); err != nil {
				t.Fatal(err)
			}
		}
		signintest.Refused(t, "the 31st from one address", send(w.Services, 30, "192.0.2.1"), errs.TooMany)
		if err := send(w.Services, 30, "192.0.2.2"); err != nil {
			t.Errorf("from another address: %v", err)
		}
		unlimited := w.Instance(t, func(d *signintest.Deps) { d.Credentials.RateLimits = false })
		if err := send(unlimited, 31, "192.0.2.1"); err != nil {
			t.Errorf("without rate limits: %v", err)
		}
	})
}

func TestSendCode_AUTH10_keepsTheCodeOutOfTheJobAndItsError(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		shown := w.Instance(t, func(d *signintest.Deps) { d.Credentials.ShowCodes = true })
		w.Messages.Fail(errors.New("the line is dead"))
		in := signintest.Done[signin.Result](t)(shown.SignIn.SendCode(t.Context(), credential.Client{}, phone))
		code := in.DemoOTP
		w.Messages.Fail(fmt.Errorf("could not say %q", "your code is "+code))
		if text := awaitFailure(t, w, "could not say"); len(code) != 6 || strings.Contains(text, code) || !strings.Contains(text, "******") {
			t.Errorf("code %s, job %s", code, text)
		}
		w.Clock.Advance(10 * time.Minute) // before the line is good again: a retry may be due already
		w.Messages.Fail(nil)
		w.Jobs.Wake()
		w.AwaitMessages(t)
		if late := w.Messages.To(phone); len(late) != 0 {
			t.Errorf("an expired code was sent: %q", late)
		}
	})
}

// awaitFailure waits until the message of a code could not be sent for this reason. It returns
// what the job holds.
func awaitFailure(t *testing.T, w *signintest.Fixture, reason string) (job string) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		job = signintest.Done[string](t)(db.One[string](t.Context(), w.DB.R, `SELECT body || ' ' || last_error FROM jobs WHERE kind LIKE 'account.code%'`))
		if strings.Contains(job, reason) {
			return job
		}
		if time.Now().After(deadline) {
			t.Fatalf("no try failed because %s: %s", reason, job)
		}
		w.Clock.Advance(time.Second)
		w.Jobs.Wake()
		time.Sleep(40 * time.Millisecond) // five minutes of the town's clock are 12 s of ours
	}
}

func TestCreateCode_TRAP_D8_showsTheCodeInTheDemoOnly(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		if in := signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), credential.Client{}, phone)); in.DemoOTP != "" {
			t.Errorf("the answer holds the code %s", in.DemoOTP)
		}
		demo := w.Instance(t, func(d *signintest.Deps) { d.Credentials.ShowCodes = true })
		in := signintest.Done[signin.Result](t)(demo.SignIn.SendCode(t.Context(), credential.Client{}, "+12025550102"))
		if in.DemoOTP == "" || in.DemoOTP != w.Code(t, "+12025550102") {
			t.Errorf("the demo shows %q", in.DemoOTP)
		}
	})
}

// A code that was used before its message could be sent is not sent.
func TestSendCode_AUTH10_skipsAUsedCode(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		shown := w.Instance(t, func(d *signintest.Deps) { d.Credentials.ShowCodes = true })
		w.Messages.Fail(errors.New("the line is dead"))
		in := signintest.Done[signin.Result](t)(shown.SignIn.SendCode(t.Context(), credential.Client{}, phone))
		awaitFailure(t, w, "the line is dead") // sets the time of the retry, so the clock moves after it
		signintest.Done[signin.Result](t)(w.EnterCode(t, phone, in.DemoOTP))
		w.Clock.Advance(4 * time.Minute) // the code would be good still
		w.Messages.Fail(nil)
		w.Jobs.Wake()
		w.AwaitMessages(t)
		if late := w.Messages.To(phone); len(late) != 0 {
			t.Errorf("a used code was sent: %q", late)
		}
	})
}

package credential_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// at returns a client with an address and no known device.
func at(address string) credential.Client { return credential.Client{Address: address} }

// guess tries wrong passwords until the client is refused, and returns how many were
// compared.
func guess(t *testing.T, w *signintest.Fixture, v credential.Client) (looked int) {
	t.Helper()
	for range 20 {
		_, err := w.LoginFrom(t, v, "wrong one")
		if errs.Is(err, errs.TooMany) {
			if e := errs.From(err); e.RetryAfter <= 0 {
				t.Errorf("no time to try again at: %v", err)
			}
			return looked
		}
		signintest.Refused(t, "a wrong password", err, errs.WrongCredentials)
		looked++
	}
	return looked
}

func TestByPassword_AUTH10_wrongPasswordsLockOutTheirOwnSource(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		mine := w.SignUp(t, func(a *signin.SignUpForm) { a.Client = at("198.51.100.1") })
		if n := guess(t, w, at("192.0.2.1")); n != 10 {
			t.Errorf("%d guesses from one address", n)
		}
		signintest.Done[signin.Result](t)(w.LoginFrom(t, at("203.0.113.9"), password))
		for i := range 12 {
			guess(t, w, at(fmt.Sprintf("192.0.2.%d", i+2)))
		}
		// Now strangers have a few attempts from each new address.
		if n := guess(t, w, at("192.0.2.100")); n != 3 {
			t.Errorf("%d guesses from one more address", n)
		}
		_, err := w.LoginFrom(t, at("192.0.2.1"), password)
		signintest.Refused(t, "the right password from where many wrong ones came", err, errs.TooMany)

		for what, from := range map[string]credential.Client{
			"a new address":                             at("203.0.113.1"),
			"the address of the sign-up":                at("198.51.100.1"),
			"the device of the sign-up, elsewhere":      {DeviceSecret: mine.DeviceSecret, Address: "203.0.113.2"},
			"the device of the sign-up, among the many": {DeviceSecret: mine.DeviceSecret, Address: "192.0.2.1"},
		} {
			if _, err := w.LoginFrom(t, from, password); err != nil {
				t.Errorf("from %s: %v", what, err)
			}
		}
		// A known source has attempts of its own, as many as any other source.
		if n := guess(t, w, credential.Client{DeviceSecret: mine.DeviceSecret, Address: "192.0.2.1"}); n != 10 {
			t.Errorf("%d guesses from a known device", n)
		}
	})
}

func TestResetPassword_AUTH10_forgetsKnownSources(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, func(a *signin.SignUpForm) { a.Client = at("198.51.100.1") })
		if n := w.Number(t, `SELECT COUNT(*) FROM known_places`); n != 2 {
			t.Errorf("%d places are known, want device and address", n)
		}
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM known_places`); n != 0 {
			t.Errorf("%d places are known still", n)
		}
	})
}

func TestRememberSource_AUTH10_keepsTheNewest(t *testing.T) {
	t.Parallel()
	w := signintest.Open(t, dbtest.Open(t, db.SQLite), nil)
	w.SignUp(t, nil)
	for i := range 60 {
		w.Clock.Advance(time.Minute)
		signintest.Done[signin.Result](t)(w.LoginFrom(t, at(fmt.Sprintf("192.0.2.%d", i)), password))
	}
	if n := w.Number(t, `SELECT COUNT(*) FROM known_places`); n < 50 || n > 51 {
		t.Errorf("%d places are kept", n)
	}
}

// A source is known for as long as a session may last, from the last sign-in on.
func TestFindSource_AUTH10_isKnownForHalfAYear(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		home := at("198.51.100.1")
		me := w.Session(t, w.SignUp(t, func(a *signin.SignUpForm) { a.Client = home })).CustomerID
		knows := func() bool {
			return signintest.Done[credential.Source](t)(w.Credentials.FindSource(t.Context(), w.DB.R, me, home)).Known
		}
		w.Clock.Advance(179 * 24 * time.Hour)
		if !knows() {
			t.Error("after 179 days the place is not known")
		}
		signintest.Done[signin.Result](t)(w.LoginFrom(t, home, password))
		w.Clock.Advance(179 * 24 * time.Hour)
		if !knows() {
			t.Error("179 days after another sign-in the place is not known")
		}
		w.Clock.Advance(2 * 24 * time.Hour)
		if knows() {
			t.Error("after 181 days the place is known still")
		}
	})
}

// The oracle counts attempts in memory.
func TestCountAttempt_AUTH10_keepsItsLimits(t *testing.T) {
	t.Parallel()
	w := signintest.Open(t, dbtest.Open(t, db.SQLite), nil)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		n := func(label string, low, high int64) int64 { return rapid.Int64Range(low, high).Draw(r, label) }
		maxTries, perDay, calm, fresh, total := n("most", 1, 4), n("per day", 1, 6), n("calm", 0, 5), n("fresh", 0, 3), n("total", 1, 12)
		b, whom := credential.NewAttemptLimits("test", maxTries, 10*time.Minute, perDay, calm, fresh, total), fmt.Sprint("somebody ", round)
		here, all := map[string]int64{}, int64(0)
		for range rapid.IntRange(1, 30).Draw(r, "tries") {
			from, known := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "from"), false
			if from == "c" {
				known = true
			}
			ok := here[from] < maxTries && here[from] < perDay
			if !known {
				ok = ok && all < total && (all < calm || here[from] < fresh)
			}
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
				return w.Credentials.CountAttempt(t.Context(), tx, b, whom, credential.Source{Key: from, Known: known})
			})
			if ok != (err == nil) || err != nil && (!errs.Is(err, errs.TooMany) || errs.From(err).RetryAfter <= 0) {
				r.Fatalf("%s has %d tries of %d and %d, strangers %d of %d, %d, %d: %v", from, here[from], maxTries, perDay, all, calm, fresh, total, err)
			}
			if err == nil {
				here[from]++
				if !known {
					all++
				}
			}
		}
	})
}

func TestCheckCode_AUTH10_P2_countsAttemptsByHandleAndSource(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		mine := signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), at("198.51.100.1"), phone))
		code := w.Code(t, phone)
		theirs := signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), at("192.0.2.1"), phone))
		other := w.Code(t, phone)
		try := func(v credential.Client, handle, code string) error {
			v.CodeHandle = handle
			_, err := w.SignIn.EnterCode(t.Context(), signin.CodeEntry{Client: v, By: credential.ByCode, Kind: contact.KindPhone, Phone: phone, Code: code})
			return err
		}
		for i := range 6 { // by the handle, without it, and without it from the owner's own address
			want := errs.CodeWrong
			if i >= 4 {
				want = errs.CodeSpent
			}
			signintest.Refused(t, "a guess", try(at("192.0.2.1"), theirs.Proof, signintest.WrongCode(other)), want)
			signintest.Refused(t, "a guess", try(at("192.0.2.1"), "", signintest.WrongCode(other)), want)
			signintest.Refused(t, "a guess", try(at("198.51.100.1"), "", signintest.WrongCode(code)), want)
		}
		signintest.Refused(t, "their code with their handle, used up", try(at("192.0.2.1"), theirs.Proof, other), errs.CodeSpent)
		if other != code {
			signintest.Refused(t, "their code with my handle", try(at("198.51.100.1"), mine.Proof, other), errs.CodeWrong)
		}
		signintest.Refused(t, "my code with a handle of nobody", try(at("198.51.100.1"), "made up", code), errs.CodeExpired)
		// The handle is valid from another address.
		if err := try(at("203.0.113.1"), mine.Proof, code); err != nil {
			t.Errorf("my code: %v", err)
		}
	})
}

// Only its holder can use up the attempts of a handle.
func TestCheckCode_AUTH10_TRAP_P2_theHandleEndsTheCode(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		from := at("198.51.100.1")
		sent := signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), from, phone))
		code := w.Code(t, phone)
		try := func(handle, code string) error {
			v := from
			v.CodeHandle = handle
			_, err := w.SignIn.EnterCode(t.Context(), signin.CodeEntry{Client: v, By: credential.ByCode, Kind: contact.KindPhone, Phone: phone, Code: code})
			return err
		}
		signintest.Refused(t, "a guess without the handle", try("", signintest.WrongCode(code)), errs.CodeWrong)
		for range 4 {
			signintest.Refused(t, "a guess", try(sent.Proof, signintest.WrongCode(code)), errs.CodeWrong)
		}
		signintest.Refused(t, "the fifth guess", try(sent.Proof, signintest.WrongCode(code)), errs.CodeSpent)
		signintest.Refused(t, "the code without the handle", try("", code), errs.CodeSpent)
	})
}

func TestCreateCode_AUTH10_P2_strangersDoNotStopTheOwner(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		signintest.Done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		known := signintest.Done[signin.Result](t)(w.LoginFrom(t, at("198.51.100.1"), password))
		send := func(v credential.Client) error {
			_, err := w.SignIn.SendCode(t.Context(), v, phone)
			return err
		}
		sent := 0
		for i := range 15 { // 15 strangers ask as often as they may
			for range 6 {
				if send(at(fmt.Sprintf("192.0.2.%d", i))) == nil {
					sent++
				}
				w.PassCodePause()
			}
		}
		if sent != 10+13 { // ten as they like, by two of them; then one from each address
			t.Errorf("%d were sent to strangers", sent)
		}
		for what, from := range map[string]credential.Client{
			"a new address": at("203.0.113.1"), "a known address": at("198.51.100.1"),
			"a known device at a stranger's": {DeviceSecret: known.DeviceSecret, Address: "192.0.2.1"},
		} {
			if err := send(from); err != nil {
				t.Errorf("from %s: %v", what, err)
			}
		}
	})
}

// An account with an unverified phone knows no sources for its codes: a squatter would
// otherwise have as many as they like.
func TestSourceFor_AUTH10_unverifiedContactKnowsNoSource(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, func(a *signin.SignUpForm) { a.Client = at("192.0.2.1") })
		sent := 0
		for i := range 12 {
			v := at(fmt.Sprintf("192.0.2.%d", i+1))
			signintest.Done[signin.Result](t)(w.LoginFrom(t, v, password))
			for range 2 {
				if _, err := w.SignIn.SendCode(t.Context(), v, phone); err == nil {
					sent++
				}
				w.PassCodePause()
			}
		}
		if sent != 10+7 {
			t.Errorf("%d codes were sent to a phone that is not theirs", sent)
		}
	})
}

// A used code accepts no attempt.
func TestCheckCode_AUTH10_countsNoAttemptOfAUsedCode(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		who := signin.Recovery{Email: asha}
		who.CodeHandle = signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who)).Handle
		code := w.Code(t, asha)
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, code)); err != nil {
			t.Fatal(err)
		}
		signintest.Refused(t, "by the handle", w.VerifyReset(t, who, code), errs.CodeExpired)
		signintest.Refused(t, "by the address", w.VerifyReset(t, signin.Recovery{Email: asha}, code), errs.CodeExpired)
		if tries := w.Number(t, `SELECT tries + bare_tries FROM codes`); tries != 1 {
			t.Errorf("%d tries were taken, want the one that used it", tries)
		}
	})
}

func TestLimits_AUTH10_areInTheHandbook(t *testing.T) {
	t.Parallel()
	handbook, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range credential.LimitsInWords() {
		if !strings.Contains(string(handbook), row) {
			t.Errorf("docs/operate.md does not say %q", row)
		}
	}
}

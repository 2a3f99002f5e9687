package credential_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestCount_AUTH10_keepsItsLimit(t *testing.T) {
	t.Parallel()
	w := signintest.Open(t, dbtest.Open(t, db.SQLite), nil)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		maxTries := rapid.Int64Range(1, 5).Draw(r, "most")
		window := time.Duration(rapid.Int64Range(1, 60).Draw(r, "seconds")) * time.Second
		limit, whom := credential.NewLimit("test", maxTries, window), fmt.Sprint("somebody ", round)

		// The oracle counts the attempts of a window in memory.
		var opened time.Time
		tries := int64(0)
		for range rapid.IntRange(1, 30).Draw(r, "tries") {
			w.Clock.Advance(time.Duration(rapid.Int64Range(0, 20_000).Draw(r, "pause")) * time.Millisecond)
			now := w.Clock.Now()
			if tries == 0 || !now.Before(opened.Add(window)) {
				opened, tries = now, 0
			}
			tries++
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Credentials.Count(t.Context(), tx, limit, whom) })
			if tries <= maxTries {
				if err != nil {
					r.Fatalf("try %d of %d: %v", tries, maxTries, err)
				}
				continue
			}
			tries-- // a refused try has not been counted
			if e := errs.From(err); e == nil || e.Code != errs.TooMany || e.RetryAfter != opened.Add(window).Sub(now) {
				r.Fatalf("try %d of %d, %v before the window ends: %v", tries+1, maxTries, opened.Add(window).Sub(now), err)
			}
		}
	})
}

func TestByPassword_AUTH10_allowsTenWrongPasswords(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		for _, identifier := range []string{asha, "nobody@example.com"} {
			var looked, refused atomic.Int64
			signintest.Together(30, func(int) {
				_, err := w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{Identifier: identifier, Password: "wrong one"})
				if errs.Is(err, errs.WrongCredentials) {
					looked.Add(1)
				} else if errs.Is(err, errs.TooMany) {
					refused.Add(1)
				}
			})
			if looked.Load() != 10 || refused.Load() != 20 {
				t.Errorf("%s: %d looked at, %d refused", identifier, looked.Load(), refused.Load())
			}
		}
		_, err := w.Login(t, strings.ToUpper(asha), password)
		signintest.Refused(t, "the right password, by another spelling, after ten wrong ones", err, errs.TooMany)
		w.Clock.Advance(15 * time.Minute)
		for range 12 { // who knows the password is not counted
			signintest.Done[signin.Result](t)(w.Login(t, asha, password))
		}
	})
}

func TestCount_AUTH10_storesNoIdentifier(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		_, err := w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{
			Client: credential.Client{Address: "192.0.2.77"}, Identifier: "nobody@example.com", Password: "wrong one",
		})
		signintest.Refused(t, "nobody", err, errs.WrongCredentials)
		keys := signintest.Done[[]string](t)(db.Many[string](t.Context(), w.DB.R, `SELECT key FROM throttles`))
		if text := strings.Join(keys, " "); len(keys) != 4 || strings.Contains(text, "nobody") || strings.Contains(text, "192.0") {
			t.Errorf("throttles are kept under %v", keys)
		}
	})
}

func TestSignUp_AUTH10_isLimitedByAddress(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		from := credential.Client{Address: "192.0.2.1"}
		for i := range 30 {
			in := signintest.Form()
			in.Client, in.Email, in.Phone, in.Password, in.Confirmation = from, signintest.EmailOf(i), signintest.PhoneOf(i), password, password
			if i > 0 { // one account is enough: the others are taken, and count as well
				in.Email, in.Phone = signintest.EmailOf(0), signintest.PhoneOf(0)
				in.Password, in.Confirmation = password+"2", password+"2"
			}
			if _, err := w.SignIn.SignUp(t.Context(), in); i > 0 && !errs.Is(err, errs.Invalid) {
				t.Fatal(err)
			}
		}
		in := signintest.Form()
		in.Client = from
		_, err := w.SignIn.SignUp(t.Context(), in)
		signintest.Refused(t, "the 31st sign-up from one address", err, errs.TooMany)
		in.Address = "192.0.2.2"
		signintest.Done[signin.Result](t)(w.SignIn.SignUp(t.Context(), in))
	})
}

// A sign-in asks somebody new for a name and contacts, and says which of them are taken.
func TestUpdateInfo_AUTH06_AUTH10_isLimitedByAddress(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		proof := w.ByCode(t, "+12025550102").Proof
		ask := func(address, email string) (signin.Result, error) {
			return w.SignIn.UpdateInfo(t.Context(), signin.Info{
				Client: credential.Client{Address: address}, Proof: proof, Details: signin.Details{Name: "Tom", Email: email},
			})
		}
		for range 30 {
			_, err := ask("192.0.2.1", asha)
			signintest.Refused(t, "a taken e-mail", err, errs.Invalid)
		}
		_, err := ask("192.0.2.1", asha)
		signintest.Refused(t, "the 31st from one address", err, errs.TooMany)
		signintest.Done[signin.Result](t)(ask("192.0.2.2", "tom@example.com"))
	})
}

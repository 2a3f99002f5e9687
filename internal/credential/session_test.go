package credential_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestFindSession_AUTH10_expires(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		const day = 24 * time.Hour
		in := w.SignUp(t, nil)
		w.Clock.Advance(30*day - time.Second)
		w.Session(t, in) // used just in time, and good for as long again
		w.Clock.Advance(30*day - time.Second)
		w.Session(t, in)
		w.Clock.Advance(30 * day)
		_, err := w.Credentials.FindSession(t.Context(), in.Token)
		signintest.Refused(t, "unused for 30 days", err, errs.Unauthorized)
		if err == nil || errs.From(err).Message != "Your account is inactive or Your token has been expired" {
			t.Errorf("says %v", err)
		}

		in = signintest.Done[signin.Result](t)(w.Login(t, asha, password))
		for range 179 {
			w.Clock.Advance(day)
			w.Session(t, in)
		}
		w.Clock.Advance(day)
		_, err = w.Credentials.FindSession(t.Context(), in.Token)
		signintest.Refused(t, "180 days after it began", err, errs.Unauthorized)
	})
}

func TestFindSession_AUTH10_refusesGuessedTokens(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		in := w.SignUp(t, nil)
		for _, guess := range []string{"", "1", in.Token + "A", in.Token[1:], signintest.Done[string](t)(db.One[string](t.Context(), w.DB.R, `SELECT token_hash FROM sessions`))} {
			_, err := w.Credentials.FindSession(t.Context(), guess)
			signintest.Refused(t, guess, err, errs.Unauthorized)
		}
	})
}

func TestEndSession_AUTH10_endsItOnAllInstances(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		elsewhere := w.Instance(t, nil)
		first := w.SignUp(t, func(a *signin.SignUpForm) { a.Device = "Chrome on Linux" })
		second := signintest.Done[signin.Result](t)(w.Login(t, phone, password))
		third := signintest.Done[signin.Result](t)(w.Login(t, asha, password))
		me := w.Session(t, first)

		if list := signintest.Done[[]credential.SessionInfo](t)(w.Credentials.ListSessions(t.Context(), me.CustomerID)); len(list) != 3 || list[2].Device != "Chrome on Linux" {
			t.Errorf("sessions are %+v", list)
		}
		stranger := w.SignUp(t, func(a *signin.SignUpForm) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		signintest.Refused(t, "another's session", w.Credentials.EndSession(t.Context(), w.Session(t, stranger).CustomerID, me.ID), errs.NotFound)

		if err := w.Credentials.Logout(t.Context(), w.Session(t, second)); err != nil {
			t.Fatal(err)
		}
		_, err := elsewhere.Credentials.FindSession(t.Context(), second.Token)
		signintest.Refused(t, "signed out", err, errs.Unauthorized)
		if err := w.Credentials.EndSession(t.Context(), me.CustomerID, w.Session(t, third).ID); err != nil {
			t.Fatal(err)
		}
		_, err = elsewhere.Credentials.FindSession(t.Context(), third.Token)
		signintest.Refused(t, "ended from the list", err, errs.Unauthorized)
		if _, err := elsewhere.Credentials.FindSession(t.Context(), first.Token); err != nil {
			t.Errorf("the one that asked has ended too: %v", err)
		}
		signintest.Refused(t, "ended twice", w.Credentials.EndSession(t.Context(), me.CustomerID, me.ID+1000), errs.NotFound)
	})
}

func TestEndOtherSessions_AUTH10(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		here := credential.Client{Device: "Chrome on Android", Address: "192.0.2.1"}
		first := w.SignUp(t, func(a *signin.SignUpForm) { a.Client = here })
		here.DeviceSecret = first.DeviceSecret
		others := []signin.Result{signintest.Done[signin.Result](t)(w.Login(t, phone, password)), signintest.Done[signin.Result](t)(w.Login(t, asha, password))}
		stranger := w.SignUp(t, func(a *signin.SignUpForm) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		me := w.Session(t, first)

		if n := signintest.Done[int64](t)(w.Credentials.EndOtherSessions(t.Context(), me, here)); n != 2 {
			t.Errorf("%d sessions were ended", n)
		}
		for _, other := range others {
			_, err := w.Credentials.FindSession(t.Context(), other.Token)
			signintest.Refused(t, "another session", err, errs.Unauthorized)
		}
		w.Session(t, first)
		w.Session(t, stranger)
		if n := w.Number(t, `SELECT COUNT(*) FROM known_places WHERE customer_id = $1`, me.CustomerID); n != 2 { // its device and its address
			t.Errorf("%d places are known", n)
		}
		if n := signintest.Done[int64](t)(w.Credentials.EndOtherSessions(t.Context(), me, here)); n != 0 {
			t.Errorf("again: %d sessions were ended", n)
		}
	})
}

func TestFindSession_AUTH10_writesItsUseEveryTenMinutes(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		in := w.SignUp(t, nil)
		began := w.Number(t, `SELECT seen_at FROM sessions`)
		w.Clock.Advance(9 * time.Minute)
		w.Session(t, in)
		if seen := w.Number(t, `SELECT seen_at FROM sessions`); seen != began {
			t.Error("its use was written within ten minutes")
		}
		w.Clock.Advance(time.Minute)
		w.Session(t, in)
		if seen := w.Number(t, `SELECT seen_at FROM sessions`); seen != began+(10*time.Minute).Milliseconds() {
			t.Error("its use was not written after ten minutes")
		}
	})
}

func TestPrune_AUTH10_deletesWhatHasExpired(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), credential.Client{}, "+12025550109"))
		w.AwaitMessages(t)
		w.ByCode(t, "+12025550108") // leaves a proof
		w.Clock.Advance(200 * 24 * time.Hour)
		left := `SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM codes)`
		for deadline := time.Now().Add(20 * time.Second); w.Number(t, left) != 0 && time.Now().Before(deadline); {
			w.Clock.Advance(time.Hour) // the job may just have run, and then runs again in an hour
			w.Jobs.Wake()
			time.Sleep(50 * time.Millisecond)
		}
		for _, table := range []string{"sessions", "codes", "proofs", "throttles"} {
			if n := w.Number(t, `SELECT COUNT(*) FROM `+table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

func TestMatchPassword_AUTH10_boundsHashesAtATime(t *testing.T) {
	t.Parallel()
	w := signintest.Open(t, dbtest.Open(t, db.SQLite), nil)
	const tries, people = 200, 25 // at most 8 of one person at a time
	for i := range people {
		signintest.Done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{
			Name: "Asha Rao", Email: signintest.EmailOf(i), Phone: signintest.PhoneOf(i), Password: password,
		}))
	}
	before, _ := w.Hasher.Count()
	var in atomic.Int64
	signintest.Together(tries, func(i int) {
		if s, err := w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{Identifier: signintest.EmailOf(i % people), Password: password}); err == nil && s.Token != "" {
			in.Add(1)
		} else {
			t.Error(err)
		}
	})
	hashed, peak := w.Hasher.Count()
	if in.Load() != tries || hashed-before != tries {
		t.Errorf("%d are in after %d hashings", in.Load(), hashed-before)
	}
	const megabytes = 19 // that one hash takes
	if limit := runtime.GOMAXPROCS(0); peak < 1 || peak > limit || peak*megabytes > 300 {
		t.Errorf("%d were hashed at once, %d MiB; %d may be", peak, peak*megabytes, limit)
	}
}

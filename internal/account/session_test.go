package account_test

import (
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

func TestSession_AUTH10_endsWhenUnusedAndInAnyCase(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		const day = 24 * time.Hour
		in := signUp(t, w, nil)
		w.Clock.Advance(30*day - time.Second)
		session(t, w, in) // used just in time, and good for as long again
		w.Clock.Advance(30*day - time.Second)
		session(t, w, in)
		w.Clock.Advance(30 * day)
		_, err := w.Accounts.ByToken(t.Context(), in.Token)
		refused(t, "unused for 30 days", err, errs.Unauthorized)
		if err == nil || errs.From(err).Message != "Your account is inactive or Your token has been expired" {
			t.Errorf("says %v", err)
		}

		in = done[account.SignIn](t)(login(t, w, asha, password))
		for range 179 {
			w.Clock.Advance(day)
			session(t, w, in)
		}
		w.Clock.Advance(day)
		_, err = w.Accounts.ByToken(t.Context(), in.Token)
		refused(t, "180 days after it began", err, errs.Unauthorized)
	})
}

func TestSession_AUTH10_isKnownByItsTokenAlone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		in := signUp(t, w, nil)
		for _, guess := range []string{"", "1", in.Token + "A", in.Token[1:], done[string](t)(db.One[string](t.Context(), w.DB.R, `SELECT token_hash FROM sessions`))} {
			_, err := w.Accounts.ByToken(t.Context(), guess)
			refused(t, guess, err, errs.Unauthorized)
		}
	})
}

func TestSession_AUTH10_endedOnceIsEndedEverywhere(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		elsewhere := w.Instance(t, nil)
		first := signUp(t, w, func(a *account.NewAccount) { a.Device = "Chrome on Linux" })
		second := done[account.SignIn](t)(login(t, w, phone, password))
		third := done[account.SignIn](t)(login(t, w, asha, password))
		me := session(t, w, first)

		if list := done[[]account.SessionInfo](t)(w.Accounts.Sessions(t.Context(), me.CustomerID)); len(list) != 3 || list[2].Device != "Chrome on Linux" {
			t.Errorf("sessions are %+v", list)
		}
		stranger := signUp(t, w, func(a *account.NewAccount) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		refused(t, "another's session", w.Accounts.EndSession(t.Context(), session(t, w, stranger).CustomerID, me.ID), errs.NotFound)

		if err := w.Accounts.Logout(t.Context(), session(t, w, second)); err != nil {
			t.Fatal(err)
		}
		_, err := elsewhere.ByToken(t.Context(), second.Token)
		refused(t, "signed out", err, errs.Unauthorized)
		if err := w.Accounts.EndSession(t.Context(), me.CustomerID, session(t, w, third).ID); err != nil {
			t.Fatal(err)
		}
		_, err = elsewhere.ByToken(t.Context(), third.Token)
		refused(t, "ended from the list", err, errs.Unauthorized)
		if _, err := elsewhere.ByToken(t.Context(), first.Token); err != nil {
			t.Errorf("the one that asked has ended too: %v", err)
		}
		refused(t, "ended twice", w.Accounts.EndSession(t.Context(), me.CustomerID, me.ID+1000), errs.NotFound)
	})
}

func TestSession_AUTH10_allOthersAreEndedInOneCall(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		here := account.Visitor{Device: "Chrome on Android", Address: "192.0.2.1"}
		first := signUp(t, w, func(a *account.NewAccount) { a.Visitor = here })
		here.Secret = first.Secret
		others := []account.SignIn{done[account.SignIn](t)(login(t, w, phone, password)), done[account.SignIn](t)(login(t, w, asha, password))}
		stranger := signUp(t, w, func(a *account.NewAccount) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		me := session(t, w, first)

		if n := done[int64](t)(w.Accounts.EndOtherSessions(t.Context(), me, here)); n != 2 {
			t.Errorf("%d sessions were ended", n)
		}
		for _, other := range others {
			_, err := w.Accounts.ByToken(t.Context(), other.Token)
			refused(t, "another session", err, errs.Unauthorized)
		}
		session(t, w, first)
		session(t, w, stranger)
		if n := w.Number(t, `SELECT COUNT(*) FROM known_places WHERE customer_id = $1`, me.CustomerID); n != 2 { // its device and its address
			t.Errorf("%d places are known", n)
		}
		if n := done[int64](t)(w.Accounts.EndOtherSessions(t.Context(), me, here)); n != 0 {
			t.Errorf("again: %d sessions were ended", n)
		}
	})
}

func TestSession_AUTH10_itsUseIsWrittenOnceInTenMinutes(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		in := signUp(t, w, nil)
		began := w.Number(t, `SELECT seen_at FROM sessions`)
		w.Clock.Advance(9 * time.Minute)
		session(t, w, in)
		if seen := w.Number(t, `SELECT seen_at FROM sessions`); seen != began {
			t.Error("its use was written within ten minutes")
		}
		w.Clock.Advance(time.Minute)
		session(t, w, in)
		if seen := w.Number(t, `SELECT seen_at FROM sessions`); seen != began+(10*time.Minute).Milliseconds() {
			t.Error("its use was not written after ten minutes")
		}
	})
}

func TestSession_AUTH10_whatHasEndedIsForgotten(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, "+12025550109"))
		w.Settle(t)
		byCode(t, w, "+12025550108") // leaves a proof
		w.Clock.Advance(200 * 24 * time.Hour)
		w.Jobs.Wake()
		left := `SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM codes)`
		for deadline := time.Now().Add(20 * time.Second); w.Number(t, left) != 0 && time.Now().Before(deadline); {
			time.Sleep(5 * time.Millisecond)
		}
		for _, table := range []string{"sessions", "codes", "proofs", "throttles"} {
			if n := w.Number(t, `SELECT COUNT(*) FROM `+table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

func TestSession_AUTH10_manySignInsAtOnceStayWithinBounds(t *testing.T) {
	t.Parallel()
	w := accounttest.Open(t, dbtest.Open(t, db.SQLite), nil)
	const tries, people = 200, 25 // at most 8 of one person at a time
	for i := range people {
		done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{
			Name: "Asha Rao", Email: mailOf(i), Phone: phoneOf(i), Password: password,
		}))
	}
	before, _ := w.Accounts.Hashings()
	var in atomic.Int64
	together(tries, func(i int) {
		if s, err := w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{Identifier: mailOf(i % people), Password: password}); err == nil && s.Token != "" {
			in.Add(1)
		} else {
			t.Error(err)
		}
	})
	hashed, peak := w.Accounts.Hashings()
	if in.Load() != tries || hashed-before != tries {
		t.Errorf("%d are in after %d hashings", in.Load(), hashed-before)
	}
	if limit := int64(w.Accounts.Slots()); peak < 1 || peak > limit || peak*account.HashingBytes > 300<<20 {
		t.Errorf("%d were hashed at once, %d MiB; %d may be", peak, peak*account.HashingBytes>>20, limit)
	}
}

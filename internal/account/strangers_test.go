package account_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

// at is a visitor without a device of their own.
func at(address string) account.Visitor { return account.Visitor{Address: address} }

func loginAt(t *testing.T, w *accounttest.Desk, v account.Visitor, password string) (account.SignIn, error) {
	t.Helper()
	return w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{Visitor: v, Identifier: asha, Password: password})
}

// guess tries wrong passwords from an address until it is refused, and returns
// how many were looked at.
func guess(t *testing.T, w *accounttest.Desk, v account.Visitor) (looked int) {
	t.Helper()
	for range 20 {
		_, err := loginAt(t, w, v, "wrong one")
		if errs.Is(err, errs.TooMany) {
			if e := errs.From(err); e.RetryAfter <= 0 {
				t.Errorf("no time to try again at: %v", err)
			}
			return looked
		}
		refused(t, "a wrong password", err, errs.WrongCredentials)
		looked++
	}
	return looked
}

func TestStrangers_AUTH10_wrongPasswordsLockOutTheirOwnAddressAlone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		mine := signUp(t, w, func(a *account.NewAccount) { a.Visitor = at("198.51.100.1") })
		if n := guess(t, w, at("192.0.2.1")); n != 10 {
			t.Errorf("%d guesses from one address", n)
		}
		done[account.SignIn](t)(loginAt(t, w, at("203.0.113.9"), password))
		for i := range 12 {
			guess(t, w, at(fmt.Sprintf("192.0.2.%d", i+2)))
		}
		// By now strangers have a few tries from each new address.
		if n := guess(t, w, at("192.0.2.100")); n != 3 {
			t.Errorf("%d guesses from one more address", n)
		}
		_, err := loginAt(t, w, at("192.0.2.1"), password)
		refused(t, "the right password from where many wrong ones came", err, errs.TooMany)

		for what, from := range map[string]account.Visitor{
			"a new address":                             at("203.0.113.1"),
			"the address of the sign-up":                at("198.51.100.1"),
			"the device of the sign-up, elsewhere":      {Secret: mine.Secret, Address: "203.0.113.2"},
			"the device of the sign-up, among the many": {Secret: mine.Secret, Address: "192.0.2.1"},
		} {
			if _, err := loginAt(t, w, from, password); err != nil {
				t.Errorf("from %s: %v", what, err)
			}
		}
		// A known place has tries of its own, and no more of them than any other.
		if n := guess(t, w, account.Visitor{Secret: mine.Secret, Address: "192.0.2.1"}); n != 10 {
			t.Errorf("%d guesses from a known device", n)
		}
	})
}

func TestStrangers_AUTH10_aNewPasswordForgetsTheKnownPlaces(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, func(a *account.NewAccount) { a.Visitor = at("198.51.100.1") })
		if n := w.Number(t, `SELECT COUNT(*) FROM known_places`); n != 2 {
			t.Errorf("%d places are known, want device and address", n)
		}
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM known_places`); n != 0 {
			t.Errorf("%d places are known still", n)
		}
	})
}

func TestStrangers_AUTH10_ofKnownPlacesTheLatestAreKept(t *testing.T) {
	t.Parallel()
	w := accounttest.Open(t, dbtest.Open(t, db.SQLite), nil)
	signUp(t, w, nil)
	for i := range 60 {
		w.Clock.Advance(time.Minute)
		done[account.SignIn](t)(loginAt(t, w, at(fmt.Sprintf("192.0.2.%d", i)), password))
	}
	if n := w.Number(t, `SELECT COUNT(*) FROM known_places`); n < 50 || n > 51 {
		t.Errorf("%d places are kept", n)
	}
}

// A place is known for as long as a session may last, from the last sign-in on.
func TestStrangers_AUTH10_aPlaceIsKnownForHalfAYear(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		home := at("198.51.100.1")
		me := session(t, w, signUp(t, w, func(a *account.NewAccount) { a.Visitor = home })).CustomerID
		knows := func() bool { return done[bool](t)(w.Accounts.Knows(t.Context(), me, home)) }
		w.Clock.Advance(179 * 24 * time.Hour)
		if !knows() {
			t.Error("after 179 days the place is not known")
		}
		done[account.SignIn](t)(loginAt(t, w, home, password))
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

// The oracle of a bound keeps its tries in memory.
func TestStrangers_AUTH10_aBoundHoldsWhatItSays(t *testing.T) {
	t.Parallel()
	w := accounttest.Open(t, dbtest.Open(t, db.SQLite), nil)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		n := func(label string, least, most int64) int64 { return rapid.Int64Range(least, most).Draw(r, label) }
		most, perDay, calm, fresh, total := n("most", 1, 4), n("per day", 1, 6), n("calm", 0, 5), n("fresh", 0, 3), n("total", 1, 12)
		b, whom := account.Bound("test", most, 10*time.Minute, perDay, calm, fresh, total), fmt.Sprint("somebody ", round)
		here, all := map[string]int64{}, int64(0)
		for range rapid.IntRange(1, 30).Draw(r, "tries") {
			from, known := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "from"), false
			if from == "c" {
				known = true
			}
			ok := here[from] < most && here[from] < perDay
			if !known {
				ok = ok && all < total && (all < calm || here[from] < fresh)
			}
			err := w.Accounts.Count(t.Context(), b, whom, from, known)
			if ok != (err == nil) || err != nil && (!errs.Is(err, errs.TooMany) || errs.From(err).RetryAfter <= 0) {
				r.Fatalf("%s has %d tries of %d and %d, strangers %d of %d, %d, %d: %v", from, here[from], most, perDay, all, calm, fresh, total, err)
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

func TestStrangers_AUTH10_P2_wrongCodesUseUpTheirOwnSendingAlone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		mine := done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), at("198.51.100.1"), phone))
		code := w.Code(t, phone)
		theirs := done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), at("192.0.2.1"), phone))
		other := w.Code(t, phone)
		try := func(v account.Visitor, handle, code string) error {
			v.Handle = handle
			_, err := w.Accounts.VerifyContact(t.Context(), account.CodeTyped{Visitor: v, By: account.ByCode, Kind: account.Phone, Phone: phone, Code: code})
			return err
		}
		for i := range 6 { // by the handle, without it, and without it from the owner's own address
			want := errs.CodeWrong
			if i >= 4 {
				want = errs.CodeSpent
			}
			refused(t, "a guess", try(at("192.0.2.1"), theirs.Proof, another(other)), want)
			refused(t, "a guess", try(at("192.0.2.1"), "", another(other)), want)
			refused(t, "a guess", try(at("198.51.100.1"), "", another(code)), want)
		}
		refused(t, "their code with their handle, used up", try(at("192.0.2.1"), theirs.Proof, other), errs.CodeSpent)
		if other != code {
			refused(t, "their code with my handle", try(at("198.51.100.1"), mine.Proof, other), errs.CodeWrong)
		}
		refused(t, "my code with a handle of nobody", try(at("198.51.100.1"), "made up", code), errs.CodeExpired)
		// The handle goes along where the address changes.
		if err := try(at("203.0.113.1"), mine.Proof, code); err != nil {
			t.Errorf("my code: %v", err)
		}
	})
}

func TestStrangers_AUTH10_P2_sendsOfOthersDoNotStopMine(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		known := done[account.SignIn](t)(loginAt(t, w, at("198.51.100.1"), password))
		send := func(v account.Visitor) error {
			_, err := w.Accounts.SendLoginCode(t.Context(), v, phone)
			return err
		}
		sent := 0
		for i := range 15 { // 15 strangers ask as often as they may
			for range 6 {
				if send(at(fmt.Sprintf("192.0.2.%d", i))) == nil {
					sent++
				}
				w.Late()
			}
		}
		if sent != 10+13 { // ten as they like, by two of them; then one from each address
			t.Errorf("%d were sent to strangers", sent)
		}
		for what, from := range map[string]account.Visitor{
			"a new address": at("203.0.113.1"), "a known address": at("198.51.100.1"),
			"a known device at a stranger's": {Secret: known.Secret, Address: "192.0.2.1"},
		} {
			if err := send(from); err != nil {
				t.Errorf("from %s: %v", what, err)
			}
		}
	})
}

// An account that carries the phone without having proven it knows no places: a
// squatter would otherwise have as many as they like.
func TestStrangers_AUTH10_aSquatterIsAStrangerToThePhone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, func(a *account.NewAccount) { a.Visitor = at("192.0.2.1") })
		sent := 0
		for i := range 12 {
			v := at(fmt.Sprintf("192.0.2.%d", i+1))
			done[account.SignIn](t)(loginAt(t, w, v, password))
			for range 2 {
				if _, err := w.Accounts.SendLoginCode(t.Context(), v, phone); err == nil {
					sent++
				}
				w.Late()
			}
		}
		if sent != 10+7 {
			t.Errorf("%d codes were sent to a phone that is not theirs", sent)
		}
	})
}

// A code that was used is no longer tried, and says nothing any more.
func TestCode_AUTH10_ofAUsedCodeNoTryIsTaken(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		who := account.Forgotten{Email: asha}
		who.Handle = done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who)).Handle
		code := w.Code(t, asha)
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, code)); err != nil {
			t.Fatal(err)
		}
		refused(t, "by the handle", tryReset(t, w, who, code), errs.CodeExpired)
		refused(t, "by the address", tryReset(t, w, account.Forgotten{Email: asha}, code), errs.CodeExpired)
		if tries := w.Number(t, `SELECT tries + bare_tries FROM codes`); tries != 1 {
			t.Errorf("%d tries were taken, want the one that used it", tries)
		}
	})
}

func TestStrangers_AUTH10_theHandbookTellsTheBounds(t *testing.T) {
	t.Parallel()
	handbook, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range account.BoundsInWords() {
		if !strings.Contains(string(handbook), row) {
			t.Errorf("docs/operate.md does not say %q", row)
		}
	}
}

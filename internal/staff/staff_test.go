package staff_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/order"
	"hawker/internal/signin/signintest"
	"hawker/internal/staff"
)

const password = "copper-pan-78"

// town is a town with staff.
type town struct {
	*signintest.Fixture
	*staff.Service
	store int64
}

func engines(t *testing.T, run func(t *testing.T, w *town)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := &town{Fixture: signintest.Open(t, open(t), nil)}
		w.Service = staff.New(staff.Deps{
			DB: w.Fixture.DB, Clock: w.Fixture.Clock, Jobs: jobs.New(w.Fixture.DB, w.Fixture.Clock, slog.New(slog.DiscardHandler)),
			Log: slog.New(slog.DiscardHandler), Credentials: w.Fixture.Credentials, ReleaseRider: order.ReleaseRider,
		})
		w.store = w.Fixture.Store(t, nil).ID
		run(t, w)
	})
}

// add adds a vendor with this e-mail.
func (w *town) add(t *testing.T, email string) staff.Member {
	t.Helper()
	m, err := w.Add(t.Context(), staff.NewMember{Email: email, Name: "Sam", Role: staff.Vendor, StoreID: w.store, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// signIn signs in from an address.
func (w *town) signIn(email, password, address string) (string, error) {
	token, _, err := w.SignIn(context.Background(), staff.SignIn{Email: email, Password: password, Client: credential.Client{Address: address}})
	return token, err
}

func TestStaff_PERM03_anAccountIsFoundByItsFoldedEmailOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.add(t, "Sam@Example.com")
		if _, err := w.Add(t.Context(), staff.NewMember{Email: "sam@EXAMPLE.com", Name: "Sam", Role: staff.Admin}); !errs.Is(err, errs.Conflict) {
			t.Errorf("a second account: %v", err)
		}
		token, err := w.signIn(" sam@example.COM ", password, "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		if me, err := w.FindSession(t.Context(), token); err != nil || me.Store() != w.store || me.Email != "Sam@Example.com" {
			t.Errorf("%+v, %v", me, err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM staff_sessions WHERE token_hash = $1`, token); n != 0 {
			t.Error("the token is stored as it is")
		}
	})
}

func TestStaff_refusesWhatIsNoAccount(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		for field, m := range map[string]staff.NewMember{
			"email": {Email: "sam", Name: "Sam", Role: staff.Admin}, "name": {Email: "a@example.com", Role: staff.Admin},
			"store": {Email: "a@example.com", Name: "Sam", Role: staff.Vendor}, "zone": {Email: "a@example.com", Name: "Sam", Role: staff.Rider},
			"a provider": {Email: "a@example.com", Name: "Sam", Role: staff.Vendor, StoreID: w.store, ProviderID: 1},
			"role":       {Email: "a@example.com", Name: "Sam", Role: "cook"},
			"password":   {Email: "a@example.com", Name: "Sam", Role: staff.Admin, Password: "short"},
		} {
			_, err := w.Add(t.Context(), m)
			if err == nil || !strings.Contains(fmt.Sprintf("%+v", errs.From(err)), field) {
				t.Errorf("%s: %v", field, err)
			}
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM staff`); n != 0 {
			t.Errorf("%d were added", n)
		}
	})
}

func TestSessions_AUTH10_endWithThePasswordTheAccountAndByThemselves(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.add(t, "sam@example.com")
		open := func() string {
			t.Helper()
			token, err := w.signIn("sam@example.com", password, "192.0.2.1")
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		ended := func(why, token string) {
			t.Helper()
			if _, err := w.FindSession(t.Context(), token); !errs.Is(err, errs.Unauthorized) {
				t.Errorf("%s: %v", why, err)
			}
		}
		first, second := open(), open()
		me, err := w.FindSession(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.SignOut(t.Context(), me); err != nil {
			t.Fatal(err)
		}
		ended("signed out", first)
		if _, err := w.FindSession(t.Context(), second); err != nil {
			t.Errorf("the other session: %v", err)
		}
		if err := w.SetPassword(t.Context(), "sam@example.com", password); err != nil {
			t.Fatal(err)
		}
		ended("after a new password", second)

		third := open()
		if err := w.Disable(t.Context(), "SAM@example.com"); err != nil {
			t.Fatal(err)
		}
		ended("after disabling", third)
		if _, err := w.signIn("sam@example.com", password, "192.0.2.1"); !errs.Is(err, errs.WrongCredentials) {
			t.Errorf("a disabled account signs in: %v", err)
		}
		if err := w.Enable(t.Context(), "sam@example.com"); err != nil {
			t.Fatal(err)
		}
		ended("after enabling again", third)

		idle := open()
		w.Fixture.Clock.Advance(14*24*time.Hour + time.Second)
		ended("after 14 days without use", idle)
		used := open()
		for day := 0; day < 90; day += 9 {
			if _, err := w.FindSession(t.Context(), used); err != nil {
				t.Fatalf("after %d days of use: %v", day, err)
			}
			w.Fixture.Clock.Advance(9 * 24 * time.Hour)
		}
		ended("after 90 days", used)
	})
}

func TestSignIn_AUTH10_isThrottledAndTellsNobodyWhoWorksHere(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.add(t, "sam@example.com")
		if _, err := w.signIn("sam@example.com", password, "192.0.2.9"); err != nil { // makes the address known
			t.Fatal(err)
		}
		try := func(email, word string) string {
			before, _ := w.Hasher.Count()
			_, err := w.signIn(email, word, "192.0.2.1")
			after, _ := w.Hasher.Count()
			return fmt.Sprint(err, " hashes ", after-before)
		}
		for n := 1; n <= 12; n++ {
			known, unknown, none := try("sam@example.com", "wrong"), try("nobody@example.com", "wrong"), try("no address", "wrong")
			if known != unknown || known != none {
				t.Fatalf("try %d: of an account %q, of none %q, of no address %q", n, known, unknown, none)
			}
			if refused := strings.Contains(known, "Too many tries"); refused != (n > 10) {
				t.Errorf("try %d: %s", n, known)
			}
		}
		if got := try("sam@example.com", password); !strings.Contains(got, "Too many tries") {
			t.Errorf("the right password is not throttled: %s", got)
		}
		if _, err := w.signIn("sam@example.com", password, "192.0.2.9"); err != nil {
			t.Errorf("from the known address: %v", err)
		}
	})
}

// What strangers try must not lock a store out at noon.
func TestSignIn_AUTH10_strangersDoNotLockAStoreOut(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		w.add(t, "sam@example.com")
		if _, err := w.signIn("sam@example.com", password, "192.0.2.9"); err != nil {
			t.Fatal(err)
		}
		refused := false
		for n := range 130 {
			_, err := w.signIn("sam@example.com", "wrong", fmt.Sprintf("198.51.%d.1", n/4))
			refused = refused || errs.Is(err, errs.TooMany)
		}
		if !refused {
			t.Error("130 tries of strangers were all allowed")
		}
		if _, err := w.signIn("sam@example.com", password, "192.0.2.9"); err != nil {
			t.Errorf("from the known address: %v", err)
		}
	})
}

func TestStaff_withoutAPasswordNobodySignsInAsThem(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		m, err := w.Add(t.Context(), staff.NewMember{Email: "auto@example.com", Name: "Auto", Role: staff.Admin})
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"", "auto", password} {
			if _, err := w.signIn("auto@example.com", word, "192.0.2.1"); !errs.Is(err, errs.WrongCredentials) {
				t.Errorf("by %q: %v", word, err)
			}
		}
		token, err := w.OpenSession(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		if me, err := w.FindSession(t.Context(), token); err != nil || me.Role != staff.Admin {
			t.Errorf("%+v, %v", me, err)
		}
	})
}

func TestPrune_removesWhatHasEnded(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		m := w.add(t, "sam@example.com")
		if _, err := w.OpenSession(t.Context(), m.ID); err != nil {
			t.Fatal(err)
		}
		w.Fixture.Clock.Advance(15 * 24 * time.Hour)
		if _, err := w.OpenSession(t.Context(), m.ID); err != nil {
			t.Fatal(err)
		}
		if err := staff.Prune(t.Context(), w.Service); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM staff_sessions`); n != 1 {
			t.Errorf("%d sessions are left, want 1", n)
		}
	})
}

package credential_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/account"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestHashPassword_AUTH10_isArgon2id(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.Hasher.Real = true
		w.SignUp(t, nil)
		w.SignUp(t, func(a *signin.SignUpForm) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		kept := signintest.Done[[]string](t)(db.Many[string](t.Context(), w.DB.R, `SELECT password_hash FROM customers`))
		if len(kept) != 2 || kept[0] == kept[1] || !strings.HasPrefix(kept[0], "$argon2id$v=19$m=19456,t=2,p=1$") {
			t.Errorf("the same password is kept as %q", kept)
		}
	})
}

func TestMatchPassword_AUTH10_hashesForAnUnknownAccountToo(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		noPassword := w.ByCode(t, "+12025550103")
		signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: noPassword.Proof, Details: signin.Details{Name: "Tom"}}))

		answers := map[string]bool{}
		for _, identifier := range []string{asha, phone, "nobody@example.com", "+12025550199", "+12025550103"} {
			before, _ := w.Hasher.Count()
			_, err := w.Login(t, identifier, "not the password")
			after, _ := w.Hasher.Count()
			signintest.Refused(t, identifier, err, errs.WrongCredentials)
			answers[err.Error()] = true
			if after-before != 1 {
				t.Errorf("%s: %d passwords were hashed", identifier, after-before)
			}
		}
		if len(answers) != 1 {
			t.Errorf("the answers differ: %v", answers)
		}
		for what, empty := range map[string]string{"of nobody": "nobody@example.com", "of who has none": "+12025550103"} {
			if _, err := w.Login(t, empty, "\x00"); !errs.Is(err, errs.WrongCredentials) {
				t.Errorf("the password %s: %v", what, err)
			}
		}
	})
}

func TestHashPassword_AUTH10_stopsWaitingWhenCanceled(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		before, _ := w.Hasher.Count()
		release := w.Credentials.FillSlots()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		hash := func(ctx context.Context) error {
			_, err := w.Credentials.HashPassword(ctx, credential.Source{}, "a")
			return err
		}
		if err := hash(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with every slot taken: %v", err)
		}
		if err := hash(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("gone already: %v", err)
		}
		release()
		if after, _ := w.Hasher.Count(); after != before {
			t.Error("a password was hashed without a slot")
		}
		if err := hash(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestIsCommon_TRAP_D7(t *testing.T) {
	t.Parallel()
	for _, common := range []string{
		"password", "Password1", "PASSWORD123", "qwerty", "letmein", "iloveyou", "hawker123", "1q2w3e4r", "passw0rd", "Welcome1",
		"aaaaaa", "......", "ababab", "abcabc", "121212", "123456", "654321", "4567890", "0987654", "abcdef", "FEDCBA", "zyxwvu", "asdfgh", "poiuyt", "qazwsx",
	} {
		if !credential.IsCommon(common) {
			t.Errorf("%q may be used", common)
		}
	}
	for _, good := range []string{"mango-tree-7", "hunter-of-clouds", "blue47kite", "correct horse", "a1b2c3x9", "pässwort!x", "ababac"} {
		if credential.IsCommon(good) {
			t.Errorf("%q may not be used", good)
		}
	}
}

func TestIsCommon_TRAP_D7_listedPasswords(t *testing.T) {
	t.Parallel()
	all := credential.CommonPasswords()
	if len(all) != 10_000 || !slices.IsSorted(all) {
		t.Errorf("%d are listed, sorted: %t", len(all), slices.IsSorted(all))
	}
	for _, p := range all {
		if len(p) < 6 || p != strings.ToLower(p) {
			t.Errorf("%q is listed in vain", p)
		}
	}
	for _, p := range []string{"dragon", "trustno1", "Michael1", "Superman", "jennifer", "ncc1701d", "kitchen", "Football!", "Charlie123", "sunshine01"} {
		if !credential.IsCommon(p) {
			t.Errorf("%q may be used", p)
		}
	}
}

func TestCheckNewPassword_TRAP_D30_leastLengthIsASetting(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		w.SetSettings(t, func(s *setting.Settings) { s.Login.MinPasswordLength = 9 })
		const short, want = "mango-78", "Password is too short - should be 9 chars minimum."
		in := signintest.Form()
		in.Email, in.Phone, in.Password, in.Confirmation = "other@example.com", "+12025550102", short, short
		_, err := w.SignIn.SignUp(t.Context(), in)
		if got := signintest.ErrorTexts(err); got != want {
			t.Errorf("signing up: %q", got)
		}
		if got := me.Refused(t, w, account.Profile{Password: short, Confirmation: short}); !slices.Equal(got, []string{"invalid password: " + want}) {
			t.Errorf("the profile: %q", got)
		}
		err = w.SignIn.ResetPassword(t.Context(), signin.NewPassword{Recovery: signin.Recovery{Email: asha}, Token: "123456", Password: short, Confirmation: short})
		if got := signintest.ErrorTexts(err); got != want {
			t.Errorf("the recovery: %q", got)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Login.MinPasswordLength = 0 })
		me.Save(t, w, account.Profile{Password: short, Confirmation: short})
	})
}

func TestIsCommon_TRAP_D7_runsAndRepetitionsOfAnyLength(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letter := rapid.RuneFrom([]rune("abcxyz0189é!")).Draw(t, "letter")
		if again := strings.Repeat(string(letter), rapid.IntRange(6, 40).Draw(t, "times")); !credential.IsCommon(again) {
			t.Errorf("%q may be used", again)
		}
		length := rapid.IntRange(6, 26).Draw(t, "length")
		from := rapid.IntRange(0, 26-length).Draw(t, "from")
		run := ""
		for i := range length {
			run += string(rune('a' + from + i))
		}
		if !credential.IsCommon(run) {
			t.Errorf("%q may be used", run)
		}
	})
}

func TestIsOwn_TRAP_D7(t *testing.T) {
	t.Parallel()
	own := []string{"Asha", "Rao", "Asha Rao", "asha.rao@example.com", "+12025550101"}
	for _, bad := range []string{"asharao", "AshaRao1", "asha2024", "asha.rao@example.com", "asha.rao", "+12025550101", "12025550101", "2025550101", "5550101", "rao!!!"} {
		if !credential.IsOwn(bad, own) {
			t.Errorf("%q may be used", bad)
		}
	}
	for _, good := range []string{"mango-tree-7", "ashatree", "550102", "98765401"} {
		if credential.IsOwn(good, own) {
			t.Errorf("%q may not be used", good)
		}
	}
}

func TestCheckNewPassword_AUTH05_TRAP_D7_messages(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		for _, tt := range []struct{ password, again, want string }{
			{"", "", "Password is required; Confirm Password is required"},
			{"mango", "mango", "Password is too short - should be 6 chars minimum."},
			{"mango-tree-7", "mango-tree-8", "Passwords must match"},
			{"password", "password", "This password is too easy to guess. Please choose another one."},
			{"asharao99", "asharao99", "This password is too easy to guess. Please choose another one."},
		} {
			in := signintest.Form()
			in.Password, in.Confirmation = tt.password, tt.again
			_, err := w.SignIn.SignUp(t.Context(), in)
			if got := signintest.ErrorTexts(err); got != tt.want {
				t.Errorf("%q and %q: %s", tt.password, tt.again, got)
			}
		}
		before, _ := w.Hasher.Count()
		if before != 0 {
			t.Errorf("%d refused passwords were hashed", before)
		}
	})
}

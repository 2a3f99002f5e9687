package account_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

// loginFrom signs in by password from a device.
func loginFrom(t *testing.T, w *accounttest.Desk, v account.Visitor) account.SignIn {
	t.Helper()
	return done[account.SignIn](t)(w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{Visitor: v, Identifier: asha, Password: password}))
}

func TestNotice_aSignInOnANewDeviceIsMailed(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, func(s *setting.Settings) { s.Location.TimeZone = "Indian/Maldives" })
		mails := func() (told []string) {
			w.Settle(t)
			for _, text := range w.Post.To(asha) {
				if strings.HasPrefix(text, "New sign-in to your account") {
					told = append(told, text)
				}
			}
			return told
		}
		laptop := account.Visitor{Device: "Firefox on Linux", Address: "192.0.2.1"}
		laptop.Secret = signUp(t, w, func(a *account.NewAccount) { a.Visitor = laptop }).Secret
		loginFrom(t, w, account.Visitor{Device: "Chrome on Windows"})
		if told := mails(); len(told) != 0 {
			t.Errorf("an address that is not confirmed was told %q", told)
		}
		w.Exec(t, `UPDATE customers SET email_verified = TRUE, signed_in_at = NULL`)
		loginFrom(t, w, account.Visitor{Device: "Chrome on Windows"})
		if told := mails(); len(told) != 0 {
			t.Errorf("of the first sign-in: %q", told)
		}

		at := w.Clock.Now().In(time.FixedZone("", 5*60*60)).Format("2 January 2006, 15:04") + " (Indian/Maldives)"
		phone := account.Visitor{Device: "Chrome on Android", Address: laptop.Address}
		phone.Secret = loginFrom(t, w, phone).Secret
		told := mails()
		if len(told) != 1 || !strings.Contains(told[0], "Device: Chrome on Android\n") || !strings.Contains(told[0], "Time: "+at+"\n") || !strings.Contains(told[0], "set a new password") {
			t.Fatalf("told %q, want the time %s", told, at)
		}
		if texted := w.Post.Texted(); len(texted) != 0 {
			t.Errorf("told by text message: %v", texted)
		}
		loginFrom(t, w, phone)
		loginFrom(t, w, laptop)
		if told := mails(); len(told) != 1 {
			t.Errorf("of devices that signed in before: %q", told)
		}
		for range 20 {
			loginFrom(t, w, account.Visitor{Device: "a script"})
		}
		if told := mails(); len(told) != 10 {
			t.Errorf("%d mails in one day", len(told))
		}
	})
}

func TestNotice_theDeviceThatChangesThePasswordStaysKnown(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		here := account.Visitor{Device: "Firefox on Linux"}
		me := newPerson(t, w, asha, phone)
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		here.Secret = loginFrom(t, w, here).Secret
		change := newPassword(known)
		change.Visitor = here
		me.save(t, w, change)
		before := len(w.Post.To(asha))
		done[account.SignIn](t)(w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{Visitor: here, Identifier: asha, Password: change.Password}))
		w.Settle(t)
		for _, text := range w.Post.To(asha)[before:] {
			if strings.HasPrefix(text, "New sign-in") {
				t.Errorf("told %q", text)
			}
		}
	})
}

// Mail that cannot leave waits for its job; nobody who signs in waits for it.
func TestNotice_noSignInWaitsForMail(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		w.Post.Fail(errs.New(errs.Unavailable, "no mail server").Because(errors.New("down")))
		session(t, w, loginFrom(t, w, account.Visitor{Device: "Chrome on Android"}))
		if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'account.notice' AND done_at IS NULL`); n != 1 {
			t.Errorf("%d notices wait", n)
		}
	})
}

package account_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
	"hawker/internal/translation"
)

// loginFrom signs in by password from a device.
func loginFrom(t *testing.T, w *signintest.Fixture, v credential.Client) signin.Result {
	t.Helper()
	return signintest.Done[signin.Result](t)(w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{Client: v, Identifier: asha, Password: password}))
}

func TestRecordSignIn_mailsANewDevice(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, func(s *setting.Settings) { s.Location.TimeZone = "Indian/Maldives" })
		mails := func() (told []string) {
			w.AwaitMessages(t)
			for _, text := range w.Messages.To(asha) {
				if strings.HasPrefix(text, "New sign-in to your account") {
					told = append(told, text)
				}
			}
			return told
		}
		laptop := credential.Client{Device: "Firefox on Linux", Address: "192.0.2.1"}
		laptop.DeviceSecret = w.SignUp(t, func(a *signin.SignUpForm) { a.Client = laptop }).DeviceSecret
		loginFrom(t, w, credential.Client{Device: "Chrome on Windows"})
		if told := mails(); len(told) != 0 {
			t.Errorf("an address that is not confirmed was told %q", told)
		}
		w.Exec(t, `UPDATE customers SET email_verified = TRUE, signed_in_at = NULL`)
		loginFrom(t, w, credential.Client{Device: "Chrome on Windows"})
		if told := mails(); len(told) != 0 {
			t.Errorf("of the first sign-in: %q", told)
		}

		at := w.Clock.Now().In(time.FixedZone("", 5*60*60)).Format("2 January 2006, 15:04") + " (Indian/Maldives)"
		phone := credential.Client{Device: "Chrome on Android", Address: laptop.Address}
		phone.DeviceSecret = loginFrom(t, w, phone).DeviceSecret
		told := mails()
		if len(told) != 1 || !strings.Contains(told[0], "Device: Chrome on Android\n") || !strings.Contains(told[0], "Time: "+at+"\n") || !strings.Contains(told[0], "set a new password") {
			t.Fatalf("told %q, want the time %s", told, at)
		}
		if texted := w.Messages.Texted(); len(texted) != 0 {
			t.Errorf("told by text message: %v", texted)
		}
		loginFrom(t, w, phone)
		loginFrom(t, w, laptop)
		if told := mails(); len(told) != 1 {
			t.Errorf("of devices that signed in before: %q", told)
		}
		for range 20 {
			loginFrom(t, w, credential.Client{Device: "a script"})
		}
		if told := mails(); len(told) != 10 {
			t.Errorf("%d mails in one day", len(told))
		}
	})
}

// The language in which a customer orders comes before that of a request, which may be of
// somebody else.
func TestRecordSignIn_I18N01_mailsInTheCustomersLanguage(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		loginFrom(t, w, credential.Client{Device: "Firefox on Linux"})
		w.AwaitMessages(t) // two mails at once may arrive in either order
		subject := func(device string) string {
			t.Helper()
			ctx := translation.WithLanguage(t.Context(), "ar")
			form := signin.PasswordLogin{Client: credential.Client{Device: device}, Identifier: asha, Password: password}
			signintest.Done[signin.Result](t)(w.SignIn.ByPassword(ctx, form))
			w.AwaitMessages(t)
			told := w.Messages.To(asha)
			return told[len(told)-1]
		}
		if text := subject("Chrome on Android"); !strings.HasPrefix(text, "تسجيل دخول جديد إلى حسابك في ") || !strings.Contains(text, "Chrome على Android") || strings.Contains(text, "passkey") {
			t.Errorf("told %q", text)
		}
		w.Exec(t, `INSERT INTO notification_settings (customer_id, language, order_mail, alerts, alert_mail) VALUES ($1, 'en', TRUE, TRUE, TRUE)`, me.CustomerID)
		if text := subject("Chrome on Windows"); !strings.HasPrefix(text, "New sign-in to your account") {
			t.Errorf("a customer who orders in English is told %q", text)
		}
	})
}

func TestRecordSignIn_knowsTheDeviceThatChangedThePassword(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		here := credential.Client{Device: "Firefox on Linux"}
		me := w.NewPerson(t, asha, phone)
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		here.DeviceSecret = loginFrom(t, w, here).DeviceSecret
		change := newPassword(signintest.KnownPassword)
		change.Client = here
		me.Save(t, w, change)
		w.AwaitMessages(t) // those of the first sign-in and of the change
		before := len(w.Messages.To(asha))
		signintest.Done[signin.Result](t)(w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{Client: here, Identifier: asha, Password: change.Password}))
		w.AwaitMessages(t)
		for _, text := range w.Messages.To(asha)[before:] {
			if strings.HasPrefix(text, "New sign-in") {
				t.Errorf("told %q", text)
			}
		}
	})
}

// A mail that cannot be sent is tried again by its job; no sign-in waits for it.
func TestRecordSignIn_doesNotWaitForMail(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		w.Messages.Fail(errs.New(errs.Unavailable, "no mail server").Because(errors.New("down")))
		w.Session(t, loginFrom(t, w, credential.Client{Device: "Chrome on Android"}))
		if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'account.notice' AND done_at IS NULL`); n != 1 {
			t.Errorf("%d notices wait", n)
		}
	})
}

// An address that was refused is not tried again, and nobody is alerted.
func TestSend_AUTH04_isTriedOnceIfTheContactIsRefused(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		w.AwaitMessages(t)
		before := w.Number(t, `SELECT COALESCE(MAX(id), 0) FROM jobs`)
		w.Messages.Fail(errs.New(errs.Invalid, "no such address"))
		w.Session(t, loginFrom(t, w, credential.Client{Device: "Chrome on Android"})) // mails a notice
		signintest.Done[signin.Result](t)(w.SignIn.SendCode(t.Context(), credential.Client{}, "+12025550103"))
		w.AwaitMessages(t)
		for _, kind := range []string{"account.notice", "account.code_sms"} {
			if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = $1 AND id > $2 AND attempts = 1 AND last_error = ''`, kind, before); n != 1 {
				t.Errorf("%d jobs %s were tried once", n, kind)
			}
		}
	})
}

// Earlier versions planned codes and notices to phones by the kinds of those to e-mails.
func TestSend_AUTH04_sendsWhatAnEarlierVersionHasPlanned(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.NewPersonByCode(t)
		w.AwaitMessages(t)
		before := len(w.Messages.Texted())
		w.Exec(t, `UPDATE codes SET used_at = NULL`)
		w.Exec(t, `UPDATE jobs SET kind = 'account.code', done_at = NULL, attempts = 0 WHERE kind = 'account.code_sms'`)
		w.Exec(t, `INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, created_at)
			SELECT 'account.notice', '{"CustomerID":' || id || ',"To":"phone","What":"password"}', 0, 0, 12, '', 0 FROM customers`)
		w.AwaitMessages(t)
		if n := len(w.Messages.Texted()) - before; n != 2 {
			t.Errorf("%d messages were texted", n)
		}
	})
}

package signin_test

import (
	"testing"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/passkey"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestMethods_AUTH01_API08_needTheirServices(t *testing.T) {
	t.Parallel()
	w := signintest.Open(t, dbtest.Open(t, db.SQLite), nil)
	w.SetSettings(t, func(s *setting.Settings) {
		signintest.Verifications(true, true)(s)
		s.Storefront.CustomerWallet = true
	})
	none := func(d *signintest.Deps) { d.Accounts.Mailer, d.Accounts.Texter, d.Credentials.Passkeys = nil, nil, nil }
	all := signin.Methods{Manual: true, OTP: true, PhoneVerification: true, EmailVerification: true, Mail: true, SMS: true, Passkey: true}
	for what, tt := range map[string]struct {
		edit func(*signintest.Deps)
		want signin.Methods
	}{
		"nothing set up":  {none, signin.Methods{Manual: true}},
		"all but others":  {nil, all},
		"passkeys":        {func(d *signintest.Deps) { none(d); d.Credentials.Passkeys = passkey.Open(signintest.Origin) }, signin.Methods{Manual: true, Passkey: true}},
		"a phone service": {func(d *signintest.Deps) { none(d); d.Accounts.Phones = phones{} }, signin.Methods{Manual: true, OTP: true, PhoneVerification: true, Firebase: true}},
		"a provider":      {func(d *signintest.Deps) { none(d); withGoogle(d) }, signin.Methods{Manual: true, Social: true, Google: true}},
	} {
		if got := signintest.Done[signin.Methods](t)(w.Instance(t, tt.edit).SignIn.Methods(t.Context())); got != tt.want {
			t.Errorf("%s: %+v, want %+v", what, got, tt.want)
		}
	}
	w.SetSettings(t, func(s *setting.Settings) { s.Login = setting.Login{}; s.Storefront.ReferralEarning = true })
	if got := signintest.Done[signin.Methods](t)(w.SignIn.Methods(t.Context())); got != (signin.Methods{Mail: true, SMS: true, Referral: true}) {
		t.Errorf("all switched off: %+v", got)
	}
}

func TestMethods_API08_closesWhatIsOff(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		code := w.SendCode(t, phone)
		w.SetSettings(t, func(s *setting.Settings) { s.Login = setting.Login{} })
		_, byPassword := w.Login(t, asha, password)
		_, signingUp := w.SignIn.SignUp(t.Context(), signintest.Form())
		_, sending := w.SignIn.SendCode(t.Context(), credential.Client{}, "+12025550102")
		_, entering := w.EnterCode(t, phone, code)
		_, recovering := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Email: asha})
		for what, err := range map[string]error{
			"login": byPassword, "sign-up": signingUp, "sending a code": sending, "entering one": entering, "recovery": recovering,
		} {
			signintest.Refused(t, what, err, errs.Forbidden)
		}
	})
}

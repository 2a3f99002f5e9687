package account_test

import (
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/passkey"
	"hawker/internal/setting"
)

func TestWays_AUTH01_API08_aSettingOpensNothingWithoutTheMeans(t *testing.T) {
	t.Parallel()
	w := accounttest.Open(t, dbtest.Open(t, db.SQLite), nil)
	w.Set(t, func(s *setting.Settings) {
		verifications(true, true)(s)
		s.Storefront.CustomerWallet = true
	})
	none := func(d *account.Deps) { d.Mailer, d.Texter, d.Passkeys = nil, nil, nil }
	all := account.Ways{Manual: true, OTP: true, PhoneVerification: true, EmailVerification: true, Mail: true, SMS: true, Passkey: true}
	for what, tt := range map[string]struct {
		edit func(*account.Deps)
		want account.Ways
	}{
		"nothing set up":  {none, account.Ways{Manual: true}},
		"all but others":  {nil, all},
		"passkeys":        {func(d *account.Deps) { none(d); d.Passkeys = passkey.Open(accounttest.Origin) }, account.Ways{Manual: true, Passkey: true}},
		"a phone service": {func(d *account.Deps) { none(d); d.Phones = phones{} }, account.Ways{Manual: true, OTP: true, PhoneVerification: true, Firebase: true}},
		"a provider":      {func(d *account.Deps) { none(d); withGoogle(d) }, account.Ways{Manual: true, Social: true, Google: true}},
	} {
		if got := done[account.Ways](t)(w.Instance(t, tt.edit).Ways(t.Context())); got != tt.want {
			t.Errorf("%s: %+v, want %+v", what, got, tt.want)
		}
	}
	w.Set(t, func(s *setting.Settings) { s.Login = setting.Login{}; s.Storefront.ReferralEarning = true })
	if got := done[account.Ways](t)(w.Accounts.Ways(t.Context())); got != (account.Ways{Mail: true, SMS: true, Referral: true}) {
		t.Errorf("all switched off: %+v", got)
	}
}

func TestWays_API08_whatIsOffIsClosed(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		code := sendCode(t, w, phone)
		w.Set(t, func(s *setting.Settings) { s.Login = setting.Login{} })
		_, byPassword := login(t, w, asha, password)
		_, signingUp := w.Accounts.SignUp(t.Context(), form())
		_, sending := w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, "+12025550102")
		_, entering := enterCode(t, w, phone, code)
		_, recovering := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Email: asha})
		for what, err := range map[string]error{
			"login": byPassword, "sign-up": signingUp, "sending a code": sending, "entering one": entering, "recovery": recovering,
		} {
			refused(t, what, err, errs.Forbidden)
		}
	})
}

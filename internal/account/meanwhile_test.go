package account_test

import (
	"context"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
)

// meanwhile runs a call, and a change while the call waits for its password to
// be hashed; it returns the call's error.
func meanwhile(t *testing.T, w *accounttest.Desk, call func(ctx context.Context) error, change func()) error {
	t.Helper()
	release := w.Accounts.FillSlots()
	ended := make(chan error, 1)
	go func() { ended <- call(t.Context()) }()
	for deadline := time.Now().Add(20 * time.Second); w.Accounts.Waiting() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Error("no password waits to be hashed")
			break
		}
	}
	change()
	release()
	return <-ended
}

// A password that somebody changes while it is compared opens and confirms
// nothing any more.
func TestPassword_AUTH10_thatChangesMeanwhileIsTheOldOne(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		hash := me.read(t, w).PasswordHash
		set := func(hash string) { w.Exec(t, `UPDATE customers SET password_hash = $1`, hash) }
		for name, tt := range map[string]struct {
			call func(ctx context.Context) error
			want errs.Code
		}{
			"a sign-in": {func(ctx context.Context) error {
				_, err := w.Accounts.SignInByPassword(ctx, account.PasswordLogin{Identifier: asha, Password: password})
				return err
			}, errs.WrongCredentials},
			"another e-mail": {func(ctx context.Context) error {
				_, err := w.Accounts.UpdateProfile(ctx, me.Session, account.Profile{Reauth: known, Email: new("new@example.com")})
				return err
			}, errs.Invalid},
			"the end of the account": {func(ctx context.Context) error { return w.Accounts.Erase(ctx, me.Session, known) }, errs.Invalid},
		} {
			refused(t, name, meanwhile(t, w, tt.call, func() { set("another") }), tt.want)
			set(hash)
		}
		if c := me.read(t, w); *c.Email != asha {
			t.Errorf("the account became %+v", c)
		}
	})
}

// A contact that is verified while the form is on its way is not changed any
// more (PROF-02).
func TestProfile_PROF02_whatIsVerifiedMeanwhileStays(t *testing.T) {
	desks(t, silent, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		err := meanwhile(t, w, func(ctx context.Context) error {
			_, err := w.Accounts.UpdateProfile(ctx, me.Session, account.Profile{Reauth: known, Name: new("Tom"), Email: new("new@example.com")})
			return err
		}, func() { w.Exec(t, `UPDATE customers SET email_verified = TRUE`) })
		if messages(err) != "Not Changeable" {
			t.Errorf("told %v", err)
		}
		if c := me.read(t, w); *c.Email != asha || c.Name() != "Asha Rao" {
			t.Errorf("the account became %+v", c)
		}
	})
}

// 'Is it you' asks about an account that nobody has proven to be theirs. When
// that is so no longer, the answer counts for nothing.
func TestSignIn_TRAP_P3_isItYou_onlyWhileNobodyHasProvenIt(t *testing.T) {
	for name, change := range map[string]string{
		"its e-mail is proven":    `UPDATE customers SET email_verified = TRUE`,
		"it has another phone":    `UPDATE customers SET phone = '+12025550188'`,
		"it has an identity":      `INSERT INTO identities (customer_id, provider, subject, created_at) SELECT id, 'google', '9', 0 FROM customers`,
		"its phone is proven now": `UPDATE customers SET phone_verified = TRUE`,
	} {
		t.Run(name, func(t *testing.T) {
			desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
				theirs, _ := squat(t, w)
				in := byCode(t, w, phone)
				w.Exec(t, change)
				for _, mine := range []account.Answer{account.Yes, account.No} {
					_, err := w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Mine: mine, Details: account.Details{Name: "Asha"}})
					refused(t, string(mine), err, errs.Invalid)
				}
				if c := customer(t, w, theirs); c.PasswordHash == "" {
					t.Errorf("the account is %+v", c)
				}
			})
		})
	}
}

// What one provider has proven is not taken for another's.
func TestSocial_AUTH07_aProviderVouchesForItsOwn(t *testing.T) {
	both := func(d *account.Deps) { d.Providers = map[string]account.Provider{"google": people, "facebook": people} }
	desks(t, both, func(t *testing.T, w *accounttest.Desk) {
		in := from("asha")
		in.Provider = "facebook"
		_, err := w.Accounts.SignInFromElsewhere(t.Context(), in)
		refused(t, "a token", err, errs.Unauthorized)
		_, err = w.Accounts.SignInFromElsewhere(t.Context(), from("asha"))
		asked := needsPhone(t, err)
		_, err = w.Accounts.SignUpFromElsewhere(t.Context(), account.Elsewhere{Provider: "facebook", Proof: asked.Proof, Phone: phone})
		refused(t, "a proof", err, errs.Invalid)
	})
}

package account_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// nothing is what a thief of a session can confirm with.
var nothing = account.Reauth{Code: " "}

const another9 = "coconut-9-palms"

func newPassword(by account.Reauth) account.Profile {
	return account.Profile{Reauth: by, Password: another9, Confirmation: another9}
}

func TestConfirm_sessionAloneChangesNoPassword(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		was := me.Read(t, w).PasswordHash
		for name, tt := range map[string]struct {
			by   account.Reauth
			want string
		}{
			"a session alone":  {nothing, "invalid current_password: Please enter your current password."},
			"a wrong password": {account.Reauth{Password: "papaya-tree-8"}, "invalid current_password: This is not your current password."},
			"the new password": {account.Reauth{Password: another9}, "invalid current_password: This is not your current password."},
			"a made-up code":   {account.Reauth{Code: "123456"}, "invalid current_password: Please enter your current password."},
		} {
			if got := me.Refused(t, w, newPassword(tt.by)); !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s: %q", name, got)
			}
		}
		w.AwaitMessages(t)
		if me.Read(t, w).PasswordHash != was || len(w.Messages.To(asha))+len(w.Messages.To(phone)) != 0 {
			t.Error("after the refusals the password is another, or somebody was told that it is")
		}
		me.Save(t, w, newPassword(signintest.KnownPassword))
		if _, err := w.Login(t, asha, another9); err != nil {
			t.Errorf("the new password: %v", err)
		}
	})
}

func TestConfirm_sessionAloneChangesNoContact(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		change := account.Profile{Reauth: nothing, Email: new("thief@example.com")}
		if got := me.Refused(t, w, change); !slices.Equal(got, []string{"invalid current_password: Please enter your current password."}) {
			t.Errorf("%q", got)
		}
		change.Code = "123456"
		if got := me.Refused(t, w, change); !slices.Equal(got, []string{"code_expired otp: The code has expired. Please ask for a new one."}) {
			t.Errorf("with a code that was never sent: %q", got)
		}
		w.AwaitMessages(t)
		if sent := w.Messages.To("thief@example.com"); len(sent) != 0 || *me.Read(t, w).Email != asha {
			t.Errorf("sent %q", sent)
		}
		me.Save(t, w, account.Profile{Reauth: nothing, Name: new("Asha"), Verify: contact.KindEmail}) // neither is another's
	})
}

func TestConfirm_PROF04_newPasswordConfirmsTheContactsSavedAfterIt(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		change := newPassword(signintest.KnownPassword)
		change.Phone, change.Email = new("+12025550199"), new("asha.new@example.com")
		if saved := me.Save(t, w, change); saved.Awaits != contact.KindPhone {
			t.Fatalf("%+v", saved)
		}
		contacts := account.Profile{Reauth: account.Reauth{Password: another9}, Phone: change.Phone, Email: change.Email}
		old := contacts
		old.Reauth = signintest.KnownPassword
		if got := me.Refused(t, w, old); !slices.Equal(got, []string{"invalid current_password: This is not your current password."}) {
			t.Errorf("by the old password: %q", got)
		}
		contacts.Code, contacts.CodeOf = w.Code(t, "+12025550199"), contact.KindPhone
		if saved := me.Save(t, w, contacts); saved.Awaits != contact.KindEmail {
			t.Fatalf("after the phone: %+v", saved)
		}
		contacts.Code, contacts.CodeOf = w.Code(t, "asha.new@example.com"), contact.KindEmail
		if saved := me.Save(t, w, contacts); saved.Awaits != "" {
			t.Errorf("after the e-mail: %+v", saved)
		}
		if c := me.Read(t, w); *c.Phone != "+12025550199" || *c.Email != "asha.new@example.com" {
			t.Errorf("in the end: %+v", c)
		}
	})
}

func TestConfirm_PROF05_sessionAloneErasesNoAccount(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		for _, by := range []account.Reauth{{}, {Password: "papaya-tree-8"}, {Code: "123456"}} {
			if err := w.Accounts.Erase(t.Context(), me.Session, by, account.Forfeits{}); !errs.Is(err, errs.Invalid) || errs.From(err).Field != "current_password" {
				t.Errorf("%+v: %v", by, err)
			}
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Errorf("with the password: %v", err)
		}
	})
}

func TestConfirm_countsWrongPasswordsBySession(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		owner := signintest.Person{Session: w.Session(t, signintest.Done[signin.Result](t)(w.Login(t, asha, password)))}
		for range 10 {
			me.Refused(t, w, newPassword(account.Reauth{Password: "papaya-tree-8"}))
		}
		if got := me.Refused(t, w, newPassword(signintest.KnownPassword)); len(got) != 1 || !strings.HasPrefix(got[0], "too_many") {
			t.Errorf("the eleventh try: %q", got)
		}
		if _, err := w.Login(t, asha, password); err != nil {
			t.Errorf("signing in: %v", err)
		}
		for range 12 { // right ones are no guesses
			owner.Save(t, w, account.Profile{Reauth: signintest.KnownPassword, Password: password, Confirmation: password})
		}
	})
}

func confirmBy(t *testing.T, w *signintest.Fixture, p signintest.Person) account.ConfirmBy {
	t.Helper()
	return signintest.Done[account.ConfirmBy](t)(w.Accounts.ConfirmBy(t.Context(), p.Session, p.Read(t, w)))
}

func TestConfirm_newSignInWithoutAPasswordIsConfirmed(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPersonByCode(t)
		if by := confirmBy(t, w, me); by != account.Confirmed {
			t.Errorf("right after the sign-in: %s", by)
		}
		me.Save(t, w, newPassword(nothing))
		if by := confirmBy(t, w, me); by != account.ConfirmByPassword {
			t.Errorf("with a password: %s", by)
		}
		if got := me.Refused(t, w, newPassword(nothing)); !slices.Equal(got, []string{"invalid current_password: Please enter your current password."}) {
			t.Errorf("a second one: %q", got)
		}
	})
}

func TestConfirm_byCodeWithoutAPassword(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPersonByCode(t)
		w.Clock.Advance(11 * time.Minute)
		if by := confirmBy(t, w, me); by != account.ConfirmByCode {
			t.Errorf("later: %s", by)
		}
		if got := me.Refused(t, w, newPassword(account.Reauth{Password: "guessed-it-1"})); len(got) != 1 {
			t.Errorf("any password: %q", got)
		}
		_, err := w.Accounts.UpdateProfile(t.Context(), me.Session, account.Profile{Email: new("thief@example.com")})
		if !errs.Is(err, errs.Invalid) || errs.From(err).Field != "confirm_otp" {
			t.Errorf("a session alone: %v", err)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, account.Reauth{}, account.Forfeits{}); !errs.Is(err, errs.Invalid) {
			t.Errorf("deleting by a session alone: %v", err)
		}
		sent := signintest.Done[account.ConfirmCode](t)(w.Accounts.SendConfirmCode(t.Context(), me.Session, credential.Client{}))
		if sent.To != (contact.Contact{Kind: contact.KindPhone, Value: phone}) || sent.DemoOTP != "" {
			t.Errorf("sent %+v", sent)
		}
		code := w.Code(t, phone)
		if got := me.Refused(t, w, newPassword(account.Reauth{Code: signintest.WrongCode(code)})); !slices.Equal(got, []string{"code_wrong confirm_otp: The code is not right. You have 4 tries left."}) {
			t.Errorf("a wrong code: %q", got)
		}
		me.Save(t, w, newPassword(account.Reauth{Code: code}))
		if by := confirmBy(t, w, me); by != account.ConfirmByPassword {
			t.Errorf("in the end: %s", by)
		}
	})
}

func TestConfirm_codeIsForOneSessionAndTenMinutes(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPersonByCode(t)
		w.Clock.Advance(11 * time.Minute)
		signintest.Done[account.ConfirmCode](t)(w.Accounts.SendConfirmCode(t.Context(), me.Session, credential.Client{}))
		code := w.Code(t, phone)
		// Two contacts need two more codes; one code confirms the whole change.
		change := account.Profile{Reauth: account.Reauth{Code: code}, Email: new("asha.new@example.com")}
		if saved := me.Save(t, w, change); saved.Awaits != contact.KindEmail {
			t.Fatalf("%+v", saved)
		}
		change.Reauth, change.Code = nothing, w.Code(t, "asha.new@example.com")
		if saved := me.Save(t, w, change); saved.Awaits != "" {
			t.Fatalf("%+v", saved)
		}
		w.Clock.Advance(11 * time.Minute)
		if got := me.Refused(t, w, newPassword(account.Reauth{Code: code})); !slices.Equal(got, []string{"code_expired confirm_otp: The code has been used already. Please ask for a new one."}) {
			t.Errorf("the used code: %q", got)
		}
	})
}

func TestConfirm_bySigningInAgainIfNoCodeCanBeSent(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPersonByCode(t)
		mute := w.Instance(t, silent)
		w.Clock.Advance(11 * time.Minute)
		if by := signintest.Done[account.ConfirmBy](t)(mute.Accounts.ConfirmBy(t.Context(), me.Session, me.Read(t, w))); by != account.ConfirmBySignIn {
			t.Errorf("asked for %s", by)
		}
		if err := mute.Accounts.Erase(t.Context(), me.Session, account.Reauth{}, account.Forfeits{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("a session alone: %v", err)
		}
		again := w.Session(t, w.ByCode(t, phone))
		if err := mute.Accounts.Erase(t.Context(), again, account.Reauth{}, account.Forfeits{}); err != nil {
			t.Errorf("after signing in again: %v", err)
		}
	})
}

func TestNotify_sendsToEveryVerifiedContact(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		told := func(what string, to string) int {
			n := 0
			w.AwaitMessages(t)
			for _, text := range w.Messages.To(to) {
				if strings.Contains(text, "The "+what+" of your account at "+"Hawker"+" has just been changed.") {
					n++
				}
			}
			return n
		}
		me.Save(t, w, newPassword(signintest.KnownPassword)) // nothing is verified: told where they said they are
		if told("password", asha) != 1 || told("password", phone) != 1 {
			t.Errorf("unverified: %q, %q", w.Messages.To(asha), w.Messages.To(phone))
		}
		me.Save(t, w, account.Profile{Verify: contact.KindPhone})
		me.Save(t, w, account.Profile{Verify: contact.KindPhone, Code: w.Code(t, phone)})
		w.PassCodePause()
		by := account.Reauth{Password: another9}
		me.Save(t, w, account.Profile{Reauth: by, Email: new("asha.new@example.com")})
		me.Save(t, w, account.Profile{Reauth: by, Email: new("asha.new@example.com"), Code: w.Code(t, "asha.new@example.com")})
		if told("e-mail address", phone) != 1 || told("e-mail address", "asha.new@example.com")+told("e-mail address", asha) != 0 {
			t.Errorf("another e-mail: %q", w.Messages.To(phone))
		}
		w.PassCodePause()
		who := signin.Recovery{Phone: phone}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, w.Code(t, phone))); err != nil {
			t.Fatal(err)
		}
		if told("password", phone) != 2 || told("password", "asha.new@example.com") != 1 {
			t.Errorf("after the recovery: %q, %q", w.Messages.To(phone), w.Messages.To("asha.new@example.com"))
		}
	})
}

// A notice is sent to the verified contact only: the other one may be somebody else's.
func TestNotify_sendsNothingWithoutAVerifiedContact(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		w.Exec(t, `UPDATE customers SET phone_verified = TRUE`)
		me.Save(t, w, newPassword(signintest.KnownPassword))
		w.AwaitMessages(t)
		if phoned, mailed := w.Messages.To(phone), w.Messages.To(asha); len(phoned) != 1 || len(mailed) != 0 {
			t.Errorf("told %q and %q", phoned, mailed)
		}
	})
}

// A password that changes while it is compared does not sign in and does not confirm.
func TestConfirm_AUTH10_refusesAPasswordThatChangedMeanwhile(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		hash := me.Read(t, w).PasswordHash
		set := func(hash string) { w.Exec(t, `UPDATE customers SET password_hash = $1`, hash) }
		for name, tt := range map[string]struct {
			call func(ctx context.Context) error
			want errs.Code
		}{
			"a sign-in": {func(ctx context.Context) error {
				_, err := w.SignIn.ByPassword(ctx, signin.PasswordLogin{Identifier: asha, Password: password})
				return err
			}, errs.WrongCredentials},
			"another e-mail": {func(ctx context.Context) error {
				_, err := w.Accounts.UpdateProfile(ctx, me.Session, account.Profile{Reauth: signintest.KnownPassword, Email: new("new@example.com")})
				return err
			}, errs.Invalid},
			"the end of the account": {func(ctx context.Context) error {
				return w.Accounts.Erase(ctx, me.Session, signintest.KnownPassword, account.Forfeits{})
			}, errs.Invalid},
		} {
			signintest.Refused(t, name, w.DuringHash(t, tt.call, func() { set("another") }), tt.want)
			set(hash)
		}
		if c := me.Read(t, w); *c.Email != asha {
			t.Errorf("the account became %+v", c)
		}
	})
}

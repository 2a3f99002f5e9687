package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
)

// nothing is what somebody brings who has found a session, and no more.
var nothing = account.Reauth{Code: " "}

const another9 = "coconut-9-palms"

func newPassword(by account.Reauth) account.Profile {
	return account.Profile{Reauth: by, Password: another9, Confirmation: another9}
}

func TestReauth_aSessionAloneChangesNoPassword(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		was := me.read(t, w).PasswordHash
		for name, tt := range map[string]struct {
			by   account.Reauth
			want string
		}{
			"a session alone":  {nothing, "invalid current_password: Please enter your current password."},
			"a wrong password": {account.Reauth{Password: "papaya-tree-8"}, "invalid current_password: This is not your current password."},
			"the new password": {account.Reauth{Password: another9}, "invalid current_password: This is not your current password."},
			"a made-up code":   {account.Reauth{Code: "123456"}, "invalid current_password: Please enter your current password."},
		} {
			if got := me.refused(t, w, newPassword(tt.by)); !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s: %q", name, got)
			}
		}
		w.Settle(t)
		if me.read(t, w).PasswordHash != was || len(w.Post.To(asha))+len(w.Post.To(phone)) != 0 {
			t.Error("after the refusals the password is another, or somebody was told that it is")
		}
		me.save(t, w, newPassword(known))
		if _, err := login(t, w, asha, another9); err != nil {
			t.Errorf("the new password: %v", err)
		}
	})
}

func TestReauth_aSessionAloneMovesTheAccountToNoOtherContact(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		change := account.Profile{Reauth: nothing, Email: new("thief@example.com")}
		if got := me.refused(t, w, change); !slices.Equal(got, []string{"invalid current_password: Please enter your current password."}) {
			t.Errorf("%q", got)
		}
		change.Code = "123456"
		if got := me.refused(t, w, change); !slices.Equal(got, []string{"code_expired otp: The code has expired. Please ask for a new one."}) {
			t.Errorf("with a code that was never sent: %q", got)
		}
		w.Settle(t)
		if sent := w.Post.To("thief@example.com"); len(sent) != 0 || *me.read(t, w).Email != asha {
			t.Errorf("sent %q", sent)
		}
		me.save(t, w, account.Profile{Reauth: nothing, Name: new("Asha"), Verify: account.Email}) // neither is another's
	})
}

func TestReauth_aSessionAloneDeletesNoAccount_PROF05(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		for _, by := range []account.Reauth{{}, {Password: "papaya-tree-8"}, {Code: "123456"}} {
			if err := w.Accounts.Erase(t.Context(), me.Session, by); !errs.Is(err, errs.Invalid) || errs.From(err).Field != "current_password" {
				t.Errorf("%+v: %v", by, err)
			}
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, known); err != nil {
			t.Errorf("with the password: %v", err)
		}
	})
}

func TestReauth_wrongPasswordsAreCountedBySessionAlone(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		owner := person{Session: session(t, w, done[account.SignIn](t)(login(t, w, asha, password)))}
		for range 10 {
			me.refused(t, w, newPassword(account.Reauth{Password: "papaya-tree-8"}))
		}
		if got := me.refused(t, w, newPassword(known)); len(got) != 1 || !strings.HasPrefix(got[0], "too_many") {
			t.Errorf("the eleventh try: %q", got)
		}
		if _, err := login(t, w, asha, password); err != nil {
			t.Errorf("signing in: %v", err)
		}
		for range 12 { // right ones are no guesses
			owner.save(t, w, account.Profile{Reauth: known, Password: password, Confirmation: password})
		}
	})
}

// passwordless signs in by a code, and so has no password.
func passwordless(t *testing.T, w *accounttest.Desk) person {
	t.Helper()
	in := byCode(t, w, phone)
	in = done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Details: account.Details{Name: "Asha Rao"}}))
	return person{session(t, w, in), in.Token}
}

func (p person) confirmBy(t *testing.T, w *accounttest.Desk) account.ConfirmBy {
	t.Helper()
	return done[account.ConfirmBy](t)(w.Accounts.ConfirmBy(t.Context(), p.Session, p.read(t, w)))
}

func TestReauth_whoHasNoPasswordSetsOneRightAfterTheSignIn(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := passwordless(t, w)
		if by := me.confirmBy(t, w); by != account.Confirmed {
			t.Errorf("right after the sign-in: %s", by)
		}
		me.save(t, w, newPassword(nothing))
		if by := me.confirmBy(t, w); by != account.ConfirmByPassword {
			t.Errorf("with a password: %s", by)
		}
		if got := me.refused(t, w, newPassword(nothing)); !slices.Equal(got, []string{"invalid current_password: Please enter your current password."}) {
			t.Errorf("a second one: %q", got)
		}
	})
}

func TestReauth_whoHasNoPasswordConfirmsByACodeLater(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := passwordless(t, w)
		w.Clock.Advance(11 * time.Minute)
		if by := me.confirmBy(t, w); by != account.ConfirmByCode {
			t.Errorf("later: %s", by)
		}
		if got := me.refused(t, w, newPassword(account.Reauth{Password: "guessed-it-1"})); len(got) != 1 {
			t.Errorf("any password: %q", got)
		}
		_, err := w.Accounts.UpdateProfile(t.Context(), me.Session, account.Profile{Email: new("thief@example.com")})
		if !errs.Is(err, errs.Invalid) || errs.From(err).Field != "confirm_otp" {
			t.Errorf("a session alone: %v", err)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, account.Reauth{}); !errs.Is(err, errs.Invalid) {
			t.Errorf("deleting by a session alone: %v", err)
		}
		sent := done[account.ConfirmCode](t)(w.Accounts.SendConfirmCode(t.Context(), me.Session, account.Visitor{}))
		if sent.To != (account.Contact{Kind: account.Phone, Value: phone}) || sent.DemoOTP != "" {
			t.Errorf("sent %+v", sent)
		}
		code := w.Code(t, phone)
		if got := me.refused(t, w, newPassword(account.Reauth{Code: another(code)})); !slices.Equal(got, []string{"code_wrong confirm_otp: The code is not right. You have 4 tries left."}) {
			t.Errorf("a wrong code: %q", got)
		}
		me.save(t, w, newPassword(account.Reauth{Code: code}))
		if by := me.confirmBy(t, w); by != account.ConfirmByPassword {
			t.Errorf("in the end: %s", by)
		}
	})
}

func TestReauth_aCodeIsForOneSessionAndForTenMinutes(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := passwordless(t, w)
		w.Clock.Advance(11 * time.Minute)
		done[account.ConfirmCode](t)(w.Accounts.SendConfirmCode(t.Context(), me.Session, account.Visitor{}))
		code := w.Code(t, phone)
		// Two contacts take two more codes; the one that confirmed is good for all of it.
		change := account.Profile{Reauth: account.Reauth{Code: code}, Email: new("asha.new@example.com")}
		if saved := me.save(t, w, change); saved.Awaits != account.Email {
			t.Fatalf("%+v", saved)
		}
		change.Reauth, change.Code = nothing, w.Code(t, "asha.new@example.com")
		if saved := me.save(t, w, change); saved.Awaits != "" {
			t.Fatalf("%+v", saved)
		}
		w.Clock.Advance(11 * time.Minute)
		if got := me.refused(t, w, newPassword(account.Reauth{Code: code})); !slices.Equal(got, []string{"code_expired confirm_otp: The code has been used already. Please ask for a new one."}) {
			t.Errorf("the used code: %q", got)
		}
	})
}

func TestReauth_whereNoCodeLeavesSigningInAgainConfirms(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := passwordless(t, w)
		mute := w.Instance(t, silent)
		w.Clock.Advance(11 * time.Minute)
		if by := done[account.ConfirmBy](t)(mute.ConfirmBy(t.Context(), me.Session, me.read(t, w))); by != account.ConfirmBySignIn {
			t.Errorf("asked for %s", by)
		}
		if err := mute.Erase(t.Context(), me.Session, account.Reauth{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("a session alone: %v", err)
		}
		again := session(t, w, byCode(t, w, phone))
		if err := mute.Erase(t.Context(), again, account.Reauth{}); err != nil {
			t.Errorf("after signing in again: %v", err)
		}
	})
}

func TestNotice_aNewPasswordIsToldAtEveryVerifiedContact(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		told := func(what string, to string) int {
			n := 0
			w.Settle(t)
			for _, text := range w.Post.To(to) {
				if strings.Contains(text, "The "+what+" of your account at "+"Hawker"+" has just been changed.") {
					n++
				}
			}
			return n
		}
		me.save(t, w, newPassword(known)) // nothing is verified: told where they said they are
		if told("password", asha) != 1 || told("password", phone) != 1 {
			t.Errorf("unverified: %q, %q", w.Post.To(asha), w.Post.To(phone))
		}
		me.save(t, w, account.Profile{Verify: account.Phone})
		me.save(t, w, account.Profile{Verify: account.Phone, Code: w.Code(t, phone)})
		w.Late()
		by := account.Reauth{Password: another9}
		me.save(t, w, account.Profile{Reauth: by, Email: new("asha.new@example.com")})
		me.save(t, w, account.Profile{Reauth: by, Email: new("asha.new@example.com"), Code: w.Code(t, "asha.new@example.com")})
		if told("e-mail address", phone) != 1 || told("e-mail address", "asha.new@example.com")+told("e-mail address", asha) != 0 {
			t.Errorf("another e-mail: %q", w.Post.To(phone))
		}
		w.Late()
		who := account.Forgotten{Phone: phone}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, w.Code(t, phone))); err != nil {
			t.Fatal(err)
		}
		if told("password", phone) != 2 || told("password", "asha.new@example.com") != 1 {
			t.Errorf("after the recovery: %q, %q", w.Post.To(phone), w.Post.To("asha.new@example.com"))
		}
	})
}

// A notice goes to the verified contact alone: the other one may be somebody
// else's.
func TestNotice_aNewPasswordIsNotToldWhereNothingIsVerified(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		w.Exec(t, `UPDATE customers SET phone_verified = TRUE`)
		me.save(t, w, newPassword(known))
		w.Settle(t)
		if phoned, mailed := w.Post.To(phone), w.Post.To(asha); len(phoned) != 1 || len(mailed) != 0 {
			t.Errorf("told %q and %q", phoned, mailed)
		}
	})
}

package account_test

import (
	"context"
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

// elsewhere is a provider that knows people by their tokens.
type elsewhere map[string]account.Identity

func (e elsewhere) Identify(_ context.Context, token, nonce string) (account.Identity, error) {
	id, known := e[token]
	if !known || nonce != "raw" {
		return account.Identity{}, errs.New(errs.Unauthorized, "This sign-in could not be proven.")
	}
	return id, nil
}

func google(subject, email string, verified bool, name string) account.Identity {
	return account.Identity{Provider: "google", Subject: subject, Email: email, EmailVerified: verified, Name: name}
}

var people = elsewhere{
	"asha":     google("1", "Asha@example.com", true, "Asha Rao"),
	"nameless": google("2", "nameless@example.com", true, ""),
	"unproven": google("3", asha, false, "Somebody"),
	"mailless": google("4", "", false, "Kim"),
}

func withGoogle(d *account.Deps) { d.Providers = map[string]account.Provider{"google": people} }

func from(token string) account.Elsewhere {
	return account.Elsewhere{Provider: "google", Token: token, Nonce: "raw"}
}

// needsPhone is the detail of the error that asks for a phone.
func needsPhone(t *testing.T, err error) account.PhoneNeeded {
	t.Helper()
	e := errs.From(err)
	if e == nil || e.Code != "email" || e.Status() != 422 {
		t.Fatalf("not asked for a phone: %v", err)
	}
	return e.Detail.(account.PhoneNeeded)
}

func TestSocial_AUTH07_somebodyNewGivesAPhone(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		_, err := w.Accounts.SignInFromElsewhere(t.Context(), from("asha"))
		asked := needsPhone(t, err)
		if asked.Proof == "" || asked.Email != "Asha@example.com" || asked.Name != "Asha Rao" {
			t.Errorf("the phone step is told %+v", asked)
		}
		for typed, want := range map[string]string{"": "Please give a phone number", "12345": "Number must be 10 digits"} {
			_, err := w.Accounts.SignUpFromElsewhere(t.Context(), account.Elsewhere{Provider: "google", Proof: asked.Proof, Phone: typed})
			if messages(err) != want {
				t.Errorf("phone %q: %v", typed, err)
			}
		}
		in := done[account.SignIn](t)(w.Accounts.SignUpFromElsewhere(t.Context(), account.Elsewhere{Provider: "google", Proof: asked.Proof, Phone: "202 555 0101"}))
		c := customer(t, w, in)
		if !c.EmailVerified || c.PhoneVerified || *c.Email != "Asha@example.com" || *c.Phone != phone || c.Name() != "Asha Rao" || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		if again := done[account.SignIn](t)(w.Accounts.SignInFromElsewhere(t.Context(), from("asha"))); session(t, w, again).CustomerID != c.ID {
			t.Error("the same person is somebody else now")
		}
		_, err = w.Accounts.SignUpFromElsewhere(t.Context(), account.Elsewhere{Provider: "google", Proof: asked.Proof, Phone: phone})
		refused(t, "the proof again", err, errs.Invalid)
	})
}

func TestSocial_AUTH07_registersWithTheTokenToo(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		in := from("mailless")
		in.Phone = phone
		c := customer(t, w, done[account.SignIn](t)(w.Accounts.SignUpFromElsewhere(t.Context(), in)))
		if c.Email != nil || c.Name() != "Kim" {
			t.Errorf("the account is %+v", c)
		}
		other := from("asha")
		other.Phone = phone
		_, err := w.Accounts.SignUpFromElsewhere(t.Context(), other)
		if e := errs.From(err); e == nil || e.Code != errs.Invalid || e.Field != "phone" {
			t.Errorf("another's phone: %v", err)
		}
	})
}

func TestSocial_AUTH07_aPersonIsOneAccountHoweverManyTry(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		together(8, func(i int) {
			in := from("mailless") // nothing but the identity is the same
			in.Phone = phoneOf(i)
			_, _ = w.Accounts.SignUpFromElsewhere(t.Context(), in)
		})
		if n := w.Number(t, `SELECT COUNT(*) FROM customers`); n != 1 {
			t.Errorf("%d accounts of one person", n)
		}
	})
}

func TestSocial_AUTH06_aNameIsAskedForWhereTheProviderTellsNone(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, true))
		in := from("nameless")
		in.Phone = phone
		asked := done[account.SignIn](t)(w.Accounts.SignUpFromElsewhere(t.Context(), in))
		if !asked.NameNeeded || asked.Proof == "" || asked.Email != "nameless@example.com" || asked.Phone != phone {
			t.Fatalf("without a name: %+v", asked)
		}
		next := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: asked.Proof, Details: account.Details{Name: "Kim"}}))
		if next.Token != "" || next.PhoneVerified || !next.EmailVerified {
			t.Fatalf("the phone is to be verified: %+v", next)
		}
		last := done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), account.CodeTyped{
			By: account.BySocial, Kind: account.Phone, Code: w.Code(t, phone), Proof: next.Proof,
		}))
		if c := customer(t, w, last); !c.PhoneVerified || !c.EmailVerified || c.Name() != "Kim" {
			t.Errorf("the account is %+v", c)
		}
	})
}

func TestSocial_AUTH07_TRAP_P3_whatTheClientSaysIsNotBelieved(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		for what, edit := range map[string]func(*account.Elsewhere){
			"another's id":     func(e *account.Elsewhere) { e.Subject = "9" },
			"another's e-mail": func(e *account.Elsewhere) { e.Email = "tom@example.com" },
			"no such token":    func(e *account.Elsewhere) { e.Token = "made up" },
			"another nonce":    func(e *account.Elsewhere) { e.Nonce = "other" },
			"no token":         func(e *account.Elsewhere) { e.Token = "" },
		} {
			in := from("asha")
			edit(&in)
			_, err := w.Accounts.SignInFromElsewhere(t.Context(), in)
			refused(t, what, err, errs.Unauthorized)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM proofs`); n != 0 {
			t.Errorf("%d proofs of nothing", n)
		}
	})
}

func TestSocial_TRAP_P3_linksOnlyAVerifiedEmailToAVerifiedOne(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		mine := done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		_, err := w.Accounts.SignInFromElsewhere(t.Context(), from("unproven"))
		asked := needsPhone(t, err)
		in := done[account.SignIn](t)(w.Accounts.SignUpFromElsewhere(t.Context(), account.Elsewhere{Provider: "google", Proof: asked.Proof, Phone: "+12025550102"}))
		if c := customer(t, w, in); c.ID == mine.ID || c.Email != nil {
			t.Errorf("an e-mail that the provider has not verified made them %+v", c)
		}
		linked := done[account.SignIn](t)(w.Accounts.SignInFromElsewhere(t.Context(), from("asha")))
		if c := customer(t, w, linked); c.ID != mine.ID || c.PasswordHash == "" {
			t.Errorf("a verified one made them %+v", c)
		}
	})
}

func TestSocial_TRAP_P3_aSquattersCredentialsAreDropped(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		theirs, squatter := squat(t, w)
		asked := done[account.SignIn](t)(w.Accounts.SignInFromElsewhere(t.Context(), from("asha")))
		if asked.Exists == nil || asked.Token != "" {
			t.Fatalf("an e-mail that nobody here has proven: %+v", asked)
		}
		in := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: asked.Proof, Mine: account.Yes}))
		if c := customer(t, w, in); c.ID != squatter.CustomerID || !c.EmailVerified || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		_, err := w.Accounts.ByToken(t.Context(), theirs.Token)
		refused(t, "the squatter's session", err, errs.Unauthorized)
		again := done[account.SignIn](t)(w.Accounts.SignInFromElsewhere(t.Context(), from("asha")))
		if again.Token == "" || session(t, w, again).CustomerID != squatter.CustomerID {
			t.Errorf("the identity is not linked: %+v", again)
		}
	})
}

func TestSocial_TRAP_P3_noIsAnAccountOfTheirOwn(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		theirs, _ := squat(t, w)
		asked := done[account.SignIn](t)(w.Accounts.SignInFromElsewhere(t.Context(), from("asha")))
		_, err := w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: asked.Proof, Mine: account.No})
		phoned := needsPhone(t, err)
		in := done[account.SignIn](t)(w.Accounts.SignUpFromElsewhere(t.Context(), account.Elsewhere{Provider: "google", Proof: phoned.Proof, Phone: "+12025550102"}))
		if c := customer(t, w, in); *c.Email != "Asha@example.com" || !c.EmailVerified {
			t.Errorf("the account is %+v", c)
		}
		if c := customer(t, w, theirs); c.Email != nil || c.PasswordHash == "" {
			t.Errorf("the other account is %+v", c)
		}
	})
}

func TestSocial_TRAP_P3_anAccountProvenOtherwiseKeepsAllButTheEmail(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(true, false))
		tom := signUp(t, w, nil)
		tom = done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), account.CodeTyped{
			By: account.ByPassword, Kind: account.Phone, Code: w.Code(t, phone), Proof: tom.Proof,
		}))
		_, err := w.Accounts.SignInFromElsewhere(t.Context(), from("asha"))
		needsPhone(t, err)
		if c := customer(t, w, tom); c.Email != nil || !c.PhoneVerified || c.PasswordHash == "" {
			t.Errorf("the other account is %+v", c)
		}
	})
}

func TestSocial_AUTH01_API08_isClosedWhereItIsOff(t *testing.T) {
	desks(t, withGoogle, func(t *testing.T, w *accounttest.Desk) {
		in := from("asha")
		in.Provider = "apple" // switched on, and not set up
		_, err := w.Accounts.SignInFromElsewhere(t.Context(), in)
		refused(t, "a provider that is not set up", err, errs.Forbidden)
		_, err = w.Accounts.SignInFromElsewhere(t.Context(), from("asha"))
		asked := needsPhone(t, err)
		for what, off := range map[string]func(*setting.Settings){
			"the provider": func(s *setting.Settings) { s.Login.Google = false },
			"all of them":  func(s *setting.Settings) { s.Login.Google, s.Login.Social = true, false },
		} {
			w.Set(t, off)
			_, err := w.Accounts.SignInFromElsewhere(t.Context(), from("asha"))
			refused(t, what, err, errs.Forbidden)
			_, err = w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: asked.Proof, Details: account.Details{Phone: phone}})
			refused(t, what+", half-way", err, errs.Forbidden)
		}
	})
}

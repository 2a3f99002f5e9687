package signin_test

import (
	"context"
	"testing"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// fakeProvider knows people by their tokens.
type fakeProvider map[string]credential.Identity

func (p fakeProvider) Identify(_ context.Context, token, nonce string) (credential.Identity, error) {
	id, known := p[token]
	if !known || nonce != "raw" {
		return credential.Identity{}, errs.New(errs.Unauthorized, "This sign-in could not be proven.")
	}
	return id, nil
}

func google(subject, email string, verified bool, name string) credential.Identity {
	return credential.Identity{Provider: "google", Subject: subject, Email: email, EmailVerified: verified, Name: name}
}

var people = fakeProvider{
	"asha":     google("1", "Asha@example.com", true, "Asha Rao"),
	"nameless": google("2", "nameless@example.com", true, ""),
	"unproven": google("3", asha, false, "Somebody"),
	"mailless": google("4", "", false, "Kim"),
}

func withGoogle(d *signintest.Deps) {
	d.SignIn.Providers = map[string]signin.Provider{"google": people}
}

func from(token string) signin.ProviderLogin {
	return signin.ProviderLogin{Provider: "google", Token: token, Nonce: "raw"}
}

// needsPhone returns the detail of the error that asks for a phone.
func needsPhone(t *testing.T, err error) signin.PhoneNeeded {
	t.Helper()
	e := errs.From(err)
	if e == nil || e.Code != "email" || e.Status() != 422 {
		t.Fatalf("not asked for a phone: %v", err)
	}
	return e.Detail.(signin.PhoneNeeded)
}

func TestByProvider_AUTH07_asksSomebodyNewForAPhone(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		_, err := w.SignIn.ByProvider(t.Context(), from("asha"))
		asked := needsPhone(t, err)
		if asked.Proof == "" || asked.Email != "Asha@example.com" || asked.Name != "Asha Rao" {
			t.Errorf("the phone step is told %+v", asked)
		}
		for typed, want := range map[string]string{"": "Please give a phone number", "12345": "Number must be 10 digits"} {
			_, err := w.SignIn.SignUpByProvider(t.Context(), signin.ProviderLogin{Provider: "google", Proof: asked.Proof, Phone: typed})
			if signintest.ErrorTexts(err) != want {
				t.Errorf("phone %q: %v", typed, err)
			}
		}
		in := signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), signin.ProviderLogin{Provider: "google", Proof: asked.Proof, Phone: "202 555 0101"}))
		c := w.Customer(t, in)
		if !c.EmailVerified || c.PhoneVerified || *c.Email != "Asha@example.com" || *c.Phone != phone || c.Name() != "Asha Rao" || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		if again := signintest.Done[signin.Result](t)(w.SignIn.ByProvider(t.Context(), from("asha"))); w.Session(t, again).CustomerID != c.ID {
			t.Error("the same person is somebody else now")
		}
		_, err = w.SignIn.SignUpByProvider(t.Context(), signin.ProviderLogin{Provider: "google", Proof: asked.Proof, Phone: phone})
		signintest.Refused(t, "the proof again", err, errs.Invalid)
	})
}

func TestSignUpByProvider_AUTH07_acceptsATokenInsteadOfAProof(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		in := from("mailless")
		in.Phone = phone
		c := w.Customer(t, signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), in)))
		if c.Email != nil || c.Name() != "Kim" {
			t.Errorf("the account is %+v", c)
		}
		other := from("asha")
		other.Phone = phone
		_, err := w.SignIn.SignUpByProvider(t.Context(), other)
		if e := errs.From(err); e == nil || e.Code != errs.Invalid || e.Field != "phone" {
			t.Errorf("another's phone: %v", err)
		}
	})
}

func TestByProvider_AUTH07_manyAtOnceCreateOneAccount(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		signintest.Together(8, func(i int) {
			in := from("mailless") // nothing but the identity is the same
			in.Phone = signintest.PhoneOf(i)
			_, _ = w.SignIn.SignUpByProvider(t.Context(), in)
		})
		if n := w.Number(t, `SELECT COUNT(*) FROM customers`); n != 1 {
			t.Errorf("%d accounts of one person", n)
		}
	})
}

func TestByProvider_AUTH06_asksForAMissingName(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, signintest.Verifications(true, true))
		in := from("nameless")
		in.Phone = phone
		asked := signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), in))
		if !asked.NameNeeded || asked.Proof == "" || asked.Email != "nameless@example.com" || asked.Phone != phone {
			t.Fatalf("without a name: %+v", asked)
		}
		next := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: asked.Proof, Details: signin.Details{Name: "Kim"}}))
		if next.Token != "" || next.PhoneVerified || !next.EmailVerified {
			t.Fatalf("the phone is to be verified: %+v", next)
		}
		last := signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), signin.CodeEntry{
			By: credential.BySocial, Kind: contact.KindPhone, Code: w.Code(t, phone), Proof: next.Proof,
		}))
		if c := w.Customer(t, last); !c.PhoneVerified || !c.EmailVerified || c.Name() != "Kim" {
			t.Errorf("the account is %+v", c)
		}
	})
}

func TestByProvider_AUTH07_TRAP_P3_doesNotTrustTheClient(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		for what, edit := range map[string]func(*signin.ProviderLogin){
			"another's id":     func(e *signin.ProviderLogin) { e.Subject = "9" },
			"another's e-mail": func(e *signin.ProviderLogin) { e.Email = "tom@example.com" },
			"no such token":    func(e *signin.ProviderLogin) { e.Token = "made up" },
			"another nonce":    func(e *signin.ProviderLogin) { e.Nonce = "other" },
			"no token":         func(e *signin.ProviderLogin) { e.Token = "" },
		} {
			in := from("asha")
			edit(&in)
			_, err := w.SignIn.ByProvider(t.Context(), in)
			signintest.Refused(t, what, err, errs.Unauthorized)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM proofs`); n != 0 {
			t.Errorf("%d proofs of nothing", n)
		}
	})
}

func TestByProvider_TRAP_P3_linksOnlyVerifiedEmails(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		mine := signintest.Done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		_, err := w.SignIn.ByProvider(t.Context(), from("unproven"))
		asked := needsPhone(t, err)
		in := signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), signin.ProviderLogin{Provider: "google", Proof: asked.Proof, Phone: "+12025550102"}))
		if c := w.Customer(t, in); c.ID == mine.ID || c.Email != nil {
			t.Errorf("an e-mail that the provider has not verified made them %+v", c)
		}
		linked := signintest.Done[signin.Result](t)(w.SignIn.ByProvider(t.Context(), from("asha")))
		if c := w.Customer(t, linked); c.ID != mine.ID || c.PasswordHash == "" {
			t.Errorf("a verified one made them %+v", c)
		}
	})
}

func TestByProvider_TRAP_P3_yesRemovesTheSquattersPassword(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		theirs, squatter := squat(t, w)
		asked := signintest.Done[signin.Result](t)(w.SignIn.ByProvider(t.Context(), from("asha")))
		if asked.Exists == nil || asked.Token != "" {
			t.Fatalf("an e-mail that nobody here has proven: %+v", asked)
		}
		in := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: asked.Proof, IsYou: signin.Yes}))
		if c := w.Customer(t, in); c.ID != squatter.CustomerID || !c.EmailVerified || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		_, err := w.Credentials.FindSession(t.Context(), theirs.Token)
		signintest.Refused(t, "the squatter's session", err, errs.Unauthorized)
		again := signintest.Done[signin.Result](t)(w.SignIn.ByProvider(t.Context(), from("asha")))
		if again.Token == "" || w.Session(t, again).CustomerID != squatter.CustomerID {
			t.Errorf("the identity is not linked: %+v", again)
		}
	})
}

func TestByProvider_TRAP_P3_noCreatesAnotherAccount(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		theirs, _ := squat(t, w)
		asked := signintest.Done[signin.Result](t)(w.SignIn.ByProvider(t.Context(), from("asha")))
		_, err := w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: asked.Proof, IsYou: signin.No})
		phoned := needsPhone(t, err)
		in := signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), signin.ProviderLogin{Provider: "google", Proof: phoned.Proof, Phone: "+12025550102"}))
		if c := w.Customer(t, in); *c.Email != "Asha@example.com" || !c.EmailVerified {
			t.Errorf("the account is %+v", c)
		}
		if c := w.Customer(t, theirs); c.Email != nil || c.PasswordHash == "" {
			t.Errorf("the other account is %+v", c)
		}
	})
}

func TestByProvider_TRAP_P3_removesOnlyTheEmailOfAProvenAccount(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, signintest.Verifications(true, false))
		tom := w.SignUp(t, nil)
		tom = signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), signin.CodeEntry{
			By: credential.ByPassword, Kind: contact.KindPhone, Code: w.Code(t, phone), Proof: tom.Proof,
		}))
		_, err := w.SignIn.ByProvider(t.Context(), from("asha"))
		needsPhone(t, err)
		if c := w.Customer(t, tom); c.Email != nil || !c.PhoneVerified || c.PasswordHash == "" {
			t.Errorf("the other account is %+v", c)
		}
	})
}

func TestByProvider_AUTH01_API08_isOffIfSwitchedOff(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		in := from("asha")
		in.Provider = "apple" // switched on, and not set up
		_, err := w.SignIn.ByProvider(t.Context(), in)
		signintest.Refused(t, "a provider that is not set up", err, errs.Forbidden)
		_, err = w.SignIn.ByProvider(t.Context(), from("asha"))
		asked := needsPhone(t, err)
		for what, off := range map[string]func(*setting.Settings){
			"the provider": func(s *setting.Settings) { s.Login.Google = false },
			"all of them":  func(s *setting.Settings) { s.Login.Google, s.Login.Social = true, false },
		} {
			w.SetSettings(t, off)
			_, err := w.SignIn.ByProvider(t.Context(), from("asha"))
			signintest.Refused(t, what, err, errs.Forbidden)
			_, err = w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: asked.Proof, Details: signin.Details{Phone: phone}})
			signintest.Refused(t, what+", half-way", err, errs.Forbidden)
		}
	})
}

// A token or proof of one provider is refused for another.
func TestByProvider_AUTH07_refusesTheTokenOfAnotherProvider(t *testing.T) {
	both := func(d *signintest.Deps) {
		d.SignIn.Providers = map[string]signin.Provider{"google": people, "facebook": people}
	}
	signintest.OnEngines(t, both, func(t *testing.T, w *signintest.Fixture) {
		in := from("asha")
		in.Provider = "facebook"
		_, err := w.SignIn.ByProvider(t.Context(), in)
		signintest.Refused(t, "a token", err, errs.Unauthorized)
		_, err = w.SignIn.ByProvider(t.Context(), from("asha"))
		asked := needsPhone(t, err)
		_, err = w.SignIn.SignUpByProvider(t.Context(), signin.ProviderLogin{Provider: "facebook", Proof: asked.Proof, Phone: phone})
		signintest.Refused(t, "a proof", err, errs.Invalid)
	})
}

func TestSignUpByProvider_AUTH07_AUTH10_isLimitedByAddress(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		w.NewPerson(t, "tom@example.com", "+12025550102")
		_, err := w.SignIn.ByProvider(t.Context(), from("asha"))
		in := signin.ProviderLogin{Provider: "google", Proof: needsPhone(t, err).Proof, Phone: "+12025550102"}
		in.Address = "192.0.2.1"
		for range 30 {
			_, err := w.SignIn.SignUpByProvider(t.Context(), in)
			signintest.Refused(t, "a taken phone", err, errs.Invalid)
		}
		_, err = w.SignIn.SignUpByProvider(t.Context(), in)
		signintest.Refused(t, "the 31st from one address", err, errs.TooMany)
		in.Address, in.Phone = "192.0.2.2", phone
		signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), in))
	})
}

// The phone is typed before the name is asked for, and not proven: a mistyped or taken one
// can be corrected together with the name.
func TestUpdateInfo_AUTH06_AUTH07_correctsATypedPhone(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		w.NewPerson(t, "tom@example.com", "+12025550102")
		in := from("nameless")
		in.Phone = "+12025550102"
		asked := signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), in))
		send := func(name, phone string) (signin.Result, error) {
			return w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: asked.Proof, Details: signin.Details{Name: name, Phone: phone}})
		}
		_, err := send("Kim", "")
		if e := errs.From(err); e == nil || e.Code != errs.Invalid || e.Field != "phone" {
			t.Errorf("the taken phone: %v", err)
		}
		_, err = send("Kim", "2025")
		signintest.Refused(t, "no phone", err, errs.Invalid)
		if again := signintest.Done[signin.Result](t)(send("", "202 555 0104")); !again.NameNeeded || again.Phone != "+12025550104" {
			t.Errorf("another phone, without the name: %+v", again)
		}
		if c := w.Customer(t, signintest.Done[signin.Result](t)(send("Kim", "202 555 0103"))); *c.Phone != "+12025550103" || c.PhoneVerified {
			t.Errorf("the account is %+v", c)
		}
	})
}

func TestSignUpByProvider_AUTH07_referralCode(t *testing.T) {
	signintest.OnEngines(t, withGoogle, func(t *testing.T, w *signintest.Fixture) {
		first := w.Customer(t, w.SignUp(t, nil))
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet, s.Storefront.ReferralEarning = true, true })
		_, err := w.SignIn.ByProvider(t.Context(), from("mailless"))
		in := signin.ProviderLogin{Provider: "google", Proof: needsPhone(t, err).Proof, Phone: signintest.PhoneOf(2), RefCode: "UNKNOWN234"}
		_, err = w.SignIn.SignUpByProvider(t.Context(), in)
		if e := errs.From(err); e == nil || e.Code != errs.Invalid || e.Field != "ref_code" {
			t.Errorf("an unknown code: %v", err)
		}
		in.RefCode = first.ReferralCode
		second := w.Session(t, signintest.Done[signin.Result](t)(w.SignIn.SignUpByProvider(t.Context(), in)))
		by := signintest.Done[*int64](t)(db.One[*int64](t.Context(), w.DB.R, `SELECT referred_by FROM customers WHERE id = $1`, second.CustomerID))
		if by == nil || *by != first.ID {
			t.Errorf("referred by %v, want %d", by, first.ID)
		}
	})
}

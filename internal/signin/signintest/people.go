package signintest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/signin"
)

// The contacts and the password of the person who signs up with Form.
const (
	Asha     = "asha@example.com"
	Phone    = "+12025550101"
	Password = "mango-tree-7"
)

// KnownPassword confirms a change of a customer who signed up by Form.
var KnownPassword = account.Reauth{Password: Password}

// Verifications switches on that contacts must be verified.
func Verifications(phone, email bool) func(*setting.Settings) {
	return func(s *setting.Settings) { s.Login.PhoneVerification, s.Login.EmailVerification = phone, email }
}

// Form is a sign-up without mistakes.
func Form() signin.SignUpForm {
	return signin.SignUpForm{
		Details:  signin.Details{Name: "Asha Rao", Email: Asha, Phone: Phone},
		Password: Password, Confirmation: Password, Terms: true,
	}
}

// SignUp signs up by Form; edit, or nil, changes the form.
func (w *Fixture) SignUp(t testing.TB, edit func(*signin.SignUpForm)) signin.Result {
	t.Helper()
	in := Form()
	if edit != nil {
		edit(&in)
	}
	return must(w.SignIn.SignUp(t.Context(), in))(t)
}

// Login signs in by password.
func (w *Fixture) Login(t testing.TB, identifier, password string) (signin.Result, error) {
	t.Helper()
	return w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{Identifier: identifier, Password: password})
}

// LoginFrom signs Asha in by password, from a device or address.
func (w *Fixture) LoginFrom(t testing.TB, v credential.Client, password string) (signin.Result, error) {
	t.Helper()
	return w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{Client: v, Identifier: Asha, Password: password})
}

// ByCode signs in by a code to a phone.
func (w *Fixture) ByCode(t testing.TB, phone string) signin.Result {
	t.Helper()
	return must(w.EnterCode(t, phone, w.SendCode(t, phone)))(t)
}

// SendCode sends a code to sign in, and returns it.
func (w *Fixture) SendCode(t testing.TB, phone string) string {
	t.Helper()
	must(w.SignIn.SendCode(t.Context(), credential.Client{}, phone))(t)
	return w.Code(t, phone)
}

// EnterCode enters a code to sign in.
func (w *Fixture) EnterCode(t testing.TB, phone, code string) (signin.Result, error) {
	t.Helper()
	return w.SignIn.EnterCode(t.Context(), signin.CodeEntry{By: credential.ByCode, Kind: contact.KindPhone, Phone: phone, Code: code})
}

// Session returns the session of a finished sign-in.
func (w *Fixture) Session(t testing.TB, in signin.Result) credential.Session {
	t.Helper()
	return must(w.Credentials.FindSession(t.Context(), in.Token))(t)
}

// Customer returns the customer of a finished sign-in.
func (w *Fixture) Customer(t testing.TB, in signin.Result) account.Customer {
	t.Helper()
	return must(w.Accounts.ByID(t.Context(), w.DB.R, w.Session(t, in).CustomerID))(t)
}

// Person is somebody who is signed in.
type Person struct {
	credential.Session
	Token string
}

// NewPerson signs somebody up by Form, with these contacts.
func (w *Fixture) NewPerson(t testing.TB, email, phone string) Person {
	t.Helper()
	in := w.SignUp(t, func(f *signin.SignUpForm) { f.Email, f.Phone = email, phone })
	return Person{w.Session(t, in), in.Token}
}

// NewPersonByCode creates an account by a code to Phone: it has no password.
func (w *Fixture) NewPersonByCode(t testing.TB) Person {
	t.Helper()
	in := w.ByCode(t, Phone)
	in = must(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, Details: signin.Details{Name: "Asha Rao"}}))(t)
	return Person{w.Session(t, in), in.Token}
}

// Read returns the customer as they are stored.
func (p Person) Read(t testing.TB, w *Fixture) account.Customer {
	t.Helper()
	return must(w.Accounts.ByID(t.Context(), w.DB.R, p.CustomerID))(t)
}

// Save saves a profile form without mistakes.
func (p Person) Save(t testing.TB, w *Fixture, in account.Profile) account.ProfileSaved {
	t.Helper()
	return must(w.Accounts.UpdateProfile(t.Context(), p.Session, confirmed(in)))(t)
}

// Refused returns why a profile form is refused.
func (p Person) Refused(t testing.TB, w *Fixture, in account.Profile) (reasons []string) {
	t.Helper()
	_, err := w.Accounts.UpdateProfile(t.Context(), p.Session, confirmed(in))
	for _, e := range errs.All(err) {
		reasons = append(reasons, fmt.Sprintf("%s %s: %s", e.Code, e.Field, e.Message))
	}
	return reasons
}

// confirmed adds the current password, unless the form confirms in another way.
func confirmed(in account.Profile) account.Profile {
	if in.Reauth == (account.Reauth{}) {
		in.Reauth = KnownPassword
	}
	return in
}

// DuringHash runs a call, and a change while the call hashes a password. It returns the
// call's error.
func (w *Fixture) DuringHash(t testing.TB, call func(ctx context.Context) error, change func()) error {
	t.Helper()
	resume := w.Hasher.Pause()
	ended := make(chan error, 1)
	go func() { ended <- call(t.Context()) }()
	w.Hasher.AwaitPaused(t)
	change()
	resume()
	return <-ended
}

// Together calls do n times at once.
func Together(n int, do func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			do(i)
		})
	}
	close(start)
	all.Wait()
}

// WrongCode returns a code that is not this one.
func WrongCode(code string) string {
	if code[0] == '0' {
		return "1" + code[1:]
	}
	return "0" + code[1:]
}

// EmailOf and PhoneOf return the contacts of one of many people.
func EmailOf(i int) string { return fmt.Sprintf("person%d@example.com", i) }

// PhoneOf is EmailOf for phones.
func PhoneOf(i int) string { return fmt.Sprintf("+1202555%04d", 1000+i) }

// must fails the test unless err is nil.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Reset is the last form of a recovery, without mistakes.
func Reset(who signin.Recovery, token string) signin.NewPassword {
	return signin.NewPassword{Recovery: who, Token: token, Password: "papaya-tree-8", Confirmation: "papaya-tree-8"}
}

// VerifyReset checks the code of a recovery.
func (w *Fixture) VerifyReset(t testing.TB, who signin.Recovery, code string) error {
	t.Helper()
	_, err := w.SignIn.VerifyResetCode(t.Context(), who, code)
	return err
}

// ErrorTexts returns the messages of an error, in order.
func ErrorTexts(err error) string {
	var all []string
	for _, e := range errs.All(err) {
		all = append(all, e.Message)
	}
	return strings.Join(all, "; ")
}

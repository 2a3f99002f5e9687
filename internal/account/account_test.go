package account_test

import (
	"fmt"
	"sync"
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

const (
	asha     = "asha@example.com"
	phone    = "+12025550101"
	password = "mango-tree-7"
)

// desks runs a case on both engines; edit, or nil, says what the accounts have
// otherwise.
func desks(t *testing.T, edit func(*account.Deps), run func(t *testing.T, w *accounttest.Desk)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, accounttest.Open(t, open(t), edit))
	})
}

func verifications(phone, email bool) func(*setting.Settings) {
	return func(s *setting.Settings) { s.Login.PhoneVerification, s.Login.EmailVerification = phone, email }
}

// form is a sign-up that nothing is wrong with.
func form() account.NewAccount {
	return account.NewAccount{
		Details:  account.Details{Name: "Asha Rao", Email: asha, Phone: phone},
		Password: password, Confirmation: password, Terms: true,
	}
}

// done fails the test unless err is nil.
func done[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func signUp(t *testing.T, w *accounttest.Desk, edit func(*account.NewAccount)) account.SignIn {
	t.Helper()
	in := form()
	if edit != nil {
		edit(&in)
	}
	return done[account.SignIn](t)(w.Accounts.SignUp(t.Context(), in))
}

func login(t *testing.T, w *accounttest.Desk, identifier, password string) (account.SignIn, error) {
	t.Helper()
	return w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{Identifier: identifier, Password: password})
}

// byCode signs in by a code to a phone.
func byCode(t *testing.T, w *accounttest.Desk, phone string) account.SignIn {
	t.Helper()
	done[account.SignIn](t)(w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, phone))
	return done[account.SignIn](t)(enterCode(t, w, phone, w.Code(t, phone)))
}

func enterCode(t *testing.T, w *accounttest.Desk, phone, code string) (account.SignIn, error) {
	t.Helper()
	return w.Accounts.VerifyContact(t.Context(), account.CodeTyped{By: account.ByCode, Kind: account.Phone, Phone: phone, Code: code})
}

// session is whom a token opens; it must open somebody.
func session(t *testing.T, w *accounttest.Desk, in account.SignIn) account.Session {
	t.Helper()
	return done[account.Session](t)(w.Accounts.ByToken(t.Context(), in.Token))
}

func customer(t *testing.T, w *accounttest.Desk, in account.SignIn) account.Customer {
	t.Helper()
	return done[account.Customer](t)(w.Accounts.ByID(t.Context(), w.DB.R, session(t, w, in).CustomerID))
}

func refused(t *testing.T, what string, err error, code errs.Code) {
	t.Helper()
	if !errs.Is(err, code) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// together runs something n times at once.
func together(n int, do func(i int)) {
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

// another is the code that is not the right one.
func another(code string) string {
	if code[0] == '0' {
		return "1" + code[1:]
	}
	return fmt.Sprintf("0%s", code[1:])
}

func mailOf(i int) string  { return fmt.Sprintf("person%d@example.com", i) }
func phoneOf(i int) string { return fmt.Sprintf("+1202555%04d", 1000+i) }

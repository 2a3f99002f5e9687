package account_test

import (
	"strings"
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
)

func TestContact_AUTH03_TRAP_D6_classifier(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed string
		want  account.Contact
	}{
		{"asha@example.com", account.Contact{Kind: account.Email, Value: "asha@example.com"}},
		{" Asha@Example.COM ", account.Contact{Kind: account.Email, Value: "Asha@Example.COM"}},
		{"a+b@sub.example.co.uk", account.Contact{Kind: account.Email, Value: "a+b@sub.example.co.uk"}},
		{"+12025550101", account.Contact{Kind: account.Phone, Value: "+12025550101"}},
		{"2025550101", account.Contact{Kind: account.Phone, Value: "+12025550101"}},
		{"12025550101", account.Contact{Kind: account.Phone, Value: "+12025550101"}},
		{"(202) 555-0101", account.Contact{Kind: account.Phone, Value: "+12025550101"}},
		{"+960 777 1234", account.Contact{Kind: account.Phone, Value: "+9607771234"}},
		{"4915112345678", account.Contact{Kind: account.Phone, Value: "+4915112345678"}},
		{strings.Repeat("a", 243) + "@example.com", account.Contact{Kind: account.Email, Value: strings.Repeat("a", 243) + "@example.com"}}, // 255

		{"", account.Contact{}}, {"asha", account.Contact{}}, {"asha@example", account.Contact{}}, {"@example.com", account.Contact{}},
		{"asha@@example.com", account.Contact{}}, {"a b@example.com", account.Contact{}}, {"asha@example.com\x00", account.Contact{}},
		{strings.Repeat("a", 244) + "@example.com", account.Contact{}},
		{"12345", account.Contact{}}, {"+1202555", account.Contact{}}, {"call me", account.Contact{}}, {"1-800-FLOWERS", account.Contact{}},
		{"+29051234", account.Contact{}}, // a possible number, of eight digits
	} {
		if got, ok := account.Classify(tt.typed, "US"); got != tt.want || ok != (tt.want != account.Contact{}) {
			t.Errorf("%q is %+v (%t), want %+v", tt.typed, got, ok, tt.want)
		}
	}
}

func TestContact_AUTH02_AUTH04_AUTH05_AUTH08_whatTheFormsSay(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		say := map[string]string{}
		note := func(what string, err error) { say[what] = messages(err) }
		for _, identifier := range []string{"", "asha"} {
			_, err := login(t, w, identifier, "")
			note("login "+identifier, err)
		}
		for _, p := range []string{"", "12345"} {
			_, err := w.Accounts.SendLoginCode(t.Context(), account.Visitor{}, p)
			note("otp "+p, err)
			_, err = w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Method: account.Phone, Phone: p})
			note("forgot phone "+p, err)
		}
		for _, e := range []string{"", "asha"} {
			_, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Method: account.Email, Email: e})
			note("forgot email "+e, err)
		}
		_, err := w.Accounts.SignUp(t.Context(), account.NewAccount{})
		note("sign-up", err)
		in := form()
		in.Email, in.Phone = "asha", "12345"
		_, err = w.Accounts.SignUp(t.Context(), in)
		note("sign-up, wrong", err)

		for what, want := range map[string]string{
			"login ":             "Email or phone number is required; Password is required",
			"login asha":         "Must be a valid email or phone number; Password is required",
			"otp ":               "Please give a phone number",
			"otp 12345":          "Number must be 10 digits",
			"forgot phone ":      "Please provide a phone number",
			"forgot phone 12345": "Phone number must be exactly 10 digits",
			"forgot email ":      "Please provide an email address",
			"forgot email asha":  "Please enter a valid email address",
			"sign-up": "First name is required; Email is required; Please give a phone number; Password is required; " +
				"Confirm Password is required; You must accept the terms and conditions",
			"sign-up, wrong": "Must be a valid email; Number must be 10 digits",
		} {
			if say[what] != want {
				t.Errorf("%s says %q, want %q", what, say[what], want)
			}
		}
	})
}

func TestContact_AUTH05_anothersIsRefusedOnItsField(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		signUp(t, w, nil)
		in := form()
		in.Email, in.Phone = "ASHA@Example.com", "202-555-0101"
		_, err := w.Accounts.SignUp(t.Context(), in)
		all := errs.All(err)
		if len(all) != 2 || all[0].Field != "email" || all[1].Field != "phone" || all[0].Code != errs.Invalid {
			t.Errorf("taken contacts: %v", err)
		}
	})
}

func TestContact_AUTH05_manySignUpsOfOneContactAreOne(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		together(8, func(int) { _, _ = w.Accounts.SignUp(t.Context(), form()) })
		if n := w.Number(t, `SELECT COUNT(*) FROM customers`); n != 1 {
			t.Errorf("%d accounts of one contact", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM shoppers`); n != 1 {
			t.Errorf("%d shoppers of one account", n)
		}
	})
}

// An e-mail may begin like a phone, and is none: its codes go by mail, and count
// as its own.
func TestContact_TRAP_D6_anEmailIsNeverTextedTo(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		const plus = "+12025550199@example.com"
		signUp(t, w, func(n *account.NewAccount) { n.Email = plus })
		if _, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Method: account.Email, Email: plus}); err != nil {
			t.Fatal(err)
		}
		w.Settle(t)
		if mails, texts := w.Post.To(plus), w.Post.Texted(); len(mails) != 1 || len(texts) != 0 {
			t.Errorf("%d mails and the text messages %q", len(mails), texts)
		}
		for _, evil := range []string{"asha@b.example.com，+12025550199", "asha@b.example\u3000+12025550199.com", "x@y＠z.example.com"} {
			if _, err := w.Accounts.ForgotPassword(t.Context(), account.Forgotten{Method: account.Email, Email: evil}); messages(err) != "Please enter a valid email address" {
				t.Errorf("%q: %v", evil, err)
			}
		}
	})
}

// What was kept when less was checked still sends nothing to somebody else.
func TestContact_TRAP_D6_anOldEmailIsNotTextedToEither(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		const evil = "asha@b.example +12025550199"
		w.Exec(t, `UPDATE customers SET email = $1, email_folded = $1, email_verified = FALSE`, evil)
		if _, err := w.Accounts.UpdateProfile(t.Context(), me.Session, account.Profile{Verify: account.Email}); err != nil {
			t.Log(err)
		}
		w.Settle(t)
		if texts := w.Post.Texted(); len(texts) != 0 {
			t.Errorf("text messages to %q", texts)
		}
	})
}

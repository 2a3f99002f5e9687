package signin_test

import (
	"testing"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestForms_AUTH02_AUTH04_AUTH05_AUTH08_messages(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		say := map[string]string{}
		note := func(what string, err error) { say[what] = signintest.ErrorTexts(err) }
		for _, identifier := range []string{"", "asha"} {
			_, err := w.Login(t, identifier, "")
			note("login "+identifier, err)
		}
		for _, p := range []string{"", "12345"} {
			_, err := w.SignIn.SendCode(t.Context(), credential.Client{}, p)
			note("otp "+p, err)
			_, err = w.SignIn.SendResetCode(t.Context(), signin.Recovery{Method: contact.KindPhone, Phone: p})
			note("forgot phone "+p, err)
		}
		for _, e := range []string{"", "asha"} {
			_, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Method: contact.KindEmail, Email: e})
			note("forgot email "+e, err)
		}
		_, err := w.SignIn.SignUp(t.Context(), signin.SignUpForm{})
		note("sign-up", err)
		in := signintest.Form()
		in.Email, in.Phone = "asha", "12345"
		_, err = w.SignIn.SignUp(t.Context(), in)
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

func TestSignUp_AUTH05_refusesATakenContactOnItsField(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		in := signintest.Form()
		in.Email, in.Phone = "ASHA@Example.com", "202-555-0101"
		in.Password, in.Confirmation = "lantern-tide-42", "lantern-tide-42" // not that of the account
		_, err := w.SignIn.SignUp(t.Context(), in)
		all := errs.All(err)
		if len(all) != 2 || all[0].Field != "email" || all[1].Field != "phone" || all[0].Code != errs.Invalid {
			t.Errorf("taken contacts: %v", err)
		}
	})
}

func TestSignUp_AUTH05_manyAtOnceCreateOneAccount(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		signintest.Together(8, func(int) { _, _ = w.SignIn.SignUp(t.Context(), signintest.Form()) })
		if n := w.Number(t, `SELECT COUNT(*) FROM customers`); n != 1 {
			t.Errorf("%d accounts of one contact", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM shoppers`); n != 1 {
			t.Errorf("%d shoppers of one account", n)
		}
	})
}

// An e-mail may begin like a phone: its codes are still sent by mail.
func TestSendResetCode_TRAP_D6_neverTextsToAnEmail(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		const plus = "+12025550199@example.com"
		w.SignUp(t, func(n *signin.SignUpForm) { n.Email = plus })
		if _, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Method: contact.KindEmail, Email: plus}); err != nil {
			t.Fatal(err)
		}
		w.AwaitMessages(t)
		if mails, texts := w.Messages.To(plus), w.Messages.Texted(); len(mails) != 1 || len(texts) != 0 {
			t.Errorf("%d mails and the text messages %q", len(mails), texts)
		}
		for _, evil := range []string{"asha@b.example.com，+12025550199", "asha@b.example\u3000+12025550199.com", "x@y＠z.example.com"} {
			if _, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Method: contact.KindEmail, Email: evil}); signintest.ErrorTexts(err) != "Please enter a valid email address" {
				t.Errorf("%q: %v", evil, err)
			}
		}
	})
}

// An invalid e-mail that was stored by an older version gets no text message.
func TestSendCode_TRAP_D6_neverTextsToAnOldInvalidEmail(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		const evil = "asha@b.example +12025550199"
		w.Exec(t, `UPDATE customers SET email = $1, email_folded = $1, email_verified = FALSE`, evil)
		if _, err := w.Accounts.UpdateProfile(t.Context(), me.Session, account.Profile{Verify: contact.KindEmail}); err != nil {
			t.Log(err)
		}
		w.AwaitMessages(t)
		if texts := w.Messages.Texted(); len(texts) != 0 {
			t.Errorf("text messages to %q", texts)
		}
	})
}

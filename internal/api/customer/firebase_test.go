package customer_test

import (
	"context"
	"maps"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/errs"
	"hawker/internal/locale"
	"hawker/internal/signin/signintest"
)

// phones is a phone service that says the session's name is the phone.
type phones struct{}

func (phones) Verify(_ context.Context, sessionInfo, code string) (string, error) {
	if code != "123456" {
		return "", errs.New(errs.Invalid, "INVALID_CODE")
	}
	return sessionInfo, nil
}

func TestAuth_AUTH09_API07_phoneService(t *testing.T) {
	apitest.WithCustomerAPI(t, func(d *signintest.Deps) { d.Accounts.Phones = phones{} }, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SignUp(t)
		with := func(edit apitest.Fields) apitest.Fields {
			body := apitest.Fields{"session_info": apitest.Phone, "phone": apitest.Phone, "otp": "123456"}
			maps.Copy(body, edit)
			return body
		}
		if a := c.Post(t, "/auth/firebase-login", with(apitest.Fields{"otp": "000000"})); a.Status != 422 || a.Errors(t)[0] != "invalid: INVALID_CODE" {
			t.Errorf("the service's own words: %d %s", a.Status, a.Body)
		}
		asked := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/firebase-login", with(apitest.Fields{"login_type": "otp", "guest_id": c.GuestID})))
		if asked.Proof == "" || asked.Token != "" {
			t.Errorf("a phone that nobody has proven: %+v", asked)
		}
		if a := c.Send(t, "PUT", "/auth/firebase-verify-token", with(apitest.Fields{"is_reset_token": 0})); a.Status != 200 || a.Text(t, "proof") == "" {
			t.Errorf("without is_reset_token: %d %s", a.Status, a.Body)
		}
		token := c.Send(t, "PUT", "/auth/firebase-verify-token", with(apitest.Fields{"is_reset_token": 1})).Text(t, "reset_token")
		a := c.Send(t, "PUT", "/auth/firebase-reset-password", apitest.Fields{"phone": apitest.Phone, "reset_token": token, "password": "papaya-tree-8", "confirm_password": "papaya-tree-8"})
		if a.Status != 200 {
			t.Errorf("a new password: %d %s", a.Status, a.Body)
		}
		signIn := func(password string) {
			apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Phone, "password": password}))
		}
		signIn("papaya-tree-8")

		a = c.Send(t, "PUT", "/auth/firebase-verify-token", with(nil), "X-localization", "ar")
		if a.Text(t, "token") == "" || a.Text(t, "message") != locale.Sentence("ar", "Logged in successfully") {
			t.Errorf("signed in: %d %s", a.Status, a.Body)
		}
		for _, edit := range []apitest.Fields{{"otp": "000000", "password": "mango-trees-8", "confirm_password": "mango-trees-8"}, {"password": "short"}, {"session_info": "", "password": "mango-trees-8", "confirm_password": "mango-trees-8"}} {
			if a := c.Send(t, "PUT", "/auth/firebase-reset-password", with(edit)); a.Status != 422 {
				t.Errorf("%v: %d %s", edit, a.Status, a.Body)
			}
		}
		again := apitest.Fields{"is_reset_token": 1, "password": "mango-trees-8", "confirm_password": "mango-trees-8"}
		if a := c.Send(t, "PUT", "/auth/firebase-reset-password", with(again)); a.Status != 200 {
			t.Errorf("a new password by the code: %d %s", a.Status, a.Body)
		}
		signIn("mango-trees-8")
		if a := c.Send(t, "PUT", "/auth/firebase-reset-password", with(apitest.Fields{"is_reset_token": 1})); a.Status != 200 || a.Text(t, "reset_token") == "" {
			t.Errorf("a code without a password: %d %s", a.Status, a.Body)
		}
	})
}

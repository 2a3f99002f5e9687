package customer_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/credential"
	"hawker/internal/notification"
	"hawker/internal/setting"
	"hawker/internal/signin/signintest"
)

// Mails to somebody who has not ordered yet are in the language in which they signed up.
func TestAuth_I18N01_TRAP_D31_theLanguageOfTheFirstSignInIsKept(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.Notifications.Texts = notification.Texts{"ar": {}, "en": {}}
		kept := `SELECT COUNT(*) FROM notification_settings WHERE language = 'ar'`
		if a := c.Post(t, "/auth/sign-up", apitest.SignUpBody(), "X-localization", "ar"); a.Status != 200 || c.Number(t, kept) != 1 {
			t.Errorf("sign-up: %d %s", a.Status, a.Body)
		}
		login := apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Phone, "field_type": "phone", "password": apitest.Password}
		if a := c.Post(t, "/auth/login", login, "X-localization", "en"); a.Status != 200 || c.Number(t, kept) != 1 {
			t.Errorf("login: %d %s", a.Status, a.Body)
		}
	})
}

func TestAuth_AUTH05_AUTH11_AUTH12_signUpLogInLogOut(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		body := apitest.SignUpBody()
		body["guest_id"] = c.GuestID
		a := c.Post(t, "/auth/sign-up", body, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36")
		in := apitest.Read[apitest.SignIn](t, a)
		if in.Token == "" || in.IsPersonalInfo != 1 || in.IsPhoneVerified != 1 || in.IsEmailVerified != 1 || in.Message != "Signup successfully." || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("sign-up answers %d %v %s", a.Status, a.Header, a.Body)
		}
		if !strings.Contains(a.Body, `"cart_conflict":[]`) {
			t.Errorf("no list of conflicts in %s", a.Body)
		}
		if old := c.Call(t, "GET", "/cart?guest_id="+c.GuestID, ""); old.Status != 404 || old.Errors(t)[0] != "guest_unknown: Your guest session has ended. Please try again." {
			t.Errorf("the guest id afterwards: %d %s", old.Status, old.Body)
		}
		if mine := c.Call(t, "GET", "/cart", "", apitest.Bearer(in.Token)...); mine.Status != 200 || mine.Body != "[]\n" && mine.Body != "[]" {
			t.Errorf("the customer's cart: %d %s", mine.Status, mine.Body)
		}
		sessions := done[[]credential.SessionInfo](t)(c.AccountFixture.Credentials.ListSessions(t.Context(), 1))
		if len(sessions) != 1 || sessions[0].Device != "Chrome on Linux" {
			t.Errorf("sessions are %+v", sessions)
		}

		again := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": "202 555 0101", "field_type": "phone", "password": apitest.Password}))
		if again.Token == "" || again.Token == in.Token || again.Message != "Logged in successfully" {
			t.Errorf("login answers %+v", again)
		}
		out := c.Post(t, "/auth/logout", nil, apitest.Bearer(in.Token)...)
		if out.Text(t, "message") != "Logout successful." {
			t.Errorf("logout answers %s", out.Body)
		}
		for what, headers := range map[string][]string{
			"Your account is inactive or Your token has been expired": apitest.Bearer(in.Token), "You are not logged in": nil,
		} {
			if a := c.Post(t, "/auth/logout", nil, headers...); a.Status != 401 || a.Errors(t)[0] != "unauthorized: "+what {
				t.Errorf("want %s: %d %s", what, a.Status, a.Body)
			}
		}
		if mine := c.Call(t, "GET", "/cart", "", apitest.Bearer(again.Token)...); mine.Status != 200 {
			t.Errorf("the other session has ended too: %d %s", mine.Status, mine.Body)
		}
	})
}

// done fails the test unless err is nil.
func done[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestAuth_AUTH10_unknownAccountsGetTheSameResponse(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SignUp(t)
		for name, ask := range map[string]func(email, phone string) apitest.Response{
			"login by e-mail": func(email, _ string) apitest.Response {
				return c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": email, "password": "not the one"})
			},
			"login by phone": func(_, phone string) apitest.Response {
				return c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": phone, "password": "not the one"})
			},
			"forgotten, by e-mail": func(email, _ string) apitest.Response {
				return c.Post(t, "/auth/forgot-password", apitest.Fields{"email": email})
			},
			"forgotten, by phone": func(_, phone string) apitest.Response {
				return c.Post(t, "/auth/forgot-password", apitest.Fields{"phone": phone})
			},
			"a wrong code": func(email, _ string) apitest.Response {
				return c.Post(t, "/auth/verify-token", apitest.Fields{"email": email, "reset_token": "abcdef"})
			},
			"a new password with a wrong code": func(email, _ string) apitest.Response {
				return c.Send(t, "PUT", "/auth/reset-password", apitest.Fields{"email": email, "reset_token": "abcdef", "password": apitest.Password, "confirm_password": apitest.Password})
			},
		} {
			known, unknown := ask(apitest.Email, apitest.Phone), ask("nobody@example.com", "+12025550199")
			again, unknownAgain := ask(apitest.Email, apitest.Phone), ask("nobody@example.com", "+12025550199")
			if !sameResponse(known, unknown) || !sameResponse(again, unknownAgain) {
				t.Errorf("%s\n  known:   %v %v\n  unknown: %v %v", name, known, again, unknown, unknownAgain)
			}
		}
		// A code to the phone says the phone itself; but for that it is the same.
		send := func(phone string) apitest.Response {
			a := c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": phone})
			a.Body = strings.ReplaceAll(a.Body, phone, "…")
			a.Header.Del("Content-Length")
			return a
		}
		for range 2 {
			if known, unknown := send(apitest.Phone), send("+12025550199"); !sameResponse(known, unknown) {
				t.Errorf("a code\n  known:   %v\n  unknown: %v", known, unknown)
			}
		}
	})
}

var proofs = regexp.MustCompile(`"proof":"[A-Za-z0-9_-]{43}"`)

// sameResponse reports whether two responses are equal apart from their proofs, which
// always differ.
func sameResponse(a, b apitest.Response) bool {
	a.Body, b.Body = proofs.ReplaceAllString(a.Body, `"proof":"…"`), proofs.ReplaceAllString(b.Body, `"proof":"…"`)
	return a.Status == b.Status && a.Body == b.Body && maps.EqualFunc(a.Header, b.Header, slices.Equal)
}

func TestAuth_AUTH04_AUTH06_byCode(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		sent := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": apitest.Phone}))
		if sent.Token != "" || sent.IsPhoneVerified != 0 || sent.IsPersonalInfo != 1 || sent.Phone != apitest.Phone || sent.DemoOTP != "" {
			t.Errorf("a code was sent: %+v", sent)
		}
		again := c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": apitest.Phone})
		if again.Status != 429 || again.Header.Get("Retry-After") != "60" || !strings.Contains(again.Body, `"detail":{"code_expires_in":300,"resend_in":60}`) {
			t.Errorf("again at once: %d, Retry-After %q, %s", again.Status, again.Header.Get("Retry-After"), again.Body)
		}
		type_ := func(code string) apitest.Response {
			return c.Post(t, "/auth/verify-phone", apitest.Fields{"phone": apitest.Phone, "otp": code, "login_type": "otp", "verification_type": "phone"})
		}
		wrong := type_("abcdef")
		if wrong.Status != 422 || wrong.Errors(t)[0] != "code_wrong: The code is not right. You have 4 tries left. otp" || !strings.Contains(wrong.Body, `"detail":{"tries_left":4}`) {
			t.Errorf("a wrong code: %d %s", wrong.Status, wrong.Body)
		}
		right := type_(c.AccountFixture.Code(t, apitest.Phone))
		if !strings.Contains(right.Body, `"is_exist_user":null`) {
			t.Errorf("nobody has the phone: %s", right.Body)
		}
		asked := apitest.Read[apitest.SignIn](t, right)
		if asked.Token != "" || asked.IsPersonalInfo != 0 || asked.Proof == "" {
			t.Errorf("a new phone: %+v", asked)
		}
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/update-info", apitest.Fields{"proof": asked.Proof, "name": "Asha Rao", "email": apitest.Email, "login_type": "otp"}))
		if in.Token == "" || in.IsPersonalInfo != 1 {
			t.Errorf("with the name: %+v", in)
		}
	})
}

func TestAuth_AUTH06_anExistingAccountIsConfirmed(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		squatter := c.SignUp(t)
		c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": apitest.Phone})
		a := c.Post(t, "/auth/verify-phone", apitest.Fields{"phone": apitest.Phone, "otp": c.AccountFixture.Code(t, apitest.Phone), "login_type": "otp", "verification_type": "phone"})
		if !strings.Contains(a.Body, `"is_exist_user":{"name":"Asha Rao","image":""}`) {
			t.Fatalf("whose it may be: %s", a.Body)
		}
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/update-info", apitest.Fields{"proof": apitest.Read[apitest.SignIn](t, a).Proof, "is_exist_user": "yes"}))
		if in.Token == "" {
			t.Errorf("yes answers %+v", in)
		}
		if a := c.Post(t, "/auth/logout", nil, apitest.Bearer(squatter.Token)...); a.Status != 401 {
			t.Errorf("the session from before: %d", a.Status)
		}
	})
}

func TestAuth_AUTH06_verifyAndResendTheCode(t *testing.T) {
	apitest.WithCustomerAPI(t, func(d *signintest.Deps) { d.Credentials.ShowCodes = true }, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SetSettings(t, func(s *setting.Settings) { s.Login.PhoneVerification, s.Login.EmailVerification = true, true })
		in := c.SignUp(t)
		if in.Token != "" || in.IsPhoneVerified+in.IsEmailVerified != 0 || in.DemoOTP != c.AccountFixture.Code(t, apitest.Phone) {
			t.Fatalf("sign-up: %+v", in)
		}
		c.AccountFixture.PassCodePause()
		again := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "proof": in.Proof}))
		if again.DemoOTP == "" || again.DemoOTP != c.AccountFixture.Code(t, apitest.Phone) || again.Proof != in.Proof {
			t.Errorf("the code again: %+v", again)
		}
		for _, loginType := range []string{"manual", "social"} { // a code alone opens no account
			a := c.Post(t, "/auth/verify-phone", apitest.Fields{"phone": apitest.Phone, "otp": again.DemoOTP, "login_type": loginType, "verification_type": "phone"})
			if a.Status != 422 || !strings.Contains(a.Body, `"field":"proof"`) {
				t.Errorf("%s without the proof: %d %s", loginType, a.Status, a.Body)
			}
		}
		verify := func(kind, code string) apitest.SignIn {
			return apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/verify-phone", apitest.Fields{"otp": code, "login_type": "manual", "verification_type": kind, "proof": in.Proof}))
		}
		next := verify("phone", again.DemoOTP)
		if next.IsPhoneVerified != 1 || next.IsEmailVerified != 0 || next.Token != "" {
			t.Errorf("after the phone: %+v", next)
		}
		if last := verify("email", next.DemoOTP); last.Token == "" || last.IsEmailVerified != 1 {
			t.Errorf("after the e-mail: %+v", last)
		}
	})
}

func TestAuth_AUTH10_noSecretIsStored(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		in := c.SignUp(t)
		c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": "+12025550102"})
		code := c.AccountFixture.Code(t, "+12025550102")
		asked := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/verify-phone", apitest.Fields{"phone": "+12025550102", "otp": code, "login_type": "otp", "verification_type": "phone"}))
		signintest.NotStored(t, c.DB, in.Token, apitest.Password, code, asked.Proof, c.GuestID)
	})
}

package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// lobby is a town with accounts behind the real router.
type lobby struct {
	*till
	accounts *signintest.Desk

	strangers map[string]string // guests who ordered with a customer's phone: shopper ids, whose it is by whom
}

const (
	asha     = "asha@example.com"
	phone    = "+12025550101"
	password = "mango-tree-7"
)

// lobbies runs a case on both engines; edit, or nil, says what the accounts have
// otherwise.
func lobbies(t *testing.T, edit func(*signintest.Deps), run func(t *testing.T, c *lobby)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, lobbyAt(t, open(t), edit, api.Deps{}))
	})
}

// fields are the body of a call.
type fields map[string]any

func (c *lobby) post(t testing.TB, path string, body fields, headers ...string) answer {
	t.Helper()
	return c.send(t, http.MethodPost, path, body, headers...)
}

func (c *lobby) send(t testing.TB, method, path string, body fields, headers ...string) answer {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return c.call(t, method, path, string(text), headers...)
}

func newcomer() fields {
	return fields{
		"name": "Asha Rao", "email": asha, "phone": phone, "password": password, "confirm_password": password, "tandc": true,
	}
}

// signIn is the sign-in answer as the contract has it (AUTH-11).
type signIn struct {
	Token           string `json:"token"`
	IsPersonalInfo  int    `json:"is_personal_info"`
	IsExistUser     *struct{ Name, Image string }
	IsPhoneVerified int `json:"is_phone_verified"`
	IsEmailVerified int `json:"is_email_verified"`
	Email, Phone    string
	Proof           string
	CartConflict    []struct {
		GuestStore   string `json:"guest_store"`
		AccountUnits int64  `json:"account_units"`
	} `json:"cart_conflict"`
	DemoOTP string `json:"demo_otp"`
	Message string
}

func (c *lobby) signUp(t testing.TB) signIn {
	t.Helper()
	return read[signIn](t, c.post(t, "/auth/sign-up", newcomer()))
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

func TestAuth_AUTH05_AUTH11_AUTH12_signUpLogInLogOut(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		body := newcomer()
		body["guest_id"] = c.guest
		a := c.post(t, "/auth/sign-up", body, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36")
		in := read[signIn](t, a)
		if in.Token == "" || in.IsPersonalInfo != 1 || in.IsPhoneVerified != 1 || in.IsEmailVerified != 1 || in.Message != "Signup successfully." || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("sign-up answers %d %v %s", a.status, a.header, a.body)
		}
		if !strings.Contains(a.body, `"cart_conflict":[]`) {
			t.Errorf("no list of conflicts in %s", a.body)
		}
		if old := c.call(t, "GET", "/cart?guest_id="+c.guest, ""); old.status != 404 || old.entries(t)[0] != "guest_unknown: Your guest session has ended. Please try again." {
			t.Errorf("the guest id afterwards: %d %s", old.status, old.body)
		}
		if mine := c.call(t, "GET", "/cart", "", bearer(in.Token)...); mine.status != 200 || mine.body != "[]\n" && mine.body != "[]" {
			t.Errorf("the customer's cart: %d %s", mine.status, mine.body)
		}
		sessions := done[[]credential.SessionInfo](t)(c.accounts.Credentials.ListSessions(t.Context(), 1))
		if len(sessions) != 1 || sessions[0].Device != "Chrome on Linux" {
			t.Errorf("sessions are %+v", sessions)
		}

		again := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": "202 555 0101", "field_type": "phone", "password": password}))
		if again.Token == "" || again.Token == in.Token || again.Message != "Logged in successfully" {
			t.Errorf("login answers %+v", again)
		}
		out := c.post(t, "/auth/logout", nil, bearer(in.Token)...)
		if out.text(t, "message") != "Logout successful." {
			t.Errorf("logout answers %s", out.body)
		}
		for what, headers := range map[string][]string{
			"Your account is inactive or Your token has been expired": bearer(in.Token), "You are not logged in": nil,
		} {
			if a := c.post(t, "/auth/logout", nil, headers...); a.status != 401 || a.entries(t)[0] != "unauthorized: "+what {
				t.Errorf("want %s: %d %s", what, a.status, a.body)
			}
		}
		if mine := c.call(t, "GET", "/cart", "", bearer(again.Token)...); mine.status != 200 {
			t.Errorf("the other session has ended too: %d %s", mine.status, mine.body)
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

func TestAuth_AUTH10_whoIsUnknownIsAnsweredAsWhoIsThere(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		c.signUp(t)
		for name, ask := range map[string]func(email, phone string) answer{
			"login by e-mail": func(email, _ string) answer {
				return c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": email, "password": "not the one"})
			},
			"login by phone": func(_, phone string) answer {
				return c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": phone, "password": "not the one"})
			},
			"forgotten, by e-mail": func(email, _ string) answer { return c.post(t, "/auth/forgot-password", fields{"email": email}) },
			"forgotten, by phone":  func(_, phone string) answer { return c.post(t, "/auth/forgot-password", fields{"phone": phone}) },
			"a wrong code": func(email, _ string) answer {
				return c.post(t, "/auth/verify-token", fields{"email": email, "reset_token": "abcdef"})
			},
			"a new password with a wrong code": func(email, _ string) answer {
				return c.send(t, "PUT", "/auth/reset-password", fields{"email": email, "reset_token": "abcdef", "password": password, "confirm_password": password})
			},
		} {
			known, unknown := ask(asha, phone), ask("nobody@example.com", "+12025550199")
			again, unknownAgain := ask(asha, phone), ask("nobody@example.com", "+12025550199")
			if !same(known, unknown) || !same(again, unknownAgain) {
				t.Errorf("%s\n  known:   %v %v\n  unknown: %v %v", name, known, again, unknown, unknownAgain)
			}
		}
		// A code to the phone says the phone itself; but for that it is the same.
		send := func(phone string) answer {
			a := c.post(t, "/auth/login", fields{"login_type": "otp", "phone": phone})
			a.body = strings.ReplaceAll(a.body, phone, "…")
			a.header.Del("Content-Length")
			return a
		}
		for range 2 {
			if known, unknown := send(phone), send("+12025550199"); !same(known, unknown) {
				t.Errorf("a code\n  known:   %v\n  unknown: %v", known, unknown)
			}
		}
	})
}

var proofs = regexp.MustCompile(`"proof":"[A-Za-z0-9_-]{43}"`)

// same tells whether two answers cannot be told apart, but by a proof that is
// another in each.
func same(a, b answer) bool {
	a.body, b.body = proofs.ReplaceAllString(a.body, `"proof":"…"`), proofs.ReplaceAllString(b.body, `"proof":"…"`)
	return a.status == b.status && a.body == b.body && maps.EqualFunc(a.header, b.header, slices.Equal)
}

func TestAuth_AUTH04_AUTH06_byCode(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		sent := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "otp", "phone": phone}))
		if sent.Token != "" || sent.IsPhoneVerified != 0 || sent.IsPersonalInfo != 1 || sent.Phone != phone || sent.DemoOTP != "" {
			t.Errorf("a code was sent: %+v", sent)
		}
		again := c.post(t, "/auth/login", fields{"login_type": "otp", "phone": phone})
		if again.status != 429 || again.header.Get("Retry-After") != "60" || !strings.Contains(again.body, `"detail":{"code_expires_in":300,"resend_in":60}`) {
			t.Errorf("again at once: %d, Retry-After %q, %s", again.status, again.header.Get("Retry-After"), again.body)
		}
		type_ := func(code string) answer {
			return c.post(t, "/auth/verify-phone", fields{"phone": phone, "otp": code, "login_type": "otp", "verification_type": "phone"})
		}
		wrong := type_("abcdef")
		if wrong.status != 422 || wrong.entries(t)[0] != "code_wrong: The code is not right. You have 4 tries left. otp" || !strings.Contains(wrong.body, `"detail":{"tries_left":4}`) {
			t.Errorf("a wrong code: %d %s", wrong.status, wrong.body)
		}
		asked := read[signIn](t, type_(c.accounts.Code(t, phone)))
		if asked.Token != "" || asked.IsPersonalInfo != 0 || asked.Proof == "" {
			t.Errorf("a new phone: %+v", asked)
		}
		in := read[signIn](t, c.post(t, "/auth/update-info", fields{"proof": asked.Proof, "name": "Asha Rao", "email": asha, "login_type": "otp"}))
		if in.Token == "" || in.IsPersonalInfo != 1 {
			t.Errorf("with the name: %+v", in)
		}
	})
}

func TestAuth_AUTH06_isItYou(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		squatter := c.signUp(t)
		c.post(t, "/auth/login", fields{"login_type": "otp", "phone": phone})
		a := c.post(t, "/auth/verify-phone", fields{"phone": phone, "otp": c.accounts.Code(t, phone), "login_type": "otp", "verification_type": "phone"})
		if !strings.Contains(a.body, `"is_exist_user":{"name":"Asha Rao","image":""}`) {
			t.Fatalf("whose it may be: %s", a.body)
		}
		in := read[signIn](t, c.post(t, "/auth/update-info", fields{"proof": read[signIn](t, a).Proof, "is_exist_user": "yes"}))
		if in.Token == "" {
			t.Errorf("yes answers %+v", in)
		}
		if a := c.post(t, "/auth/logout", nil, bearer(squatter.Token)...); a.status != 401 {
			t.Errorf("the session from before: %d", a.status)
		}
	})
}

func TestAuth_AUTH06_verificationAndTheCodeAgain(t *testing.T) {
	lobbies(t, func(d *signintest.Deps) { d.Credentials.ShowCodes = true }, func(t *testing.T, c *lobby) {
		c.SetSettings(t, func(s *setting.Settings) { s.Login.PhoneVerification, s.Login.EmailVerification = true, true })
		in := c.signUp(t)
		if in.Token != "" || in.IsPhoneVerified+in.IsEmailVerified != 0 || in.DemoOTP != c.accounts.Code(t, phone) {
			t.Fatalf("sign-up: %+v", in)
		}
		c.accounts.Late()
		again := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "proof": in.Proof}))
		if again.DemoOTP == "" || again.DemoOTP != c.accounts.Code(t, phone) || again.Proof != in.Proof {
			t.Errorf("the code again: %+v", again)
		}
		verify := func(kind, code string) signIn {
			return read[signIn](t, c.post(t, "/auth/verify-phone", fields{"otp": code, "login_type": "manual", "verification_type": kind, "proof": in.Proof}))
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

func TestAuth_AUTH08_recovery(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		c.signUp(t)
		if a := c.post(t, "/auth/forgot-password", fields{"email": asha, "verification_method": "email"}); a.status != 200 || strings.Contains(a.body, "demo_otp") {
			t.Fatalf("%d %s", a.status, a.body)
		}
		code := c.accounts.Code(t, asha)
		verified := c.post(t, "/auth/verify-token", fields{"email": asha, "reset_token": code})
		proof := read[struct {
			ResetToken string `json:"reset_token"`
		}](t, verified).ResetToken
		if verified.header.Get("Cache-Control") != "no-store" || proof == "" || proof == code {
			t.Errorf("the right code: %d %s", verified.status, verified.body)
		}
		if a := c.post(t, "/auth/verify-token", fields{"email": asha, "reset_token": "abcdef"}); a.status != 422 || a.entries(t)[0] != "code_wrong: The code is not right. You have 3 tries left. reset_token" {
			t.Errorf("a wrong code: %d %s", a.status, a.body)
		}
		save := func(token string) answer {
			return c.send(t, "PUT", "/auth/reset-password", fields{"email": asha, "reset_token": token, "password": "papaya-tree-8", "confirm_password": "papaya-tree-8"})
		}
		if a := save(proof); a.status != 200 {
			t.Errorf("a new password: %d %s", a.status, a.body)
		}
		if a := save(code); a.status != 422 || !strings.HasPrefix(a.entries(t)[0], "code_expired: ") {
			t.Errorf("the code after its proof: %d %s", a.status, a.body)
		}
		old := c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": asha, "password": password})
		if old.status != 401 || old.entries(t)[0] != "wrong_credentials: Your email or phone or password is wrong." {
			t.Errorf("the old password: %d %s", old.status, old.body)
		}
		read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": asha, "password": "papaya-tree-8"}))
	})
}

// google knows one person.
type google struct{}

func (google) Identify(_ context.Context, token, _ string) (credential.Identity, error) {
	if token != "good" {
		return credential.Identity{}, errs.New(errs.Unauthorized, "This sign-in could not be proven.")
	}
	return credential.Identity{Provider: "google", Subject: "1", Email: asha, EmailVerified: true, Name: "Asha Rao"}, nil
}

func TestAuth_AUTH07_social(t *testing.T) {
	lobbies(t, func(d *signintest.Deps) { d.SignIn.Providers = map[string]signin.Provider{"google": google{}} }, func(t *testing.T, c *lobby) {
		body := fields{"medium": "google", "token": "good", "unique_id": "1", "email": asha, "login_type": "social", "guest_id": c.guest}
		a := c.post(t, "/auth/social-login", body)
		if a.status != 422 || !strings.HasPrefix(a.entries(t)[0], "email: ") {
			t.Fatalf("somebody new: %d %s", a.status, a.body)
		}
		var asked struct {
			Detail struct{ Proof, Email, Name string }
		}
		if err := json.Unmarshal([]byte(a.body), &asked); err != nil || asked.Detail.Proof == "" || asked.Detail.Email != asha || asked.Detail.Name != "Asha Rao" {
			t.Errorf("the phone step is told %+v (%v)", asked.Detail, err)
		}
		in := read[signIn](t, c.post(t, "/auth/social-register", fields{"medium": "google", "proof": asked.Detail.Proof, "phone": phone, "guest_id": c.guest}))
		if in.Token == "" || in.Email != asha || in.Phone != phone {
			t.Errorf("registered: %+v", in)
		}
		if again := read[signIn](t, c.post(t, "/auth/social-login", body)); again.Token == "" {
			t.Errorf("the same person again: %+v", again)
		}
		body["token"] = "forged"
		if a := c.post(t, "/auth/social-login", body); a.status != 401 {
			t.Errorf("a forged token: %d %s", a.status, a.body)
		}
		body["medium"] = "apple"
		if a := c.post(t, "/auth/social-login", body); a.status != 403 {
			t.Errorf("a provider that is not set up: %d %s", a.status, a.body)
		}
	})
}

// phones is a phone service that says the session's name is the phone.
type phones struct{}

func (phones) Verify(_ context.Context, sessionInfo, code string) (string, error) {
	if code != "123456" {
		return "", errs.New(errs.Invalid, "INVALID_CODE")
	}
	return sessionInfo, nil
}

func TestAuth_AUTH09_API07_phoneService(t *testing.T) {
	lobbies(t, func(d *signintest.Deps) { d.Accounts.Phones = phones{} }, func(t *testing.T, c *lobby) {
		c.signUp(t)
		with := func(edit fields) fields {
			body := fields{"session_info": phone, "phone": phone, "otp": "123456"}
			maps.Copy(body, edit)
			return body
		}
		if a := c.post(t, "/auth/firebase-login", with(fields{"otp": "000000"})); a.status != 422 || a.entries(t)[0] != "invalid: INVALID_CODE" {
			t.Errorf("the service's own words: %d %s", a.status, a.body)
		}
		asked := read[signIn](t, c.post(t, "/auth/firebase-login", with(fields{"login_type": "otp", "guest_id": c.guest})))
		if asked.Proof == "" || asked.Token != "" {
			t.Errorf("a phone that nobody has proven: %+v", asked)
		}
		if a := c.send(t, "PUT", "/auth/firebase-verify-token", with(fields{"is_reset_token": 0})); a.status != 200 || a.text(t, "proof") == "" {
			t.Errorf("without is_reset_token: %d %s", a.status, a.body)
		}
		token := c.send(t, "PUT", "/auth/firebase-verify-token", with(fields{"is_reset_token": 1})).text(t, "reset_token")
		a := c.send(t, "PUT", "/auth/firebase-reset-password", fields{"phone": phone, "reset_token": token, "password": "papaya-tree-8", "confirm_password": "papaya-tree-8"})
		if a.status != 200 {
			t.Errorf("a new password: %d %s", a.status, a.body)
		}
		read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": phone, "password": "papaya-tree-8"}))
	})
}

func TestAuth_API08_AUTH01_configSaysWhatIsOpen(t *testing.T) {
	lobbies(t, func(d *signintest.Deps) { d.Accounts.Texter, d.Accounts.Mailer = nil, nil }, func(t *testing.T, c *lobby) {
		config := read[map[string]any](t, c.call(t, "GET", "/config", ""))
		login := config["centralize_login"].(map[string]any)
		for name, want := range map[string]float64{
			"manual_login_status": 1, "otp_login_status": 0, "social_login_status": 0, "google_login_status": 0, "phone_verification_status": 0,
		} {
			if login[name] != want {
				t.Errorf("%s is %v, want %v", name, login[name], want)
			}
		}
		if config["is_sms_active"] != false || config["is_mail_active"] != false {
			t.Errorf("active: %v, %v", config["is_sms_active"], config["is_mail_active"])
		}
		for path, body := range map[string]fields{
			"/auth/login":           {"login_type": "otp", "phone": phone},
			"/auth/forgot-password": {"email": asha},
			"/auth/firebase-login":  {"session_info": "a", "phone": phone, "otp": "123456"},
		} {
			if a := c.post(t, path, body); a.status != 403 || a.entries(t)[0] != "forbidden: This way to sign in is switched off." {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
		}
	})
}

func TestAuth_AUTH10_floodsAreCountedByAddress(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		for i := range 31 {
			a := c.post(t, "/auth/login", fields{"login_type": "otp", "phone": fmt.Sprintf("+1202555%04d", 1000+i)})
			if want := map[bool]int{true: 200, false: 429}[i < 30]; a.status != want {
				t.Fatalf("code %d from one address: %d", i+1, a.status)
			}
		}
	})
}

func TestAuth_AUTH10_theDatabaseKeepsNoSecretOfACall(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		in := c.signUp(t)
		c.post(t, "/auth/login", fields{"login_type": "otp", "phone": "+12025550102"})
		code := c.accounts.Code(t, "+12025550102")
		asked := read[signIn](t, c.post(t, "/auth/verify-phone", fields{"phone": "+12025550102", "otp": code, "login_type": "otp", "verification_type": "phone"}))
		signintest.NotStored(t, c.DB, in.Token, password, code, asked.Proof, c.guest)
	})
}

// The device that has signed in is known by a cookie, wherever it is.
func TestAuth_AUTH10_aKnownDeviceIsNotRefusedForStrangers(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		guess := func(password string, headers ...string) answer {
			return c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": asha, "password": password}, headers...)
		}
		kept := c.post(t, "/auth/sign-up", newcomer()).header.Get("Set-Cookie")
		if !regexp.MustCompile(`^hawker_device=[A-Za-z0-9_-]{43}; Path=/api/v1/; Max-Age=15552000; HttpOnly; SameSite=Lax$`).MatchString(kept) {
			t.Fatalf("the cookie is %q", kept)
		}
		cookie, _, _ := strings.Cut(kept, ";")
		for range 10 {
			if a := guess("wrong one"); a.status != 401 || a.header.Get("Set-Cookie") != "" {
				t.Fatalf("a wrong password: %d, %v", a.status, a.header)
			}
		}
		refused := guess(password)
		if refused.status != 429 || refused.header.Get("Retry-After") == "" || refused.entries(t)[0] != "too_many: Too many tries. Please try again in 15 minutes." {
			t.Errorf("without the cookie: %d %s", refused.status, refused.body)
		}
		if a := guess(password, "Cookie", "hawker_device=made-up"); a.status != 429 {
			t.Errorf("with another cookie: %d %s", a.status, a.body)
		}
		if a := guess(password, "Cookie", cookie); a.status != 200 || a.header.Get("Set-Cookie") != kept {
			t.Errorf("with the cookie: %d %s %v", a.status, a.body, a.header)
		}
	})
}

// What a send answered as proof has the tries of that sending (P2).
func TestAuth_AUTH10_P2_theProofOfASendingHasItsTries(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		c.signUp(t)
		sent := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "otp", "phone": phone}))
		forgot := read[signIn](t, c.post(t, "/auth/forgot-password", fields{"email": asha}))
		code, token := c.accounts.Code(t, phone), c.accounts.Code(t, asha)
		for range 6 { // a stranger at the same address
			c.post(t, "/auth/verify-phone", fields{"phone": phone, "otp": "abcdef", "login_type": "otp", "verification_type": "phone"})
			c.post(t, "/auth/verify-token", fields{"email": asha, "reset_token": "abcdef"})
		}
		recover := fields{"email": asha, "reset_token": token, "password": "papaya-tree-8", "confirm_password": "papaya-tree-8"}
		if a := c.send(t, "PUT", "/auth/reset-password", recover); a.status != 422 {
			t.Errorf("without the proof: %d %s", a.status, a.body)
		}
		if a := c.post(t, "/auth/verify-token", fields{"email": asha, "reset_token": token, "proof": forgot.Proof}); a.status != 200 {
			t.Errorf("the token: %d %s", a.status, a.body)
		}
		recover["proof"] = forgot.Proof
		if a := c.send(t, "PUT", "/auth/reset-password", recover); a.status != 200 {
			t.Errorf("the new password: %d %s", a.status, a.body)
		}
		a := c.post(t, "/auth/verify-phone", fields{"phone": phone, "otp": code, "proof": sent.Proof, "login_type": "otp", "verification_type": "phone"})
		if asked := read[signIn](t, a); asked.Proof == "" && asked.Token == "" {
			t.Errorf("the code: %d %s", a.status, a.body)
		}
		c.accounts.Late()
		again := c.post(t, "/auth/login", fields{"login_type": "otp", "phone": phone, "proof": sent.Proof})
		next := read[signIn](t, again)
		if next.Proof == "" || next.Proof == sent.Proof {
			t.Errorf("sent again: %d %s", again.status, again.body)
		}
		c.accounts.Late()
		if last := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "otp", "proof": next.Proof})); last.Phone != phone || last.Proof == "" {
			t.Errorf("sent again by the proof alone: %+v", last)
		}
	})
}

package customer_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
)

func TestAuth_AUTH10_attemptsAreLimitedByAddress(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		for i := range 31 {
			a := c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": fmt.Sprintf("+1202555%04d", 1000+i)})
			if want := map[bool]int{true: 200, false: 429}[i < 30]; a.Status != want {
				t.Fatalf("code %d from one address: %d", i+1, a.Status)
			}
		}
	})
}

// The device that has signed in is known by a cookie, wherever it is.
func TestAuth_AUTH10_aKnownDeviceIsNotLockedOutByOthers(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		guess := func(password string, headers ...string) apitest.Response {
			return c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "password": password}, headers...)
		}
		kept := c.Post(t, "/auth/sign-up", apitest.SignUpBody()).Header.Get("Set-Cookie")
		if !regexp.MustCompile(`^hawker_device=[A-Za-z0-9_-]{43}; Path=/api/v1/; Max-Age=15552000; HttpOnly; SameSite=Lax$`).MatchString(kept) {
			t.Fatalf("the cookie is %q", kept)
		}
		cookie, _, _ := strings.Cut(kept, ";")
		for range 10 {
			if a := guess("wrong one"); a.Status != 401 || a.Header.Get("Set-Cookie") != "" {
				t.Fatalf("a wrong password: %d, %v", a.Status, a.Header)
			}
		}
		refused := guess(apitest.Password)
		if refused.Status != 429 || refused.Header.Get("Retry-After") == "" || refused.Errors(t)[0] != "too_many: Too many tries. Please try again in 15 minutes." {
			t.Errorf("without the cookie: %d %s", refused.Status, refused.Body)
		}
		if a := guess(apitest.Password, "Cookie", "hawker_device=made-up"); a.Status != 429 {
			t.Errorf("with another cookie: %d %s", a.Status, a.Body)
		}
		if a := guess(apitest.Password, "Cookie", cookie); a.Status != 200 || a.Header.Get("Set-Cookie") != kept {
			t.Errorf("with the cookie: %d %s %v", a.Status, a.Body, a.Header)
		}
	})
}

// The proof of a sent code has its own number of attempts (P2).
func TestAuth_AUTH10_P2_attemptsAreCountedByProof(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SignUp(t)
		sent := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": apitest.Phone}))
		forgot := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/forgot-password", apitest.Fields{"email": apitest.Email}))
		code, token := c.AccountFixture.Code(t, apitest.Phone), c.AccountFixture.Code(t, apitest.Email)
		for range 6 { // a stranger at the same address
			c.Post(t, "/auth/verify-phone", apitest.Fields{"phone": apitest.Phone, "otp": "abcdef", "login_type": "otp", "verification_type": "phone"})
			c.Post(t, "/auth/verify-token", apitest.Fields{"email": apitest.Email, "reset_token": "abcdef"})
		}
		recover := apitest.Fields{"email": apitest.Email, "reset_token": token, "password": "papaya-tree-8", "confirm_password": "papaya-tree-8"}
		if a := c.Send(t, "PUT", "/auth/reset-password", recover); a.Status != 422 {
			t.Errorf("without the proof: %d %s", a.Status, a.Body)
		}
		if a := c.Post(t, "/auth/verify-token", apitest.Fields{"email": apitest.Email, "reset_token": token, "proof": forgot.Proof}); a.Status != 200 {
			t.Errorf("the token: %d %s", a.Status, a.Body)
		}
		recover["proof"] = forgot.Proof
		if a := c.Send(t, "PUT", "/auth/reset-password", recover); a.Status != 200 {
			t.Errorf("the new password: %d %s", a.Status, a.Body)
		}
		a := c.Post(t, "/auth/verify-phone", apitest.Fields{"phone": apitest.Phone, "otp": code, "proof": sent.Proof, "login_type": "otp", "verification_type": "phone"})
		if asked := apitest.Read[apitest.SignIn](t, a); asked.Proof == "" && asked.Token == "" {
			t.Errorf("the code: %d %s", a.Status, a.Body)
		}
		c.AccountFixture.PassCodePause()
		again := c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "phone": apitest.Phone, "proof": sent.Proof})
		next := apitest.Read[apitest.SignIn](t, again)
		if next.Proof == "" || next.Proof == sent.Proof {
			t.Errorf("sent again: %d %s", again.Status, again.Body)
		}
		c.AccountFixture.PassCodePause()
		if last := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "otp", "proof": next.Proof})); last.Phone != apitest.Phone || last.Proof == "" {
			t.Errorf("sent again by the proof alone: %+v", last)
		}
	})
}

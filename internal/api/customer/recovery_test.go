package customer_test

import (
	"strings"
	"testing"

	"hawker/internal/api/apitest"
)

func TestAuth_AUTH08_recovery(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SignUp(t)
		if a := c.Post(t, "/auth/forgot-password", apitest.Fields{"email": apitest.Email, "verification_method": "email"}); a.Status != 200 || strings.Contains(a.Body, "demo_otp") {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		code := c.AccountFixture.Code(t, apitest.Email)
		verified := c.Post(t, "/auth/verify-token", apitest.Fields{"email": apitest.Email, "reset_token": code})
		proof := apitest.Read[struct {
			ResetToken string `json:"reset_token"`
		}](t, verified).ResetToken
		if verified.Header.Get("Cache-Control") != "no-store" || proof == "" || proof == code {
			t.Errorf("the right code: %d %s", verified.Status, verified.Body)
		}
		if a := c.Post(t, "/auth/verify-token", apitest.Fields{"email": apitest.Email, "reset_token": "abcdef"}); a.Status != 422 || a.Errors(t)[0] != "code_wrong: The code is not right. You have 3 tries left. reset_token" {
			t.Errorf("a wrong code: %d %s", a.Status, a.Body)
		}
		save := func(token string) apitest.Response {
			return c.Send(t, "PUT", "/auth/reset-password", apitest.Fields{"email": apitest.Email, "reset_token": token, "password": "papaya-tree-8", "confirm_password": "papaya-tree-8"})
		}
		if a := save(proof); a.Status != 200 {
			t.Errorf("a new password: %d %s", a.Status, a.Body)
		}
		if a := save(code); a.Status != 422 || !strings.HasPrefix(a.Errors(t)[0], "code_expired: ") {
			t.Errorf("the code after its proof: %d %s", a.Status, a.Body)
		}
		old := c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "password": apitest.Password})
		if old.Status != 401 || old.Errors(t)[0] != "wrong_credentials: Your email or phone or password is wrong." {
			t.Errorf("the old password: %d %s", old.Status, old.Body)
		}
		apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "password": "papaya-tree-8"}))
	})
}

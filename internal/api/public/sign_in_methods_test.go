package public_test

import (
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/signin/signintest"
)

func TestAuth_API08_AUTH01_configListsSignInMethods(t *testing.T) {
	apitest.WithCustomerAPI(t, func(d *signintest.Deps) { d.Accounts.Texter, d.Accounts.Mailer = nil, nil }, func(t *testing.T, c *apitest.CustomerAPI) {
		config := apitest.Read[map[string]any](t, c.Call(t, "GET", "/config", ""))
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
		for path, body := range map[string]apitest.Fields{
			"/auth/login":           {"login_type": "otp", "phone": apitest.Phone},
			"/auth/forgot-password": {"email": apitest.Email},
			"/auth/firebase-login":  {"session_info": "a", "phone": apitest.Phone, "otp": "123456"},
		} {
			if a := c.Post(t, path, body); a.Status != 403 || a.Errors(t)[0] != "forbidden: This way to sign in is switched off." {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
		}
	})
}

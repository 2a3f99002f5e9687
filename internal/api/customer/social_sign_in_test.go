package customer_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// google knows one person.
type google struct{}

func (google) Identify(_ context.Context, token, _ string) (credential.Identity, error) {
	if token != "good" {
		return credential.Identity{}, errs.New(errs.Unauthorized, "This sign-in could not be proven.")
	}
	return credential.Identity{Provider: "google", Subject: "1", Email: apitest.Email, EmailVerified: true, Name: "Asha Rao"}, nil
}

func TestAuth_AUTH07_social(t *testing.T) {
	apitest.WithCustomerAPI(t, func(d *signintest.Deps) { d.SignIn.Providers = map[string]signin.Provider{"google": google{}} }, func(t *testing.T, c *apitest.CustomerAPI) {
		body := apitest.Fields{"medium": "google", "token": "good", "unique_id": "1", "email": apitest.Email, "login_type": "social", "guest_id": c.GuestID}
		a := c.Post(t, "/auth/social-login", body)
		if a.Status != 422 || !strings.HasPrefix(a.Errors(t)[0], "email: ") {
			t.Fatalf("somebody new: %d %s", a.Status, a.Body)
		}
		var asked struct {
			Detail struct{ Proof, Email, Name string }
		}
		if err := json.Unmarshal([]byte(a.Body), &asked); err != nil || asked.Detail.Proof == "" || asked.Detail.Email != apitest.Email || asked.Detail.Name != "Asha Rao" {
			t.Errorf("the phone step is told %+v (%v)", asked.Detail, err)
		}
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/social-register", apitest.Fields{"medium": "google", "proof": asked.Detail.Proof, "phone": apitest.Phone, "guest_id": c.GuestID}))
		if in.Token == "" || in.Email != apitest.Email || in.Phone != apitest.Phone {
			t.Errorf("registered: %+v", in)
		}
		if again := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/social-login", body)); again.Token == "" {
			t.Errorf("the same person again: %+v", again)
		}
		body["token"] = "forged"
		if a := c.Post(t, "/auth/social-login", body); a.Status != 401 {
			t.Errorf("a forged token: %d %s", a.Status, a.Body)
		}
		body["medium"] = "apple"
		if a := c.Post(t, "/auth/social-login", body); a.Status != 403 {
			t.Errorf("a provider that is not set up: %d %s", a.Status, a.Body)
		}
	})
}

package customer_test

import (
	"net/http"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/signin/signintest"
)

func TestPasskeys_areAddedUsedAndRemoved(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		o := apitest.Read[apitest.PasskeyOptions](t, c.CallAs(t, me, http.MethodPost, "/customer/passkeys/options", apitest.Fields{}))
		d := o.Device(t)
		if a := c.CallAs(t, me, http.MethodPost, "/customer/passkeys", apitest.AddPasskeyBody(t, o, d)); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		again := apitest.Read[apitest.PasskeyOptions](t, c.CallAs(t, me, http.MethodPost, "/customer/passkeys/options", apitest.Fields{}))
		if len(again.Credentials) != 1 || again.Credentials[0] != d.ID() {
			t.Errorf("known credentials are %v", again.Credentials)
		}
		ask := func() apitest.PasskeyOptions {
			return apitest.Read[apitest.PasskeyOptions](t, c.Send(t, http.MethodPost, "/auth/passkey-options", apitest.Fields{}))
		}
		login := func(body apitest.Fields) apitest.Response {
			return c.Send(t, http.MethodPost, "/auth/passkey-login", body)
		}
		asked := ask()
		body := apitest.UsePasskeyBody(t, asked, d)
		in := login(body)
		if in.Status != 200 || !strings.Contains(in.Body, `"token":"`) || strings.Contains(in.Body, `"token":""`) {
			t.Fatalf("sign-in: %d %s", in.Status, in.Body)
		}
		for what, tt := range map[string]struct {
			body   func() apitest.Fields
			status int
			says   string
		}{
			"the same answer again": {func() apitest.Fields { return body }, 422, `"field":"proof"`},
			"another origin": {func() apitest.Fields {
				d.Origin = "https://evil.example"
				defer func() { d.Origin = signintest.Origin }()
				return apitest.UsePasskeyBody(t, ask(), d)
			}, 401, "does not sign in here"},
			"a credential of nobody's": {func() apitest.Fields { return apitest.UsePasskeyBody(t, ask(), o.Device(t)) }, 401, "does not sign in here"},
			"nothing at all":           {func() apitest.Fields { return apitest.Fields{} }, 422, ""},
		} {
			if a := login(tt.body()); a.Status != tt.status || !strings.Contains(a.Body, tt.says) {
				t.Errorf("%s: %d %s", what, a.Status, a.Body)
			}
		}
		list := apitest.Read[struct {
			Passkeys []struct {
				ID         int64
				Name       string
				LastUsedAt string `json:"last_used_at"`
			}
		}](t, c.CallAs(t, me, http.MethodGet, "/customer/passkeys", nil)).Passkeys
		if len(list) != 1 || list[0].Name != "My phone" || list[0].LastUsedAt == "" {
			t.Errorf("the list is %+v", list)
		}
	})
}

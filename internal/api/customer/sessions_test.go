package customer_test

import (
	"fmt"
	"testing"

	"hawker/internal/api/apitest"
)

func TestSessions_AUTH10_listAndEnd(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		in := c.SignUp(t)
		me, other := apitest.Customer{Token: in.Token}, c.NewCustomer(t)
		elsewhere := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "field_type": "email", "password": apitest.Password}))
		type list struct {
			Sessions []struct {
				ID      int64
				Current bool `json:"is_current"`
			}
		}
		mine := apitest.Read[list](t, c.CallAs(t, me, "GET", "/customer/sessions", nil)).Sessions
		if len(mine) != 2 || mine[0].Current || !mine[1].Current {
			t.Fatalf("sessions: %+v", mine)
		}
		path := fmt.Sprintf("/customer/sessions/%d", mine[0].ID)
		if foreign, missing := c.CallAs(t, other, "DELETE", path, nil), c.CallAs(t, other, "DELETE", "/customer/sessions/999999", nil); foreign.Status != 404 || foreign.Body != missing.Body {
			t.Errorf("another's: %d %s", foreign.Status, foreign.Body)
		}
		if a := c.CallAs(t, me, "DELETE", path, nil); a.Status != 200 {
			t.Errorf("ended: %d %s", a.Status, a.Body)
		}
		if a := c.CallAs(t, apitest.Customer{Token: elsewhere.Token}, "GET", "/customer/info", nil); a.Status != 401 {
			t.Errorf("the ended session: %d", a.Status)
		}
	})
}

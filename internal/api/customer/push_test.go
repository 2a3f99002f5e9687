package customer_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
)

// A device is switched on and off by the session that is signed in on it, and no other;
// it ends with the session. The endpoint is a secret: no response has it.
func TestPushSubscriptions_PROF06_C2_belongToASession(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		key := func() string {
			return apitest.Read[struct {
				Key string `json:"push_public_key"`
			}](t, c.Call(t, "GET", "/config", "")).Key
		}
		body := apitest.Subscription(t, "https://push.example.com/hush")
		if a := c.CallAs(t, me, "POST", "/push-subscriptions", body); a.Status != 404 || !strings.Contains(a.Body, "sends no notifications") || key() != "" {
			t.Errorf("where push is off: %d %s, key %q", a.Status, a.Body, key())
		}
		c.Notifications.Push = apitest.Pushes{}
		if key() != "public-key" {
			t.Errorf("the key is %q", key())
		}
		isOn := func(who apitest.Customer) bool {
			a := c.CallAs(t, who, "GET", "/notifications/settings", nil)
			if strings.Contains(a.Body, "hush") {
				t.Errorf("the endpoint is shown: %s", a.Body)
			}
			return apitest.Read[struct {
				HasDevice bool `json:"has_device"`
			}](t, a).HasDevice
		}
		for range 2 {
			if a := c.CallAs(t, me, "POST", "/push-subscriptions", body); a.Status != 200 || strings.Contains(a.Body, "hush") {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		if !isOn(me) || isOn(other) {
			t.Errorf("on %v, the other's %v", isOn(me), isOn(other))
		}
		if a := c.CallAs(t, other, "DELETE", "/push-subscriptions", nil); a.Status != 200 || !isOn(me) {
			t.Errorf("another's: %d, on %v", a.Status, isOn(me))
		}
		for range 2 {
			if a := c.CallAs(t, me, "DELETE", "/push-subscriptions", nil); a.Status != 200 || isOn(me) {
				t.Errorf("off: %d, on %v", a.Status, isOn(me))
			}
		}
		c.CallAs(t, me, "POST", "/push-subscriptions", body)
		c.CallAs(t, other, "POST", "/push-subscriptions", body) // they signed in on the same device
		if isOn(me) || !isOn(other) {
			t.Errorf("a device of two: mine %v, theirs %v", isOn(me), isOn(other))
		}
		if a := c.CallAs(t, other, "POST", "/auth/logout", nil); a.Status != 200 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM push_subscriptions`); n != 0 {
			t.Errorf("%d are left after the sign-out", n)
		}
		if a := c.CallAs(t, other, "POST", "/push-subscriptions", body); a.Status != 401 {
			t.Errorf("after the sign-out: %d", a.Status)
		}
	})
}

func TestPushSubscriptions_PROF06_refuseAddressesOfTheOwnNetwork(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.Notifications.Push = apitest.Pushes{}
		me := c.NewCustomer(t)
		long := "https://push.example.com/" + strings.Repeat("x", 1000)
		for _, endpoint := range []string{"", "http://push.example.com/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://push.example.com:22/x", long} {
			a := c.CallAs(t, me, "POST", "/push-subscriptions", apitest.Subscription(t, endpoint))
			if a.Status != 422 || !strings.Contains(a.Body, `"field":"endpoint"`) {
				t.Errorf("%.40q: %d %s", endpoint, a.Status, a.Body)
			}
		}
		good := apitest.Subscription(t, "https://push.example.com/x")
		for _, body := range []apitest.Fields{
			{}, {"endpoint": good["endpoint"]}, {"endpoint": good["endpoint"], "keys": apitest.Fields{}},
			{"endpoint": good["endpoint"], "keys": apitest.Fields{"p256dh": "x", "auth": "x"}}, {"endpoint": 1, "keys": good["keys"]},
		} {
			if a := c.CallAs(t, me, "POST", "/push-subscriptions", body); a.Status != 422 {
				t.Errorf("%s: %d %s", fmt.Sprint(body), a.Status, a.Body)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM push_subscriptions`); n != 0 {
			t.Errorf("%d were stored", n)
		}
	})
}

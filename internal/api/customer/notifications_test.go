package customer_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// bell is the response of the list of notifications.
type bell struct {
	TotalSize     int `json:"total_size"`
	Unread        int
	Notifications []struct {
		ID      int64
		Kind    string
		OrderID int64 `json:"order_id"`
		Store   string
		Reason  string
		Read    bool
	}
}

func TestNotificationSettings_PROF06_areStored(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		orderMail := func(a apitest.Response) string {
			return fmt.Sprint(apitest.Read[struct {
				OrderMail bool `json:"order_mail"`
			}](t, a).OrderMail)
		}
		look := func(who apitest.Customer) string {
			return orderMail(c.CallAs(t, who, "GET", "/notifications/settings", nil))
		}
		for _, body := range []apitest.Fields{{}, {"order_mail": "no", "alerts": true, "alert_mail": true}} {
			if a := c.CallAs(t, me, "PUT", "/notifications/settings", body); a.Status != 422 {
				t.Errorf("%v: %d %s", body, a.Status, a.Body)
			}
		}
		for _, on := range []string{"false", "true", "false"} {
			if a := c.CallAs(t, me, "PUT", "/notifications/settings", apitest.Fields{"order_mail": on == "true", "alerts": true, "alert_mail": true}); orderMail(a) != on || look(me) != on {
				t.Errorf("%s: %d %s", on, a.Status, a.Body)
			}
		}
		if look(other) != "true" {
			t.Error("the settings of another customer have changed")
		}
		leave := func(who apitest.Customer, token string) int {
			path := fmt.Sprintf("/notifications/unsubscribe?customer=%d&token=%s", who.ID, token)
			return c.Call(t, "POST", path, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded").Status
		}
		if status := leave(other, c.Tokens.Unsubscribe(me.ID)); status != 404 || look(other) != "true" {
			t.Errorf("by another's token: %d", status)
		}
		if status := leave(other, c.Tokens.Unsubscribe(other.ID)); status != 200 || look(other) != "false" {
			t.Errorf("by the own token: %d", status)
		}
	})
}

func TestNotifications_PROF06_listsAndMarks(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		store := c.Store(t, nil)
		r := ordertest.BuyNow(me.ShopperID, c.Item(t, store, 1000, 9, nil), 1)
		r.Guest = false
		o := c.Place(t, "key-1", r)
		c.MoveOrder(t, o.ID, order.Canceled, order.ByVendor)

		look := func(who apitest.Customer, query string) bell {
			return apitest.Read[bell](t, c.CallAs(t, who, "GET", "/notifications"+query, nil))
		}
		all := look(me, "")
		if all.TotalSize != 2 || all.Unread != 1 || all.Notifications[0].Kind != "order_canceled" || all.Notifications[0].Read ||
			all.Notifications[1].Kind != "order_placed" || !all.Notifications[1].Read {
			t.Fatalf("%+v", all)
		}
		if n := all.Notifications[0]; n.OrderID != o.ID || n.Store != store.Name {
			t.Errorf("%+v, want order %d of %s", n, o.ID, store.Name)
		}
		if second := look(me, "?limit=1&offset=2"); len(second.Notifications) != 1 || second.Notifications[0].Kind != "order_placed" {
			t.Errorf("the second page: %+v", second)
		}
		if theirs := look(other, ""); theirs.TotalSize != 0 || theirs.Notifications == nil {
			t.Errorf("another customer sees %+v", theirs)
		}
		for body, want := range map[string]int{`{}`: 422, `{"ids":["x"]}`: 422, `{"up_to":0}`: 422} {
			if a := c.Call(t, "POST", "/notifications/read", body, apitest.Bearer(me.Token)...); a.Status != want {
				t.Errorf("%s: %d %s", body, a.Status, a.Body)
			}
		}
		read := apitest.Fields{"ids": []int64{all.Notifications[0].ID}}
		if a := c.CallAs(t, other, "POST", "/notifications/read", read); a.Status != 200 || look(me, "").Unread != 1 {
			t.Errorf("somebody else reads it: %d %s", a.Status, a.Body)
		}
		for range 2 {
			if a := c.CallAs(t, me, "POST", "/notifications/read", read); a.Status != 200 {
				t.Errorf("%d %s", a.Status, a.Body)
			}
		}
		if after := look(me, ""); after.Unread != 0 || !after.Notifications[0].Read {
			t.Errorf("after it was read: %+v", after)
		}
		if a := c.Call(t, "GET", "/notifications", "", "X-Guest-Id", c.GuestID); a.Status != 401 {
			t.Errorf("PERM-01 a guest: %d", a.Status)
		}
	})
}

// A reason that the shop wrote is in the language of its reader. One that a person wrote stays,
// also if it is like a sentence of the shop with a name in it.
func TestNotifications_I18N01_PROF06_reasonsAreInTheLanguageOfTheReader(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		for key, reason := range map[string]string{"key-1": "It was not paid in time.", "key-2": "The kitchen is closed now."} {
			r := ordertest.BuyNow(me.ShopperID, item, 1)
			r.Guest = false
			if err := c.Orders.Move(t.Context(), c.Place(t, key, r).ID, order.Canceled, order.ByVendor, reason); err != nil {
				t.Fatal(err)
			}
		}
		for language, want := range map[string][]string{
			"en": {"It was not paid in time.", "The kitchen is closed now."}, "ar": {"The kitchen is closed now.", "لم يُدفع في الوقت المحدد."},
		} {
			var got []string
			in := append(apitest.Bearer(me.Token), "X-localization", language)
			for _, n := range apitest.Read[bell](t, c.Call(t, "GET", "/notifications", "", in...)).Notifications {
				if n.Kind == "order_canceled" {
					got = append(got, n.Reason)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q", language, got)
			}
		}
	})
}

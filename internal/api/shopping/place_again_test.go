package shopping_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/order"
	"hawker/internal/setting"
)

// Whatever changed since an order was placed, its key returns it. A shopper whose
// response was lost would take an error for a missing order (D28).
func TestCheckout_CHK04_TRAP_D28_theKeyReturnsThePlacedOrder(t *testing.T) {
	sent := func(c *apitest.CustomerAPI, body string, headers ...string) func(t *testing.T) apitest.Response {
		return func(t *testing.T) apitest.Response {
			return c.Call(t, "POST", "/orders", body, append(headers, "Idempotency-Key", "key-0001")...)
		}
	}
	tests := []struct {
		name  string
		since func(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer)
		guest bool
		other bool // the customer's token comes with it
	}{
		{name: "guests may no longer order", guest: true, since: func(t *testing.T, c *apitest.CustomerAPI, _ apitest.Customer) {
			c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		}},
		{name: "the guest has signed in elsewhere", guest: true, since: signInGuest},
		{name: "the guest has signed in here", guest: true, other: true, since: signInGuest},
		{name: "the store is closed and its item gone", guest: true, since: func(t *testing.T, c *apitest.CustomerAPI, _ apitest.Customer) {
			c.Exec(t, `UPDATE stores SET active = FALSE`)
			c.Exec(t, `UPDATE items SET active = FALSE`)
		}},
		{name: "the saved address is gone", since: func(t *testing.T, c *apitest.CustomerAPI, _ apitest.Customer) {
			c.Exec(t, `DELETE FROM addresses`)
		}},
		{name: "the zone is closed", since: func(t *testing.T, c *apitest.CustomerAPI, _ apitest.Customer) {
			c.Exec(t, `UPDATE zones SET active = FALSE`)
		}},
	}
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		for _, tt := range tests {
			item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
			var who apitest.Customer
			var headers []string
			var address int64
			if tt.guest {
				c.GuestID = c.NewGuest(t)
			} else {
				who = c.NewCustomer(t)
				headers, address = apitest.Bearer(who.Token), saveAddress(t, c, who)
			}
			edit := func(b map[string]any) {
				apitest.BuyNow(item, 1)(b)
				if !tt.guest {
					delete(b, "guest_id")
					delete(b, "address")
					b["address_id"] = address
				}
			}
			q := apitest.Read[apitest.Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(edit), headers...))
			body := c.CheckoutBody(func(b map[string]any) {
				edit(b)
				b["accepted_total"], b["quote_digest"] = q.Total, q.Digest
			})
			first := sent(c, body, headers...)(t)
			placed := apitest.Read[apitest.Placed](t, first)
			if tt.other {
				who = c.NewCustomer(t)
				headers = apitest.Bearer(who.Token)
			}
			tt.since(t, c, who)
			if again := sent(c, body, headers...)(t); again.Status != 200 || apitest.Read[struct{ Order struct{ ID int64 } }](t, again).Order.ID != placed.Order.ID {
				t.Errorf("%s: %d %s", tt.name, again.Status, again.Body)
			}
			if n := c.Number(t, `SELECT COUNT(*) FROM order_lines WHERE item_id = $1`, item.ID); n != 1 {
				t.Errorf("%s: %d orders", tt.name, n)
			}
			c.Exec(t, `UPDATE zones SET active = TRUE`)
			c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = true })
		}
	})
}

// signInGuest signs the current guest in: as this customer, or as a new one if it is empty.
func signInGuest(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer) {
	t.Helper()
	guest, err := c.Shoppers.Guest(t.Context(), c.GuestID)
	if err != nil {
		t.Fatal(err)
	}
	if who.ShopperID == 0 {
		who = c.NewCustomer(t)
	}
	c.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, guest.ID, who.ShopperID)
}

// What fails after an order is placed does not fail the request.
func TestCheckout_CHK04_aFailedAddressUpdateDoesNotFailTheOrder(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := c.NewCustomer(t)
		address := saveAddress(t, c, me)
		if c.DB.Dialect == db.SQLite {
			c.Exec(t, `CREATE TRIGGER broken BEFORE UPDATE ON addresses BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
		} else {
			c.Exec(t, `CREATE FUNCTION broken() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$`)
			c.Exec(t, `CREATE TRIGGER broken BEFORE UPDATE ON addresses FOR EACH ROW EXECUTE FUNCTION broken()`)
		}
		a := c.PlaceAs(t, me, "key-0001", func(b map[string]any) {
			apitest.BuyNow(item, 1)(b)
			delete(b, "address")
			b["address_id"] = address
		})
		if a.Status != 200 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM order_lines WHERE item_id = $1`, item.ID); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}

// Another device may change a saved address after the quote.
func TestCheckout_TRAP_C4_TRAP_D21_aSavedAddressIsAgreedAsItWasSeen(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := c.NewCustomer(t)
		id := saveAddress(t, c, me)
		body := func(seen apitest.Fields) apitest.Fields {
			return apitest.Decode(c.CheckoutBody(func(b map[string]any) {
				apitest.BuyNow(item, 1)(b)
				delete(b, "guest_id")
				delete(b, "address")
				b["address_id"] = id
				if seen != nil {
					b["address"] = seen
				}
			}))
		}
		agreed := func(seen apitest.Fields) apitest.Fields {
			q := apitest.Read[apitest.Quote](t, c.CallAs(t, me, "POST", "/checkout/quote", body(seen)))
			b := body(seen)
			b["accepted_total"], b["quote_digest"] = q.Total, q.Digest
			return b
		}
		place := func(key string, b apitest.Fields) apitest.Response {
			return c.Send(t, "POST", "/orders", b, append(apitest.Bearer(me.Token), "Idempotency-Key", key)...)
		}
		houseOf := func(a apitest.Response) string {
			kept, err := c.Orders.Find(t.Context(), apitest.Read[apitest.Placed](t, a).Order.ID, order.Owner{ShopperID: me.ShopperID})
			if err != nil {
				t.Fatal(err)
			}
			return kept.Address.V.House
		}
		seen := apitest.AddressBody()
		delete(seen, "additional_information")
		beside, changed := agreed(seen), apitest.AddressBody()
		for n, field := range []string{"house", "floor", "road", "address", "contact_person_name", "contact_person_number"} {
			before := agreed(nil)
			changed[field] = "2025550199"
			c.CallAs(t, me, "PUT", fmt.Sprintf("/customer/addresses/%d", id), changed)
			if a := place(fmt.Sprint("by-id-000", n), before); a.Status != 409 || !strings.Contains(a.Body, "cart_changed") {
				t.Errorf("another %s: %d", field, a.Status)
			}
		}
		if house := houseOf(place("key-seen", beside)); house != "12" {
			t.Errorf("sent as it was seen, it goes to the house %s", house)
		}
		if house := houseOf(place("key-again", agreed(nil))); house != "2025550199" {
			t.Errorf("quoted again, it goes to the house %s", house)
		}
	})
}

// saveAddress saves an address of the customer's and returns its id.
func saveAddress(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer) int64 {
	t.Helper()
	if a := c.CallAs(t, me, "POST", "/customer/addresses", apitest.AddressBody()); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return c.Number(t, `SELECT id FROM addresses WHERE customer_id = $1`, me.ID)
}

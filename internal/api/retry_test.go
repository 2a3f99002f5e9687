package api_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/setting"
)

// Whatever changed since an order was placed, its key returns it: to a shopper who
// got no answer, a refusal would say that there is no order (D28).
func TestCheckout_CHK04_TRAP_D28_noRefusalHidesAPlacedOrder(t *testing.T) {
	sent := func(c *lobby, body string, headers ...string) func(t *testing.T) answer {
		return func(t *testing.T) answer {
			return c.call(t, "POST", "/orders", body, append(headers, "Idempotency-Key", "key-0001")...)
		}
	}
	tests := []struct {
		name  string
		since func(t *testing.T, c *lobby, who buyer)
		guest bool
		other bool // the customer's token comes with it
	}{
		{name: "guests may no longer order", guest: true, since: func(t *testing.T, c *lobby, _ buyer) {
			c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		}},
		{name: "the guest has signed in elsewhere", guest: true, since: retire},
		{name: "the guest has signed in here", guest: true, other: true, since: retire},
		{name: "the store is closed and its item gone", guest: true, since: func(t *testing.T, c *lobby, _ buyer) {
			c.Exec(t, `UPDATE stores SET active = FALSE`)
			c.Exec(t, `UPDATE items SET active = FALSE`)
		}},
		{name: "the saved address is gone", since: func(t *testing.T, c *lobby, _ buyer) {
			c.Exec(t, `DELETE FROM addresses`)
		}},
		{name: "the zone is closed", since: func(t *testing.T, c *lobby, _ buyer) {
			c.Exec(t, `UPDATE zones SET active = FALSE`)
		}},
	}
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		for _, tt := range tests {
			item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
			p := c.settle(t, tt.name, tt.guest)
			who := buyer{shopper: p.shopper, token: p.token}
			headers := bearer(p.token)
			c.guest = p.guestID
			if tt.guest {
				headers = nil
			}
			edit := func(b map[string]any) {
				buyNow(item, 1)(b)
				if !tt.guest {
					delete(b, "guest_id")
					delete(b, "address")
					b["address_id"] = p.own.address
				}
			}
			q := read[quoted](t, c.call(t, "POST", "/checkout/quote", c.checkout(edit), headers...))
			body := c.checkout(func(b map[string]any) {
				edit(b)
				b["accepted_total"], b["quote_digest"] = q.Total, q.Digest
			})
			first := sent(c, body, headers...)(t)
			placed := read[placed](t, first)
			if tt.other {
				who = c.buyer(t)
				headers = bearer(who.token)
			}
			tt.since(t, c, who)
			if again := sent(c, body, headers...)(t); again.status != 200 || read[struct{ Order struct{ ID int64 } }](t, again).Order.ID != placed.Order.ID {
				t.Errorf("%s: %d %s", tt.name, again.status, again.body)
			}
			if n := c.Number(t, `SELECT COUNT(*) FROM order_lines WHERE item_id = $1`, item.ID); n != 1 {
				t.Errorf("%s: %d orders", tt.name, n)
			}
			c.Exec(t, `UPDATE zones SET active = TRUE`)
			c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = true })
		}
	})
}

// retire has the last guest sign in.
func retire(t *testing.T, c *lobby, who buyer) {
	t.Helper()
	guest, err := c.Shoppers.Guest(t.Context(), c.guest)
	if err != nil {
		t.Fatal(err)
	}
	if who.shopper == guest.ID {
		who = c.buyer(t)
	}
	c.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, guest.ID, who.shopper)
}

// What is done with an order once it is placed does not decide what is answered.
func TestCheckout_CHK04_anAddressThatCannotBeNotedDoesNotFailThePlacedOrder(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		p := c.settle(t, "Asha", false)
		if c.DB.Dialect == db.SQLite {
			c.Exec(t, `CREATE TRIGGER broken BEFORE UPDATE ON addresses BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
		} else {
			c.Exec(t, `CREATE FUNCTION broken() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$`)
			c.Exec(t, `CREATE TRIGGER broken BEFORE UPDATE ON addresses FOR EACH ROW EXECUTE FUNCTION broken()`)
		}
		a := c.placeAs(t, buyer{shopper: p.shopper, token: p.token}, "key-0001", func(b map[string]any) {
			buyNow(item, 1)(b)
			delete(b, "address")
			b["address_id"] = p.own.address
		})
		if a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM order_lines WHERE item_id = $1`, item.ID); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}
